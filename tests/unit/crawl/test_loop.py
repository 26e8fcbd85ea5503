"""The loop: commands carried out, and what is durable in which order."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from periplus.archive.location import Location
from periplus.archive.writer import RevisitOf
from periplus.crawl import loop as crawl_loop
from periplus.crawl.clock import VirtualClock
from periplus.crawl.counters import Counters
from periplus.crawl.events import StopReason
from periplus.crawl.loop import CrawlLoop
from periplus.crawl.observer import Silent, Snapshot
from periplus.crawl.reader import PageReader
from periplus.crawl.run import assemble
from periplus.crawl.settings import Settings
from periplus.errors import DiskFull, FetchError, FetchFault, PeriplusError
from periplus.exchange import Request, Response
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.store import JobStore, PageRow
from unit.crawl.samples import (
    ORIGIN,
    SMALL_SITE,
    START,
    Answer,
    ScriptedFetcher,
    page,
    response,
    site,
)


class Diary:
    """A store, an archive and an observer that write down what is done to them, in order."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self.store = JobStore.create(None)
        self.notes: list[str] = []
        self.snapshots: list[Snapshot] = []
        self.revisits: list[RevisitOf] = []
        self._length = 0
        self._commit, self._finish = self.store.commit, self.store.finish
        self.store.commit = self._noted_commit  # type: ignore[method-assign]
        self.store.finish = self._noted_finish  # type: ignore[method-assign]
        self.full_at: int | None = None

    def _noted_commit(self) -> None:
        self.entries.append("commit")
        self._commit()

    def _noted_finish(self, page: PageRow) -> None:
        self.entries.append(f"page {self.store.url(page.url_id).removeprefix(ORIGIN)}")
        self._finish(page)

    def append(
        self,
        response: Response,
        *,
        payload_digest: str,
        revisit_of: RevisitOf | None = None,
        rendered: bytes | None = None,
        resource: str | None = None,
    ) -> Location:
        self.entries.append(f"append {response.url.removeprefix(ORIGIN)}")
        if revisit_of is not None:
            self.revisits.append(revisit_of)
        self._length += 10
        return Location("a.warc.gz", self._length - 10, 10)

    def sync(self) -> dict[str, int]:
        self.entries.append("sync")
        if self.full_at is not None and self._length >= self.full_at:
            raise DiskFull("no room")
        return {"a.warc.gz": self._length}

    def fetched(self, url: str, page: PageRow) -> None:
        self.entries.append(f"told {url.removeprefix(ORIGIN)}")

    def failed(self, url: str, error: PeriplusError) -> None:
        self.entries.append(f"failed {url.removeprefix(ORIGIN)}")

    def noted(self, message: str) -> None:
        self.notes.append(message)

    def progressed(self, snapshot: Snapshot) -> None:
        self.snapshots.append(snapshot)

    def loop(
        self, answers: Mapping[str, Answer | Sequence[Answer]], fetcher: Any = None, **settings: Any
    ) -> CrawlLoop:
        made = Settings(**{"urls": (START,), "delay": 0.0, **settings})
        clock, strategy = VirtualClock(), BreadthFirst()
        core = assemble(made, made.urls, self.store, strategy, Counters(), clock, DEFAULT_LIMITS)
        reader = PageReader(Stage.LINKS, DEFAULT_LIMITS)
        fetcher = fetcher or ScriptedFetcher(answers)
        return CrawlLoop(core, self.store, fetcher, reader, self, clock, self)

    def crawl(self, answers: Mapping[str, Answer | Sequence[Answer]], **settings: Any) -> str:
        return asyncio.run(self.loop(answers, **settings).run())


def test_a_crawl_ends_with_everything_committed() -> None:
    diary = Diary()
    assert diary.crawl(SMALL_SITE) == StopReason.COMPLETE
    assert {entry for entry in diary.entries if entry.startswith("page")} == {
        f"page {path}" for path in ("/robots.txt", "/", "/a", "/b", "/c", "/d", "/old", "/gone")
    }
    assert diary.entries[-2:] == ["sync", "commit"]
    assert diary.snapshots[-1].counters.pages == 7
    assert diary.snapshots[-1].in_flight == 0


def test_the_archive_is_synced_before_every_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_loop, "COMMIT_PAGES", 2)
    diary = Diary()
    diary.crawl(SMALL_SITE)
    commits = [at for at, entry in enumerate(diary.entries) if entry == "commit"]
    assert len(commits) >= 4
    assert all(diary.entries[at - 1] == "sync" for at in commits)


def test_a_page_is_appended_before_it_is_noted_and_told_after() -> None:
    diary = Diary()
    diary.crawl(site(page("/")))
    home = [entry for entry in diary.entries if entry.endswith(" /")]
    assert home == ["append /", "page /", "told /"]


