"""A wall clock that jumps by years while a crawl runs: no early request, and the same order."""

import asyncio
import random
from email.utils import formatdate
from itertools import pairwise

import pytest

from crash.crawls import Pages, page, plain
from periplus.crawl.clock import VirtualClock
from periplus.crawl.counters import Counters
from periplus.crawl.events import StopReason
from periplus.crawl.loop import CrawlLoop
from periplus.crawl.observer import Silent
from periplus.crawl.reader import PageReader
from periplus.crawl.run import assemble
from periplus.crawl.settings import Settings
from periplus.exchange import Request, Response
from periplus.limits import DEFAULT_LIMITS
from periplus.plan.orders import BreadthFirst
from periplus.store import JobStore
from periplus.url import path_and_query

YEAR = 365 * 86_400.0
NOW = 1_790_000_000.0
DELAY = 1.5
REFUSED = {"/3": 40.0, "/17": 400.0, "/31": 4_000.0}  # the first time, for so many seconds


class JumpingClock(VirtualClock):
    """Monotonic time goes on as it should; the wall clock is set anew now and then."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(1_000.0)
        self._chance = random.Random(seed)
        self._jumps = seed is not None
        self._offset = NOW
        self.jumps = 0

    def advance(self, seconds: float) -> None:
        self._now += seconds

    def wall(self) -> float:
        if self._jumps and self._chance.random() < 0.05:
            self._offset = NOW + self._chance.choice((-YEAR, 0.0, YEAR))
            self.jumps += 1
        return self.monotonic() + self._offset


class SlowSite:
    """Answers after a while, refuses some pages at first, and notes when it was asked."""

    def __init__(self, clock: JumpingClock) -> None:
        names = [f"/{i}" for i in range(1, 41)]
        tree = {name: page(f"page {name}", "/", f"/under{name}") for name in names}
        leaves = {f"/under{name}": page(f"leaf {name}") for name in names}
        start = {"/": page("start", *names), "/robots.txt": plain("")}
        self._pages = Pages({**start, **tree, **leaves})
        self._clock = clock
        self._refused: set[str] = set()
        self.asked: list[tuple[float, str]] = []
        self.closed: list[tuple[float, float]] = []

    async def fetch(self, request: Request) -> Response:
        path = path_and_query(request.url)
        self.asked.append((self._clock.monotonic(), path))
        date = self._clock.wall()
        self._clock.advance(0.2)
        if path in REFUSED and path not in self._refused:
            return self._refusal(request.url, path, date)
        answer = self._pages.answer(path)
        return self._response(request.url, answer.status, answer.headers, answer.body, date)

    def _refusal(self, url: str, path: str, date: float) -> Response:
        self._refused.add(path)
        wait = REFUSED[path]
        now = self._clock.monotonic()
        self.closed.append((now, now + wait))
        told = str(int(wait))
        headers = [("Retry-After", told)]
        if path == "/17":  # by the server's own clock, which nothing disturbs
            headers = [
                ("Date", formatdate(5e8 + now, usegmt=True)),
                ("Retry-After", formatdate(5e8 + int(now) + wait, usegmt=True)),
            ]
        return self._response(url, 429, headers, b"", date)

    def _response(self, url, status, headers, body, date) -> Response:
        raw = tuple((name.encode(), value.encode()) for name, value in headers)
        return Response(url, status, "", raw, body, b"GET / HTTP/1.1\r\n\r\n", date, 0.2)

    async def close(self) -> None:
        pass


def crawl(seed: int | None) -> tuple[SlowSite, JumpingClock, list[str], StopReason]:
    clock = JumpingClock(seed)
    site = SlowSite(clock)
    settings = Settings(urls=("http://site.test/",), delay=DELAY)
    store = JobStore.create(None)
    strategy = BreadthFirst()
    core = assemble(settings, settings.urls, store, strategy, Counters(), clock, DEFAULT_LIMITS)
    reader = PageReader(strategy.needs, DEFAULT_LIMITS)
    loop = CrawlLoop(core, store, site, reader, None, clock, Silent())
    outcome = asyncio.run(asyncio.wait_for(loop.run(), 60))
    kept = [path_and_query(store.url(row.url_id)) for row in store.pages()]
    return site, clock, kept, outcome


def pages_only(paths: list[str]) -> list[str]:
    return [path for path in paths if path != "/robots.txt"]


@pytest.mark.parametrize("seed", range(20))
def test_a_jumping_clock_changes_neither_pace_nor_order(seed: int) -> None:
    steady, _, steady_kept, steady_outcome = crawl(None)
    site, clock, kept, outcome = crawl(seed)
    assert clock.jumps >= 5
    assert outcome is steady_outcome is StopReason.COMPLETE
    starts = [moment for moment, _ in site.asked]
    assert min(b - a for a, b in pairwise(starts)) >= DELAY - 1e-9
    assert len(site.closed) == len(REFUSED)
    for begin, end in site.closed:
        assert not [path for moment, path in site.asked if begin <= moment < end - 1.0]
    order = pages_only([path for _, path in site.asked])
    assert order == pages_only([path for _, path in steady.asked])
    assert pages_only(kept) == pages_only(steady_kept)
    assert len(pages_only(kept)) == 81
