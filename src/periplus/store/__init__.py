"""The job database: URLs, frontier, links and decisions, pages."""

from periplus.store.counts import Counts
from periplus.store.job import JobStore
from periplus.store.lock import JobLock
from periplus.store.rows import (
    HostRow,
    LinkRows,
    PageRow,
    Taken,
    UrlRow,
    UrlState,
    VisitColumns,
    VisitRow,
)

__all__ = [
    "Counts",
    "HostRow",
    "JobLock",
    "JobStore",
    "LinkRows",
    "PageRow",
    "Taken",
    "UrlRow",
    "UrlState",
    "VisitColumns",
    "VisitRow",
]
