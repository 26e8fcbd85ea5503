"""How fast pages are read: pages per CPU second of each stage, and the peak memory."""

import resource
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from periplus.page import PageView, Stage, read_page
from periplus.page.codec import decode, encode
from periplus.page.options import DEFAULT_OPTIONS
from periplus.page.parser import parse

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class StageRate:
    """The speed of one stage over all pages, the best of a few rounds."""

    name: str
    seconds: float
    pages_per_second: float


@dataclass(frozen=True, slots=True)
class StageReport:
    """The speed of every stage on one set of pages."""

    pages: int
    mean_bytes: float
    mean_links: float
    mean_view_bytes: float
    rates: tuple[StageRate, ...]
    peak_rss_mb: float

    def rate(self, name: str) -> float:
        """Pages per CPU second of a stage."""
        return next(rate.pages_per_second for rate in self.rates if rate.name == name)


def measure_stages(pages: Iterable[tuple[str, bytes]], *, rounds: int = ROUNDS) -> StageReport:
    """Read all pages in each way that a strategy may ask for, and time it in CPU seconds."""
    chosen = list(pages)
    views = [read_page(body, url) for url, body in chosen]
    stored = [encode(view) for view in views]
    jobs: list[tuple[str, Callable[[], None]]] = [("parse", lambda: _parse_all(chosen))]
    jobs += [
        (_name(stage), _reader(chosen, stage))
        for stage in (Stage.LINKS, Stage.WORDS, Stage.STRUCTURE, Stage.ALL)
    ]
    jobs += [("encode", lambda: _encode_all(views)), ("decode", lambda: _decode_all(stored))]
    count = len(chosen)
    return StageReport(
        pages=count,
        mean_bytes=sum(len(body) for _, body in chosen) / max(count, 1),
        mean_links=sum(len(view.links) for view in views) / max(count, 1),
        mean_view_bytes=sum(map(len, stored)) / max(count, 1),
        rates=tuple(_rate(name, job, count, rounds) for name, job in jobs),
        peak_rss_mb=_peak_rss_mb(),
    )


def format_stages(report: StageReport) -> str:
    """The report as a table for people."""
    lines = [
        f"{report.pages:,} pages, {report.mean_bytes / 1024:.1f} KiB and "
        f"{report.mean_links:.0f} links each, {report.mean_view_bytes / 1024:.1f} KiB stored",
        f"{'stage':<12}{'pages / CPU second':>20}{'µs / page':>12}",
    ]
    for rate in report.rates:
        micros = 1e6 * rate.seconds / max(report.pages, 1)
        lines.append(f"{rate.name:<12}{rate.pages_per_second:>20,.0f}{micros:>12,.0f}")
    lines.append(f"peak memory {report.peak_rss_mb:,.0f} MB")
    return "\n".join(lines)


def _rate(name: str, job: Callable[[], None], count: int, rounds: int) -> StageRate:
    best = float("inf")
    for _ in range(max(rounds, 1)):
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return StageRate(name, best, count / best if best > 0 else float("inf"))


def _name(stage: Stage) -> str:
    return "all" if stage == Stage.ALL else str(stage.name).lower()


def _reader(pages: list[tuple[str, bytes]], stage: Stage) -> Callable[[], None]:
    def read() -> None:
        for url, body in pages:
            read_page(body, url, stages=stage)

    return read


def _parse_all(pages: list[tuple[str, bytes]]) -> None:
    for _, body in pages:
        parse(body, None, DEFAULT_OPTIONS.parser)


def _encode_all(views: list[PageView]) -> None:
    for view in views:
        encode(view)


def _decode_all(stored: list[bytes]) -> None:
    for data in stored:
        decode(data)


def _peak_rss_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024**2
