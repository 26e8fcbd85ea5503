"""Asking engines and result pages: spaced, patient with rate limits, obeying robots.txt.

Engines are asked by single requests. Pages that engines name are fetched by a small crawl that
follows nothing, so that robots, pauses, retries and limits are those of every crawl.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from periplus.crawl.clock import LiveClock
from periplus.crawl.counters import Counters
from periplus.crawl.events import Reading
from periplus.crawl.loop import CrawlLoop
from periplus.crawl.observer import Silent
from periplus.crawl.reader import PageReader
from periplus.crawl.run import assemble
from periplus.crawl.settings import Settings
from periplus.errors import FetchError, PeriplusError
from periplus.exchange import Request, Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.fetch.fetcher import Fetcher
from periplus.fetch.pace import retry_after_seconds
from periplus.find.engine import EngineFailed
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.view import Stage
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit
from periplus.store import JobStore
from periplus.validate.validator import CheckedPage

_TRIES = 4
_FIRST_WAIT = 2.0
_LONGEST_WAIT = 120.0
_BUSY = (429, 503)


class EngineClient:
    """Asks an engine, one request after another."""

    def __init__(self, fetcher: Fetcher, spacing: float, limits: Limits = DEFAULT_LIMITS) -> None:
        self._fetcher = fetcher
        self._spacing = spacing
        self._limits = limits
        self._ready_at = 0.0
        self.requests = 0

    async def __call__(self, url: str, headers: tuple[tuple[str, str], ...] = ()) -> Response:
        wait = _FIRST_WAIT
        for attempt in range(1, _TRIES + 1):
            response = await self._once(url, headers)
            if 200 <= response.status < 300:
                return self._decoded(response)
            if response.status not in _BUSY:
                raise EngineFailed(_refusal(response.status))
            told = retry_after_seconds(response, response.date + response.seconds)
            wait = told if told is not None else wait
            if wait > _LONGEST_WAIT or attempt == _TRIES:
                break
            self._ready_at = asyncio.get_running_loop().time() + wait
            wait *= 2
        raise EngineFailed(f"it limits how often it may be asked; try again in {wait:.0f} s")

    async def _once(self, url: str, headers: tuple[tuple[str, str], ...]) -> Response:
        clock = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._ready_at - clock.time()))
        self._ready_at = clock.time() + self._spacing
        self.requests += 1
        try:
            return await self._fetcher.fetch(Request(url, headers=headers))
        except FetchError as error:
            raise EngineFailed(f"it cannot be reached ({error.fault})") from None
        except PeriplusError as error:
            raise EngineFailed(
                "its address is not public; say --allow-private if it is yours"
            ) from (None if url in str(error) else error)

    def _decoded(self, response: Response) -> Response:
        body = decode_payload(response, self._limits).body
        return Response(
            response.url,
            response.status,
            response.reason,
            response.headers,
            body,
            b"",
            response.date,
            response.seconds,
        )


def _refusal(status: int) -> str:
    if status in (401, 403):
        return f"it refuses to answer (HTTP {status}): check the key, and that its API is open"
    return f"it answers with HTTP {status}: check its address"


class _Listed:
    """A strategy that follows nothing but redirects."""

    name: ClassVar[str] = "listed"
    needs: ClassVar[Stage] = Stage.LINKS

    def judge(self, visit: Visit) -> Judgement:
        return Judgement(
            [
                Choice(Reason.FOLLOW if offered.row < 0 else Reason.STRATEGY, "listed")
                for offered in visit.links
            ]
        )

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """There is nothing to take up."""


class PageFetcher:
    """Fetches lists of pages. Hosts and their robots.txt are remembered from list to list."""

    def __init__(
        self, fetcher: Fetcher, settings: Settings, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self._fetcher = fetcher
        self._settings = settings
        self._limits = limits
        self._store = JobStore.create(None)
        self._counters = Counters()

    @property
    def requests(self) -> int:
        """All requests so far."""
        return self._counters.requests

    async def pages(self, urls: Sequence[str]) -> list[CheckedPage]:
        """Those of the URLs that answer with a page and were not fetched before."""
        reader = _Keeping(PageReader(Stage.LINKS, self._limits), self._limits)
        clock = LiveClock()
        core = assemble(
            self._settings,
            tuple(urls),
            self._store,
            _Listed(),
            self._counters,
            clock,
            self._limits,
        )
        await CrawlLoop(core, self._store, self._fetcher, reader, None, clock, Silent()).run()
        return reader.pages

    def close(self) -> None:
        """Forget the pages."""
        self._store.close()


class _Keeping:
    """A reader that keeps what it reads."""

    def __init__(self, reader: PageReader, limits: Limits) -> None:
        self._reader = reader
        self._limits = limits
        self.pages: list[CheckedPage] = []

    def read(self, response: Response) -> Reading:
        reading = self._reader.read(response)
        if reading.view is not None and 200 <= response.status < 300:
            body = decode_payload(response, self._limits).body
            self.pages.append(CheckedPage(response.url, body, charset_of(response, body)))
        return reading
