"""The counts of a job's summary: URLs by state and reason, pages, faults, bytes."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from periplus.plan.strategy import Reason, Verdict
from periplus.store.database import Database
from periplus.store.names import Reasons
from periplus.store.rows import UrlState
from periplus.store.urls import Urls


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of each there are; what has none is left out."""

    urls: dict[UrlState, int]
    reasons: dict[tuple[UrlState, Reason], int]
    pages: int
    pages_by_status: dict[int, int]
    pages_by_verdict: dict[Verdict, int]
    pages_by_media_type: dict[str, int]
    revisits: int
    truncated: int
    faults: dict[str, int]  # of URLs given up
    payload_bytes: int
    warc_bytes: int


def count(database: Database, urls: Urls, reasons: Reasons) -> Counts:
    """Count everything. What is in memory must have been written before."""
    by_state, by_reason = _decisions(urls, reasons)
    totals = database.one(
        "SELECT count(*), count(revisit_of), count(truncated), total(payload_bytes) FROM pages"
    )
    lengths = database.one("SELECT total(length) FROM warcs")
    pages, revisits, truncated, payload_bytes = totals or (0, 0, 0, 0)
    return Counts(
        urls=by_state,
        reasons=by_reason,
        pages=pages,
        pages_by_status=_tally(database, "status"),
        pages_by_verdict={Verdict(v): n for v, n in _tally(database, "verdict").items()},
        pages_by_media_type=_tally(database, "media_type"),
        revisits=revisits,
        truncated=truncated,
        faults=_faults(database, urls),
        payload_bytes=int(payload_bytes),
        warc_bytes=int(lengths[0]) if lengths else 0,
    )


def _decisions(
    urls: Urls, reasons: Reasons
) -> tuple[dict[UrlState, int], dict[tuple[UrlState, Reason], int]]:
    states, numbers = urls.decisions()
    pairs = np.bincount(states.astype(np.uint16) * 256 + numbers)
    by_state: dict[UrlState, int] = {}
    by_reason: dict[tuple[UrlState, Reason], int] = {}
    for pair in np.flatnonzero(pairs).tolist():
        state = UrlState(pair // 256)
        reason = reasons.reason(pair % 256)
        by_state[state] = by_state.get(state, 0) + int(pairs[pair])
        if reason is not None:
            by_reason[state, reason] = int(pairs[pair])
    return by_state, by_reason


def _tally(database: Database, column: str) -> dict[Any, int]:
    rows = database.all(
        f"SELECT {column}, count(*) FROM pages GROUP BY {column} ORDER BY {column}"  # noqa: S608
    )
    return dict(rows)


def _faults(database: Database, urls: Urls) -> dict[str, int]:
    faults: Counter[str] = Counter()
    for url_id, fault in database.all("SELECT url_id, fault FROM attempts ORDER BY url_id"):
        if urls.states[url_id] == UrlState.FAILED:
            faults[fault] += 1
    return dict(faults)
