"""The loop: carries the core's commands out and feeds what happens back in. Decides nothing.

Commit protocol: append to the WARC and fsync it, then commit the database transaction that holds
the WARC's length together with the pages. A kill at any moment leaves the last commit.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol

from periplus.archive.writer import Location, RevisitOf
from periplus.crawl.clock import Clock
from periplus.crawl.core import Core
from periplus.crawl.events import (
    Abandon,
    Command,
    Commit,
    Event,
    Fetch,
    FetchFailed,
    Finish,
    Keep,
    PageFetched,
    Refuse,
    Render,
    RobotsFetched,
    Started,
    StopReason,
    StopRequested,
    TimerFired,
    WakeAt,
)
from periplus.crawl.observer import Observer
from periplus.crawl.reader import Reader
from periplus.crawl.stage import Stage
from periplus.errors import PeriplusError
from periplus.exchange import Response
from periplus.fetch.browser.rendered import Renderer
from periplus.fetch.fetcher import Fetcher
from periplus.plan.strategy import Reason
from periplus.store import JobStore

COMMIT_PAGES = 200
COMMIT_SECONDS = 1.0


class Archive(Protocol):
    """Where exchanges are kept."""

    def append(
        self,
        response: Response,
        *,
        payload_digest: str,
        revisit_of: RevisitOf | None = None,
        rendered: bytes | None = None,
        resource: str | None = None,
    ) -> Location: ...

    def sync(self) -> dict[str, int]: ...


class CrawlLoop:
    """Runs one core over one fetcher, store and archive until the core says Finish."""

    def __init__(
        self,
        core: Core,
        store: JobStore,
        fetcher: Fetcher,
        reader: Reader,
        archive: Archive | None,
        clock: Clock,
        observer: Observer,
        before_commit: Callable[[], None] | None = None,
        renderer: Renderer | None = None,
    ) -> None:
        self._stage = Stage(renderer, reader, self._tell, self._spawn, observer)
        self._before_commit = before_commit
        self._core = core
        self._store = store
        self._fetcher = fetcher
        self._reader = reader
        self._archive = archive
        self._clock = clock
        self._observer = observer
        self._events: deque[Event] = deque()
        self._wake = asyncio.Event()
        self._wake_at: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._outcome: StopReason | None = None
        self._fault: BaseException | None = None
        self._uncommitted_pages = 0
        self._commit_at = 0.0

    def request_stop(self, reason: StopReason) -> None:
        """End after what is in flight; safe to call from a signal handler."""
        self._tell(StopRequested(reason))

    async def run(self) -> StopReason:
        """Crawl until the core is done. Raises DiskFull with everything committed kept."""
        try:
            self._commit_at = self._clock.monotonic() + COMMIT_SECONDS
            self._handle(Started())
            while self._outcome is None:
                await self._step()
            self._commit()
            return self._outcome
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _step(self) -> None:
        if not self._events:
            self._wake.clear()
            until = self._wake_at
            if self._uncommitted_pages:
                until = self._commit_at if until is None else min(until, self._commit_at)
            await self._clock.wait(self._wake, until, busy=bool(self._tasks))
            if self._fault is not None:
                raise self._fault
            if not self._events:
                self._events.append(TimerFired())
        while self._events and self._outcome is None:
            self._handle(self._events.popleft())
            if self._is_commit_due():
                self._commit()

    def _handle(self, event: Event) -> None:
        self._wake_at = None
        for command in self._core.handle(event, self._clock.monotonic()):
            self._carry_out(command)
        for note in self._core.take_notes():
            self._observer.noted(note)

    def _carry_out(self, command: Command) -> None:
        match command:
            case Fetch():
                self._spawn(self._fetch(command))
            case Keep():
                self._keep(command)
            case Render() | Refuse() | Abandon():
                self._stage.carry_out(command)
            case Commit():
                self._commit()
            case WakeAt(moment=moment):
                self._wake_at = moment
            case Finish(reason=reason):
                self._outcome = reason

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A fault of our own ends the crawl: an answer that never comes would stall it."""
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._fault = task.exception()
            self._wake.set()

    async def _fetch(self, command: Fetch) -> None:
        event = await self._answer(command)
        # Not busy any more when the answer is told: on virtual time nothing else would wake us.
        task = asyncio.current_task()
        if task is not None:
            self._tasks.discard(task)
        self._tell(event)

    async def _answer(self, command: Fetch) -> Event:
        try:
            response = await self._fetcher.fetch(command.request)
        except PeriplusError as error:
            if command.wanted is not None:
                return self._stage.answered(command.wanted, error)
            if command.taken is None:
                return RobotsFetched(command.origin, error)
            self._observer.failed(command.taken.url, error)
            return FetchFailed(command.taken, error)
        if command.wanted is not None:
            return self._stage.answered(command.wanted, response)
        if command.taken is None:
            return RobotsFetched(command.origin, response)
        return PageFetched(command.taken, response, self._reader.read(response))

    def _tell(self, event: Event) -> None:
        self._events.append(event)
        self._wake.set()

    def _keep(self, command: Keep) -> None:
        page = command.page
        if not command.is_wanted:
            self._store.skip([page.url_id], Reason.IRRELEVANT, final=True)
            self._uncommitted_pages += 1
            self._observer.fetched(command.response.url, page)
            return
        if self._archive is not None:
            place = self._archive.append(
                command.response,
                payload_digest=page.digest,
                revisit_of=self._refers_to(command),
                rendered=command.rendered,
                resource=command.resource,
            )
            page = replace(
                page,
                warc_file=place.file,
                warc_offset=place.offset,
                warc_length=place.length,
            )
        self._uncommitted_pages += 1
        if command.resource is not None:
            self._store.keep(page)
            return
        self._store.finish(page)
        self._observer.fetched(command.response.url, page)

    def _refers_to(self, command: Keep) -> RevisitOf | None:
        twin = command.twin
        if twin is None:
            return None
        url = self._store.url(twin.url_id)
        return RevisitOf(url, twin.date, twin.digest, not_modified=command.not_modified)

    def _is_commit_due(self) -> bool:
        return self._uncommitted_pages >= COMMIT_PAGES or (
            self._uncommitted_pages > 0 and self._clock.monotonic() >= self._commit_at
        )

    def _commit(self) -> None:
        if self._archive is not None:
            for name, length in self._archive.sync().items():
                self._store.set_warc(name, length)
        self._core.save(self._clock.monotonic(), final=self._outcome is not None)
        if self._before_commit is not None:
            self._before_commit()
        self._store.commit()
        self._uncommitted_pages = 0
        self._commit_at = self._clock.monotonic() + COMMIT_SECONDS
        self._observer.progressed(self._core.snapshot(self._clock.monotonic()))
