"""periplus export: a job as WACZ, JSON Lines or Parquet, or its threads."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from periplus import __version__
from periplus.archive.tables import write_jsonl, write_parquet
from periplus.archive.wacz import WaczInfo, write_wacz
from periplus.cli import options
from periplus.cli.jobs import existing_job
from periplus.cli.output import say, show_json, size
from periplus.crawl.events import StopReason
from periplus.crawl.finish import captured, write_outputs
from periplus.crawl.job import Job
from periplus.crawl.text import text_of
from periplus.crawl.thread_export import write_job_threads
from periplus.crawl.versions import every_version, latest_versions
from periplus.store.groups import NOT_PAGES


class ExportFormat(StrEnum):
    """What a job can be made into."""

    WACZ = "wacz"
    JSONL = "jsonl"
    PARQUET = "parquet"
    THREADS = "threads"


class Versions(StrEnum):
    """Which versions of a page a table has."""

    LATEST = "latest"
    ALL = "all"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    job: options.JobArgument,
    format_: Annotated[
        ExportFormat, typer.Option("--format", "-f", help="What to write.")
    ] = ExportFormat.WACZ,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to. [default: JOB.FORMAT]")
    ] = None,
    versions: Annotated[
        Versions,
        typer.Option(help="Of pages visited again, for jsonl and parquet. WACZ has all."),
    ] = Versions.LATEST,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Write a job as one WACZ file, its pages as a table with their text, or its threads."""
    ending = "threads.jsonl" if format_ is ExportFormat.THREADS else format_
    whole = job.resolve()  # `.` has no name
    out = to or whole.with_name(f"{whole.name}.{ending}")
    with existing_job(job) as opened:
        number = _write(opened, format_, out, versions)
    what = "threads" if format_ is ExportFormat.THREADS else "pages"
    if as_json:
        show_json({"file": str(out), "format": format_, what: number, "bytes": out.stat().st_size})
    elif not quiet:
        say(f"{out}: {number:,} {what}, {size(out.stat().st_size)}")
    return 0


def _write(job: Job, format_: ExportFormat, out: Path, versions: Versions) -> int:
    if format_ is ExportFormat.WACZ:
        write_outputs(job, job.outcome or StopReason.INTERRUPTED)
        created = float(job.store.get_meta("created")["at"])
        start = job.start_urls[0]
        info = WaczInfo(f"Periplus/{__version__}", created, title=start, main_url=start)
        write_wacz(job.path, out, info)
        return sum(1 for _ in job.store.pages())
    if format_ is ExportFormat.THREADS:
        return write_job_threads(job, out)
    chosen = latest_versions if versions is Versions.LATEST else every_version
    found = (captured(job.store, page) for page in chosen(job.store))
    pages = (page for page in found if page.group not in NOT_PAGES)
    write = write_jsonl if format_ is ExportFormat.JSONL else write_parquet
    return write(out, job.archive_directory, pages, text_of)
