"""How the frontier bears many waiting URLs: rate of insertion, latency of `take`, memory, disk.

The URLs are made up but shaped like a crawl's: found a hundred at a time on pages of several
origins, in link groups of which half are ranked in the order of finding and half at random, which
is the worst order for a tree on disk. The job is closed and opened again before URLs are taken.
"""

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xxhash

from periplus.limits import MIB
from periplus.plan.strategy import Reason, Verdict
from periplus.store import JobStore, PageRow

DEFAULT_URLS = 10_000_000
_TAKES = 20_000
_ORIGINS = [f"https://site{number}.example" for number in range(10)]
_GROUPS = [f"group {number}" for number in range(20)]
_LINKS_OF_A_PAGE = 100
_PAGES_OF_A_COMMIT = 200
_TAKES_OF_A_COMMIT = 50
_NEW_LINKS_OF_A_TAKE = 10
_TAKES_OF_A_CHANGE_OF_MIND = 500


@dataclass(frozen=True, slots=True)
class FrontierReport:
    """What was measured. Latencies are of `take` alone, in a crawl that also writes."""

    urls: int
    insert_seconds: float
    urls_per_second: float
    open_seconds: float
    takes: int
    take_p50_ms: float
    take_p99_ms: float
    take_max_ms: float
    peak_rss_mb: float
    file_bytes: int

    def formatted(self) -> str:
        """A table for people."""
        return "\n".join(
            (
                f"waiting URLs     {self.urls:>14,}",
                f"inserted         {self.urls_per_second:>14,.0f} a second",
                f"opened again in  {self.open_seconds:>14.2f} s",
                f"next URL p50     {self.take_p50_ms:>14.3f} ms",
                f"next URL p99     {self.take_p99_ms:>14.3f} ms",
                f"next URL max     {self.take_max_ms:>14.3f} ms  (of {self.takes:,})",
                f"peak memory      {self.peak_rss_mb:>14.0f} MB",
                f"file             {self.file_bytes / MIB:>14.0f} MiB",
            )
        )


def measure_frontier(urls: int, directory: Path) -> FrontierReport:
    """Fill a job of `urls` waiting URLs in `directory` and take from it. The file stays there."""
    path = directory / "job.db"
    store = JobStore.create(path)
    started = time.perf_counter()
    for number, page in enumerate(_pages(urls), start=1):
        _put(store, page)
        if number % _PAGES_OF_A_COMMIT == 0:
            store.commit()
    store.commit()
    insert_seconds = time.perf_counter() - started
    store.close()
    del store  # or two jobs are in memory

    started = time.perf_counter()
    store = JobStore.open(path)
    open_seconds = time.perf_counter() - started
    latencies = _take_many(store, min(_TAKES, urls), urls)
    store.close()
    p50, p99 = np.percentile(latencies, [50, 99]).tolist()
    return FrontierReport(
        urls=urls,
        insert_seconds=insert_seconds,
        urls_per_second=urls / insert_seconds,
        open_seconds=open_seconds,
        takes=len(latencies),
        take_p50_ms=p50 * 1000,
        take_p99_ms=p99 * 1000,
        take_max_ms=max(latencies) * 1000,
        peak_rss_mb=_peak_rss_bytes() / MIB,
        file_bytes=path.stat().st_size,
    )


def _pages(urls: int) -> Iterator[range]:
    for first in range(0, urls, _LINKS_OF_A_PAGE):
        yield range(first, min(first + _LINKS_OF_A_PAGE, urls))


def _put(store: JobStore, numbers: range) -> None:
    origin = _ORIGINS[(numbers.start // _LINKS_OF_A_PAGE) % len(_ORIGINS)]
    texts = [f"{origin}/forum/board-{n % 977}/topic-{n}/a-title-in-words?page=2" for n in numbers]
    ids, _ = store.intern(texts)
    store.describe(ids.tolist(), via=1, rows=range(len(ids)), depth=3)
    for number, url_id in zip(numbers, ids.tolist(), strict=True):
        at = number % len(_GROUPS)
        store.enqueue(
            url_id,
            origin=origin,
            group=_GROUPS[at],
            rank=float(number) if at % 2 else _shuffled(number),
            reason=Reason.FOLLOW,
            depth=3,
        )


def _take_many(store: JobStore, takes: int, first_new: int) -> list[float]:
    latencies = []
    for turn in range(takes):
        if turn % _TAKES_OF_A_CHANGE_OF_MIND == 0:
            store.set_priorities(
                {group: _shuffled(turn * len(_GROUPS) + n) for n, group in enumerate(_GROUPS)}
            )
        started = time.perf_counter()
        taken = store.take(_ORIGINS[turn % len(_ORIGINS)])
        latencies.append(time.perf_counter() - started)
        if taken is None:
            continue
        store.finish(_page(taken.url_id, turn + 1))
        new = first_new + turn * _NEW_LINKS_OF_A_TAKE
        _put(store, range(new, new + _NEW_LINKS_OF_A_TAKE))
        if turn % _TAKES_OF_A_COMMIT == 0:
            store.commit()
    store.commit()
    return latencies


def _page(url_id: int, seq: int) -> PageRow:
    return PageRow(
        url_id=url_id,
        seq=seq,
        date=float(seq),
        status=200,
        media_type="text/html",
        verdict=Verdict.VALUABLE,
        depth=3,
        group=_GROUPS[0],
        digest=f"sha1:{seq}",
        warc_file="bench.warc.gz",
        warc_offset=seq,
        warc_length=1,
        payload_bytes=1,
        seconds=0.0,
    )


def _shuffled(number: int) -> float:
    return float(xxhash.xxh3_64_intdigest(number.to_bytes(8, "big")) >> 11)


def _peak_rss_bytes() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
