"""What a search for pages like the examples has found: pages, hubs, and how sure it is.

<job>/pages/found.jsonl          the accepted pages, in the order of finding
<job>/reports/found.json         counts, hubs, the estimated share
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from periplus.archive.durable import replacing
from periplus.crawl.counters import Counters
from periplus.crawl.job import Job
from periplus.plan.xcrawl.strategy import Xcrawl

FOUND = Path("pages") / "found.jsonl"
REPORT = Path("reports") / "found.json"
_MOST_HUBS = 100


class FoundPage(msgspec.Struct, kw_only=True):
    """One accepted page."""

    url: str
    title: str
    via: str | None  # the page that it was found on
    copy: bool  # its text was in hand already, by another URL


class FoundReport(msgspec.Struct, kw_only=True):
    """What a search came to."""

    accepted: int
    copies: int
    requests: int
    harvest_rate: float  # accepted pages of their own, for each request
    share: float | None  # estimated share of the sites' pages of that kind; None: no estimate
    hubs: list[tuple[str, int]]  # URL and how many accepted pages it lists, the largest first
    hub_count: int
    validator_failures: int
    complaint: str  # why nothing could be looked for; "" if something could

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def write_found(job: Job, strategy: Xcrawl, counters: Counters) -> None:
    """Write the pages and the report of a search."""
    pages = [_page(job, url_id, is_new) for url_id, is_new in strategy.accepted.items()]
    lines = b"".join(msgspec.json.encode(page) + b"\n" for page in pages)
    with replacing(job.path / FOUND) as out:
        out.write(lines)
    with replacing(job.path / REPORT) as out:
        report = _report(job, strategy, counters)
        out.write(json.dumps(report.to_json(), indent=1).encode() + b"\n")


def read_found(path: Path) -> tuple[list[FoundPage], FoundReport] | None:
    """What the last run wrote, if it can be read."""
    try:
        lines = (path / FOUND).read_bytes().splitlines()
        pages = [msgspec.json.decode(line, type=FoundPage) for line in lines]
        return pages, msgspec.json.decode((path / REPORT).read_bytes(), type=FoundReport)
    except (OSError, msgspec.DecodeError):
        return None


def _page(job: Job, url_id: int, is_new: bool) -> FoundPage:
    row = job.store.row(url_id)
    versions = job.store.page_of(url_id)
    return FoundPage(
        url=row.url,
        title=versions[-1].title if versions else "",
        via=job.store.url(row.via) if row.via else None,
        copy=not is_new,
    )


def _report(job: Job, strategy: Xcrawl, counters: Counters) -> FoundReport:
    hubs = strategy.hubs()
    own = sum(strategy.accepted.values())
    return FoundReport(
        accepted=own,
        copies=len(strategy.accepted) - own,
        requests=counters.requests,
        harvest_rate=round(own / max(1, counters.requests), 4),
        share=strategy.coverage,
        hubs=[(job.store.url(hub.page), hub.lists) for hub in hubs[:_MOST_HUBS]],
        hub_count=len(hubs),
        validator_failures=strategy.verdicts.failures if strategy.verdicts is not None else 0,
        complaint=strategy.complaint,
    )
