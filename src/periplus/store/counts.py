"""The counts of a job's summary: URLs by state and reason, pages, faults, bytes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from periplus.plan.strategy import Reason, Verdict
from periplus.store.names import Reasons
from periplus.store.rows import PageRow, UrlState
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


def count(urls: Urls, reasons: Reasons, pages: Iterable[PageRow], warc_bytes: int) -> Counts:
    """Count everything; reads every page, so a damaged one is noticed. Raises: StateDamaged."""
    by_state, by_reason = _decisions(urls, reasons)
    statuses: Counter[int] = Counter()
    verdicts: Counter[Verdict] = Counter()
    media_types: Counter[str] = Counter()
    revisits = truncated = payload_bytes = 0
    for page in pages:
        statuses[page.status] += 1
        verdicts[page.verdict] += 1
        media_types[page.media_type] += 1
        revisits += page.revisit_of is not None
        truncated += page.truncated is not None
        payload_bytes += page.payload_bytes
    return Counts(
        urls=by_state,
        reasons=by_reason,
        pages=statuses.total(),
        pages_by_status=dict(sorted(statuses.items())),
        pages_by_verdict=dict(sorted(verdicts.items())),
        pages_by_media_type=dict(sorted(media_types.items())),
        revisits=revisits,
        truncated=truncated,
        faults=dict(Counter(urls.faults(UrlState.FAILED))),
        payload_bytes=payload_bytes,
        warc_bytes=warc_bytes,
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
