"""What a crawl came to: one value, written to reports/summary.json and shown at the end."""

import json
from pathlib import Path
from typing import Any

import msgspec

from periplus import __version__
from periplus.archive.durable import replacing
from periplus.crawl.core import COVERAGE
from periplus.crawl.counters import Counters, counters_from_json
from periplus.crawl.events import StopReason
from periplus.crawl.job import Job

SUMMARY = Path("reports") / "summary.json"


class Summary(msgspec.Struct, kw_only=True):
    """Counts and places of one job."""

    version: str
    job: str
    start_urls: list[str]
    strategy: str
    outcome: str
    waiting: int
    warc_files: int
    warc_bytes: int
    counters: Counters
    coverage: dict[str, float] | None = None  # share, low, high; where it was estimated
    broken_links: int = 0  # listed in reports/broken-links.jsonl

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        plain["errors"] = dict(self.counters.errors)
        return plain


def summarise(job: Job, outcome: StopReason) -> Summary:
    """The summary of a job as it is committed."""
    warcs = job.store.warcs()
    return Summary(
        version=__version__,
        job=str(job.path),
        start_urls=list(job.start_urls),
        strategy=job.settings.strategy,
        outcome=outcome,
        waiting=job.store.waiting(),
        warc_files=len(warcs),
        warc_bytes=sum(warcs.values()),
        counters=counters_from_json(job.store.get_meta("counters")),
        coverage=job.store.get_meta(COVERAGE),
        broken_links=job.store.get_meta("broken_links", 0),
    )


def write_summary(job: Job, outcome: StopReason) -> None:
    """Write reports/summary.json."""
    text = json.dumps(summarise(job, outcome).to_json(), indent=1)
    with replacing(job.path / SUMMARY) as out:
        out.write(text.encode() + b"\n")


def read_summary(path: Path) -> Summary | None:
    """The summary that the last run wrote, if there is a readable one."""
    try:
        loaded = json.loads((path / SUMMARY).read_bytes())
        if isinstance(loaded, dict):
            loaded.pop("errors", None)
        return msgspec.convert(loaded, Summary)
    except (OSError, ValueError):
        return None
