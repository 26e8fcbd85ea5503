"""Pages that are shown, and what they wait for, with a browser that is played."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from periplus.crawl.events import (
    Abandon,
    Event,
    Reading,
    Refuse,
    Render,
    RenderingEnded,
    ResourceFetched,
    ResourceWanted,
)
from periplus.crawl.observer import Silent
from periplus.crawl.reader import PageReader
from periplus.crawl.stage import Stage
from periplus.errors import PeriplusError, RefusedError
from periplus.exchange import Request, Response
from periplus.fetch.browser.rendered import Ask, Rendered, RenderFailed, RenderFault
from periplus.limits import DEFAULT_LIMITS
from periplus.page import Stage as PageStage
from periplus.store import Taken

URL = "http://a.example/"


def response(url: str, body: bytes = b"") -> Response:
    return Response(url, 200, "", ((b"Content-Type", b"text/html"),), body, b"", 0.0, 0.0)


class PlayedBrowser:
    """Loads one script and shows what it was answered."""

    def __init__(self, fault: RenderFault | None = None) -> None:
        self.fault = fault

    async def render(self, page: Response, ask: Ask) -> Rendered:
        if self.fault is not None:
            raise RenderFailed(page.url, self.fault)
        try:
            answer = await ask(Request(URL + "app.js"), "script")
        except RefusedError as refusal:
            return Rendered(f"<p>{refusal}</p>".encode())
        return Rendered(b"<p>" + answer.body + b"</p><a href=/made>made</a>")

    async def close(self) -> None:
        pass


class Run:
    def __init__(self, browser: PlayedBrowser | None) -> None:
        self.events: list[Event] = []
        self.tasks: list[asyncio.Task[None]] = []
        reader = PageReader(PageStage.ALL, DEFAULT_LIMITS)
        self.stage = Stage(browser, reader, self.events.append, self.spawn, Silent())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    async def start(self) -> None:
        taken = Taken(5, URL, "seed", 0, 0)
        self.stage.carry_out(Render(taken, response(URL), Reading(charset="ascii")))
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self) -> RenderingEnded:
        await asyncio.gather(*self.tasks)
        ended = self.events[-1]
        assert isinstance(ended, RenderingEnded)
        return ended

    @property
    def wanted(self) -> ResourceWanted:
        wanted = self.events[0]
        assert isinstance(wanted, ResourceWanted)
        return wanted


def test_an_answer_goes_to_the_page_and_to_the_core() -> None:
    async def main() -> None:
        run = Run(PlayedBrowser())
        await run.start()
        assert (run.wanted.page, run.wanted.request.url) == (5, URL + "app.js")
        told = run.stage.answered(run.wanted, response(URL + "app.js", b"built"))
        assert isinstance(told, ResourceFetched)
        ended = await run.end()
        assert ended.shown is not None
        assert ended.shown.rendered == b"<p>built</p><a href=/made>made</a>"
        assert ended.shown.view is not None
        assert ended.shown.view.links.urls == [URL + "made"]
        assert ended.shown.charset == "ascii"

    asyncio.run(main())


def test_a_refusal_is_told_to_the_page_alone() -> None:
    async def main() -> None:
        run = Run(PlayedBrowser())
        await run.start()
        run.stage.carry_out(Refuse(run.wanted, "robots"))
        ended = await run.end()
        assert ended.shown is not None
        assert b"robots" in (ended.shown.rendered or b"")

    asyncio.run(main())


def test_an_abandoned_page_is_given_back() -> None:
    async def main() -> None:
        run = Run(PlayedBrowser())
        await run.start()
        run.stage.carry_out(Abandon())
        ended = await run.end()
        assert ended.is_abandoned
        assert ended.shown is None
        run.stage.answered(run.wanted, PeriplusError("late"))  # nobody waits for it any more

    asyncio.run(main())


def test_a_browser_that_fails_is_a_fault_of_the_page() -> None:
    async def main() -> None:
        for browser, fault in (
            (PlayedBrowser(RenderFault.CRASHED), "render-crashed"),
            (None, "render-unavailable"),
        ):
            run = Run(browser)
            await run.start()
            ended = await run.end()
            assert (ended.fault, ended.shown) == (fault, None)

    asyncio.run(main())