def test_the_place_in_the_archive_is_noted_with_the_page() -> None:
    diary = Diary()
    diary.crawl(SMALL_SITE)
    pages = list(diary.store.pages())
    assert [page.warc_offset for page in pages] == [10 * number for number in range(len(pages))]
    assert diary.store.warcs() == {"a.warc.gz": 10 * len(pages)}


def test_a_payload_seen_before_becomes_a_revisit() -> None:
    diary = Diary()
    copy = page("/").body
    diary.crawl(site(page("/", "/copy"), response("/copy", page("/", "/copy").body)))
    [revisit] = diary.revisits
    assert revisit.url == START
    assert copy != page("/", "/copy").body


def test_retry_after_is_committed_at_once() -> None:
    diary = Diary()
    answers = site(page("/", "/a", "/b"), page("/b"))
    busy = response("/a", status=429, retry_after="30")
    diary.crawl({**answers, ORIGIN + "/a": [busy, page("/a")]})
    before_b = diary.entries[: diary.entries.index("append /b")]
    assert before_b[-2:] == ["sync", "commit"]


def test_pages_are_committed_every_second_of_the_crawl() -> None:
    diary = Diary()
    answers = site(page("/", *[f"/{n}" for n in range(5)]), *[page(f"/{n}") for n in range(5)])
    diary.crawl(answers, delay=2.0)
    commits = diary.entries.count("commit")
    assert commits >= 6


def test_failures_are_told() -> None:
    diary = Diary()
    error = FetchError(ORIGIN + "/a", FetchFault.PROTOCOL, retry=False)
    diary.crawl({**site(page("/", "/a")), ORIGIN + "/a": error})
    assert "failed /a" in diary.entries


def test_what_the_core_has_to_say_is_told() -> None:
    diary = Diary()
    closed = {ORIGIN + "/robots.txt": response("/robots.txt", status=500)}
    assert diary.crawl(closed) == StopReason.UNREACHABLE
    assert "counts as closed" in diary.notes[0]


def test_a_stop_from_outside_ends_the_crawl_after_what_is_in_flight() -> None:
    class Stopping(ScriptedFetcher):
        async def fetch(self, request: Request) -> Response:
            if request.url == START:
                loop.request_stop(StopReason.INTERRUPTED)
            return await super().fetch(request)

    diary = Diary()
    fetcher = Stopping(SMALL_SITE)
    loop = diary.loop({}, fetcher)
    assert asyncio.run(loop.run()) == StopReason.INTERRUPTED
    assert fetcher.paths == ["/robots.txt", "/"]
    assert "page /" in diary.entries
    assert diary.entries[-1] == "commit"


def test_a_full_disk_ends_the_crawl_without_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_loop, "COMMIT_PAGES", 1)
    diary = Diary()
    diary.full_at = 30
    with pytest.raises(DiskFull):
        diary.crawl(SMALL_SITE)
    assert diary.entries[-1] == "sync"
    assert diary.entries.count("commit") == 2


def test_a_fault_of_our_own_ends_the_crawl_instead_of_stalling_it() -> None:
    class Broken(ScriptedFetcher):
        async def fetch(self, request: Request) -> Response:
            if request.url == START:
                raise ZeroDivisionError
            return await super().fetch(request)

    diary = Diary()
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.wait_for(diary.loop({}, Broken(SMALL_SITE)).run(), 30))


def test_requests_that_are_under_way_are_cancelled_when_the_loop_is() -> None:
    ended: list[str] = []

    class Slow(ScriptedFetcher):
        async def fetch(self, request: Request) -> Response:
            if request.url != START:
                return await super().fetch(request)
            try:
                await asyncio.sleep(3600)
            finally:
                ended.append(request.url)
            raise AssertionError

    async def main() -> None:
        running = asyncio.ensure_future(Diary().loop({}, Slow(SMALL_SITE)).run())
        await asyncio.sleep(0.05)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(main())
    assert ended == [START]


def test_without_an_archive_pages_are_noted_all_the_same() -> None:
    store, settings = JobStore.create(None), Settings(urls=(START,), delay=0.0)
    clock, strategy = VirtualClock(), BreadthFirst()
    core = assemble(settings, settings.urls, store, strategy, Counters(), clock, DEFAULT_LIMITS)
    reader = PageReader(Stage.LINKS, DEFAULT_LIMITS)
    fetcher = ScriptedFetcher(SMALL_SITE)
    loop = CrawlLoop(core, store, fetcher, reader, None, clock, Silent())
    assert asyncio.run(loop.run()) == StopReason.COMPLETE
    assert {page.warc_file for page in store.pages()} == {""}
    assert store.warcs() == {}
