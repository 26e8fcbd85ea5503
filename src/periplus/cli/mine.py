"""periplus mine: learn from access logs what visitors of a site want, for --strategy behaviour."""

import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.tree import Tree

from periplus.cli import options
from periplus.cli.output import printable, say, show_json
from periplus.errors import ConfigError
from periplus.logs.counting import LogCounts, LogSettings, count_logs
from periplus.logs.rules import MEANINGS, Rule
from periplus.plan.behaviour.mining import mine as mine_traffic
from periplus.plan.behaviour.model import Behaviour, behaviour_text
from periplus.site.url_values import ABSENT, HOST_KEY, shown

_SHOWN_PATTERNS = 30
_FEW_OWN_REFERRERS = 0.01


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mine")(mine)


def mine(
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="LOG...",
            help="Access logs: combined, JSON lines, CSV, Parquet, also .gz and .zst; - for stdin.",
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The behaviour file.")
    ] = None,
    site: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The site of the logs. [default: as referrers say]"),
    ] = None,
    first: Annotated[
        str | None, typer.Option("--from", metavar="DAY", help="First day: 2024-03-01.")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DAY", help="Last day, included.")
    ] = None,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="Beyond it, sorting goes to disk.")
    ] = "1GB",
    threads: Annotated[int, typer.Option(metavar="N", min=1, help="Threads of DuckDB.")] = 2,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Learn from access logs which pages people visit and how they get there."""
    settings = LogSettings(
        site=site,
        first=_day(first, "--from"),
        last=_day(last, "--to"),
        threads=threads,
        memory=memory,
    )
    is_talking = not quiet and not as_json
    counts = count_logs(
        logs, settings, noted=lambda name: say(f"read {name}") if is_talking else None
    )
    behaviour = mine_traffic(counts.traffic, counts.to_json())
    if output is not None:
        _write(output, behaviour_text(behaviour))
    if as_json:
        show_json(_summary(behaviour, counts))
    elif not quiet:
        _print(behaviour, counts)
        if output is not None:
            say(
                f"wrote {output}; use it with: periplus crawl {behaviour.site}/ "
                f"--strategy behaviour --behaviour {output}"
            )
    if not quiet:
        _warn(counts)
    return 0


def _day(text: str | None, flag: str) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise ConfigError(f"{flag} '{text}' is not a day as 2024-03-01") from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error


def _warn(counts: LogCounts) -> None:
    total = counts.traffic.total_visits
    within = int(counts.traffic.times.sum())
    if within < _FEW_OWN_REFERRERS * total:
        say(
            f"only {within:,} of {total:,} visits came from a page of {counts.site}: if this is "
            "its log then referrers are missing, and hubs can't be told"
        )


def _summary(behaviour: Behaviour, counts: LogCounts) -> dict[str, Any]:
    return {
        "site": behaviour.site,
        "mined": dict(behaviour.mined),
        "urls": len(counts.traffic.urls),
        "named_urls": len(behaviour.visited.urls),
        "height": behaviour.tree.height,
        "patterns": [
            {
                "pattern": use.expression,
                "urls": use.urls,
                "visits": use.visits,
                "referrals": use.referrals,
                "authority": use.authority,
                "hub": use.hub,
            }
            for use in (behaviour.uses[leaf] for leaf in _ranked(behaviour))
        ],
    }


def _ranked(behaviour: Behaviour) -> list[int]:
    return sorted(
        behaviour.tree.leaves(),
        key=lambda leaf: -(behaviour.uses[leaf].authority + behaviour.uses[leaf].hub),
    )


def _print(behaviour: Behaviour, counts: LogCounts) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(width=160, highlight=False)
    lines = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("lines", "rule", "meaning"):
        lines.add_column(header, justify="right" if header == "lines" else "left")
    for rule in Rule:
        if counts.rules.get(rule):
            lines.add_row(f"{counts.rules[rule]:,}", rule.slug, MEANINGS[rule])
    console.print(lines)
    console.print()
    console.print(_tree(behaviour))
    console.print()
    console.print(_ranking(behaviour))


def _tree(behaviour: Behaviour) -> Tree:
    """The pattern tree, each node by what sets it apart from its parent."""
    root = Tree(_text(behaviour, 0))
    branches = {0: root}
    for pattern in behaviour.tree.patterns[1:]:
        branches[pattern.index] = branches[pattern.parent].add(_text(behaviour, pattern.index))
    return root


def _text(behaviour: Behaviour, index: int) -> str:
    pattern, use = behaviour.tree.patterns[index], behaviour.uses[index]
    if pattern.parent < 0:
        label = behaviour.site
    else:
        key = behaviour.tree.patterns[pattern.parent].key
        label = f"{key} = {shown(pattern.conditions[key])}"
    return _plain(f"{label}  {use.urls:,} URLs, {use.visits:,} visits")


def _ranking(behaviour: Behaviour) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("authority", "hub", "URLs", "visits", "referrals"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("pattern", overflow="fold")
    ranked = _ranked(behaviour)
    for leaf in ranked[:_SHOWN_PATTERNS]:
        use = behaviour.uses[leaf]
        table.add_row(
            f"{use.authority:.3f}",
            f"{use.hub:.3f}",
            f"{use.urls:,}",
            f"{use.visits:,}",
            f"{use.referrals:,}",
            _plain(_pattern(behaviour, leaf)),
        )
    if len(ranked) > _SHOWN_PATTERNS:
        table.add_row("", "", "", "", "", f"and {len(ranked) - _SHOWN_PATTERNS} more")
    return table


def _pattern(behaviour: Behaviour, leaf: int) -> str:
    """A pattern for people: what its URLs have, not all that they lack."""
    pattern = behaviour.tree.patterns[leaf]
    parts = {**pattern.conditions, **pattern.fixed}
    said = [
        f"{key}={shown(value)}"
        for key, value in sorted(parts.items())
        if value != ABSENT and key != HOST_KEY
    ]
    return " ".join(said) or "anything else"


def _plain(text: str) -> str:
    """Printable, and no mark-up for the console."""
    return printable(text).replace("[", r"\[")
