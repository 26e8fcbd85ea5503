"""periplus diff: what changed on a page between two visits."""

import sys
from datetime import UTC, datetime
from typing import Annotated

import typer

from periplus.cli import options
from periplus.cli.jobs import existing_job
from periplus.cli.output import printable, show_json
from periplus.crawl.diff import PageDiff, Period, diff_url
from periplus.errors import ConfigError, ExitCode

_COLOURS = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[36m"}
_PLAIN = "\x1b[0m"
_LINKS_SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("diff")(diff)


def diff(
    job: options.JobArgument,
    url: str = typer.Argument(help="The page's URL."),
    begin: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", help="The version of that time, e.g. 2026-05-01."),
    ] = None,
    end: Annotated[
        str | None,
        typer.Option("--to", metavar="DATE", help="The version of that time. [default: the last]"),
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Show what changed on a page between its last two versions, or between two dates."""
    period = Period(_moment(begin, "--from"), _moment(end, "--to"))
    with existing_job(job) as opened:
        found = diff_url(opened, url, period)
    if as_json:
        show_json(found.to_json())
    else:
        lines = diff_lines(found)
        if sys.stdout.isatty():
            lines = [_coloured(line) for line in lines]
        sys.stdout.write("\n".join(lines) + "\n")
    return ExitCode.DONE


def diff_lines(found: PageDiff) -> list[str]:
    """What changed, for people; nothing in it can move a terminal's cursor."""
    share = f", {found.size:.0%} of its text" if found.size else ""
    lines = [
        found.url,
        f"  {found.kind}{share}: {found.detail}" if found.detail else f"  {found.kind}{share}",
        f"  {found.old['date']}  {found.old['status']}  {found.old['title']}",
        f"  {found.new['date']}  {found.new['status']}  {found.new['title']}",
        f"  {found.visits} visits, {found.versions} versions",
        *found.text,
    ]
    for sign, links in (("+", found.links_added), ("-", found.links_removed)):
        lines += [f"{sign} link {link}" for link in links[:_LINKS_SHOWN]]
        if len(links) > _LINKS_SHOWN:
            lines.append(f"{sign} and {len(links) - _LINKS_SHOWN} links more")
    return [printable(line) for line in lines]


def _coloured(line: str) -> str:
    colour = _COLOURS.get(line[:1])
    return f"{colour}{line}{_PLAIN}" if colour else line


def _moment(text: str | None, flag: str) -> float | None:
    """A date as written in ISO 8601; a day means its end, no zone means UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ConfigError(
            f"{flag} '{text}' is not a date; write for example 2026-05-01 or 2026-05-01T14:30"
        ) from None
    if len(text.strip()) <= len("2026-05-01"):
        moment = moment.replace(hour=23, minute=59, second=59, microsecond=999_999)
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (OverflowError, ValueError):
        raise ConfigError(f"{flag} '{text}' is out of range") from None
