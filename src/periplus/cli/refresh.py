"""periplus refresh: visit again what is due, keep what changed, find what is new."""

import time
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from periplus.cli import options
from periplus.cli.jobs import existing_job
from periplus.cli.output import duration, show, show_json
from periplus.cli.progress import Watching
from periplus.crawl.clock import LiveClock
from periplus.crawl.events import StopReason
from periplus.crawl.job import Job
from periplus.crawl.refresh import (
    RefreshLimits,
    RefreshReport,
    refresh_until_stopped,
    steady,
)
from periplus.crawl.refresh_plan import PlannedVisit, planned_visits
from periplus.crawl.settings import parse_duration, read_secrets
from periplus.errors import ConfigError, ExitCode

_ENDINGS = {
    StopReason.COMPLETE: "done: nothing more is due",
    StopReason.MAX_REQUESTS: "stopped at --budget",
    StopReason.MAX_TIME: "stopped at the end of --for",
    StopReason.INTERRUPTED: "interrupted; run the same command to go on",
    StopReason.UNREACHABLE: "the site does not answer; nothing that was kept is lost",
    StopReason.REFUSED: "refused: closed by robots.txt, or no public address",
    StopReason.SATISFIED: "stopped: see above; nothing that was kept is lost",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("refresh")(refresh)


def refresh(
    job: options.JobArgument,
    budget: Annotated[
        int | None,
        typer.Option(metavar="N", help="Make N requests, the most valuable ones first."),
    ] = None,
    time_: Annotated[
        str | None,
        typer.Option("--for", metavar="TIME", help="Go on for so long, for example 8h."),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Run on: wait for what becomes due.")
    ] = False,
    plan: Annotated[
        bool, typer.Option("--plan", help="Show what is due, when and why; fetch nothing.")
    ] = False,
    rows: Annotated[int, typer.Option(metavar="N", min=1, help="With --plan: show so many.")] = 50,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Visit again what is due, keep every version, fetch what is new.

    Without --budget, --for or --watch: what is due now.
    """
    if plan and (budget is not None or time_ is not None or watch):
        raise ConfigError("--plan fetches nothing: leave out --budget, --for and --watch")
    ends = RefreshLimits(
        budget=budget, seconds=None if time_ is None else parse_duration(time_), watch=watch
    )
    with existing_job(job) as opened:
        if plan:
            return _show_plan(opened, rows, as_json=as_json)
        return _run(opened, ends, as_json=as_json, quiet=quiet)


def _run(job: Job, ends: RefreshLimits, *, as_json: bool, quiet: bool) -> int:
    secrets = read_secrets()
    with Watching(job.settings, as_json=as_json, quiet=quiet) as observer:
        outcome, report = refresh_until_stopped(job, ends, observer, secrets)
    if as_json:
        show_json({"event": "refresh", **report.to_json()})
    elif not quiet:
        show(report_text(report))
    return ExitCode.UNREACHABLE if outcome is StopReason.SATISFIED else outcome.exit_code


def report_text(report: RefreshReport) -> str:
    """The end of a refresh, for people."""
    counts = report.counts
    unchanged = counts.not_modified + counts.same
    lines = [
        _ENDINGS.get(StopReason(report.outcome), report.outcome),
        f"requests   {report.requests:,} in {duration(report.seconds)}",
        f"visits     {counts.visits:,}: {counts.changed:,} changed, {unchanged:,} unchanged "
        f"({counts.not_modified:,} by the server's word), {counts.gone:,} gone, "
        f"{counts.back:,} back, {counts.moved:,} moved, {counts.errors:,} errors",
        f"new        {counts.new_pages:,} pages",
    ]
    if counts.expected:
        lines.append(
            f"expected   {counts.expected:,} visits because a list, sitemap or feed told of a "
            f"change: {counts.expected_right:,} had one"
        )
    if counts.kinds:
        kinds = sorted(counts.kinds.items(), key=lambda item: (-item[1], item[0]))
        lines.append("changes    " + ", ".join(f"{number:,} {kind}" for kind, number in kinds))
    if report.site not in ("fine", "unknown"):
        lines.append(f"site       {report.site_text}")
    lines.append(f"due        {report.still_due:,} now" + _next(report.next_due))
    lines.append(f"job        {report.job}")
    return "\n".join(lines)


def _next(due: float | None) -> str:
    return "" if due is None else f", the next at {_date(due)}"


def _date(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "-"


def _show_plan(job: Job, rows: int, *, as_json: bool) -> int:
    visits = planned_visits(job, steady(LiveClock()), rows)
    if as_json:
        for visit in visits:
            show_json(visit.to_json())
    else:
        show(plan_text(list(visits), time.time()))
    return ExitCode.DONE


def plan_text(visits: list[PlannedVisit], now: float) -> str:
    """A table: when, why, what."""
    table: list[tuple[Any, ...]] = [("due", "last visit", "why", "url")]
    table += [
        ("now" if visit.due <= now else _date(visit.due), _date(visit.last), visit.why, visit.url)
        for visit in visits
    ]
    widths = [max(len(str(row[column])) for row in table) for column in range(3)]
    return "\n".join(
        "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=False))
        + f"  {row[3]}"
        for row in table
    )
