"""A crawl without network, disk or waiting: scripted answers, a clock that is moved by hand."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
import xxhash

from periplus.crawl import run as crawl_run
from periplus.crawl.counters import Counters
from periplus.crawl.events import (
    Command,
    Event,
    Fetch,
    FetchFailed,
    Finish,
    Keep,
    PageFetched,
    ResourceFetched,
    RobotsFetched,
    Started,
    StopReason,
    TimerFired,
    WakeAt,
)
from periplus.crawl.job import Job, open_job
from periplus.crawl.observer import Observer, Silent
from periplus.crawl.reader import PageReader
from periplus.crawl.rendering import Renderings
from periplus.crawl.settings import Secrets, Settings
from periplus.errors import PeriplusError
from periplus.exchange import Request, Response
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Strategy, Visit
from periplus.store import JobStore, UrlState

ORIGIN = "http://site.test"
START = ORIGIN + "/"
DATE = 1_790_000_000.0
Answer = Response | PeriplusError


def response(
    path: str = "/",
    body: bytes = b"",
    *,
    status: int = 200,
    media_type: str = "text/html",
    date: float = DATE,
    **headers: str,
) -> Response:
    """An answer of the site; a keyword `retry_after="5"` is the header Retry-After."""
    url = path if "://" in path else ORIGIN + path
    pairs = [(b"Content-Type", media_type.encode())] if media_type else []
    pairs += [(k.replace("_", "-").encode(), v.encode("latin-1")) for k, v in headers.items()]
    return Response(
        url=url,
        status=status,
        reason="",
        headers=tuple(pairs),
        body=body,
        request_head=f"GET {path} HTTP/1.1\r\nHost: site.test\r\n\r\n".encode(),
        date=date,
        seconds=0.0,
    )


def page(path: str, *links: str, text: str = "", **more: Any) -> Response:
    """A page of its own text with links."""
    anchors = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    body = f"<title>{path}</title><p>{text or 'The page ' + path}</p><ul>{anchors}</ul>"
    return response(path, body.encode(), **more)


def redirect(path: str, target: str, status: int = 302) -> Response:
    return response(path, status=status, media_type="", location=target)


def robots(text: str = "", status: int = 200, **headers: str) -> Response:
    return response("/robots.txt", text.encode(), status=status, media_type="text/plain", **headers)


def site(*pages: Response) -> dict[str, Answer]:
    """Answers by URL; there is no robots.txt unless one is given."""
    answers: dict[str, Answer] = {ORIGIN + "/robots.txt": robots(status=404)}
    return answers | {page.url: page for page in pages}


# Five pages, two of them one text, a redirect, an error, and a link that leads away.
SMALL_SITE = site(
    page("/", "/a", "/b", "/old", "/gone", "http://elsewhere.test/"),
    page("/a", "/b", "/c", "/"),
    page("/b", "/c"),
    page("/c", "/a"),
    page("/d", text="The page /a"),
    redirect("/old", "/d"),
    response("/gone", b"<p>not here", status=404),
)


class ManualClock:
    """Stands still until a test moves it."""

    def __init__(self, now: float = 100.0, wall: float = DATE) -> None:
        self.now = now
        self.wall_now = wall

    def monotonic(self) -> float:
        return self.now

    def wall(self) -> float:
        return self.wall_now

    def advance(self, seconds: float) -> None:
        self.now += seconds
        self.wall_now += seconds

    async def wait(self, wake: asyncio.Event, until: float | None, *, busy: bool) -> None:
        raise AssertionError("nothing waits here")


class ScriptedFetcher:
    """Answers from a table: a list is answered item by item, what is missing is a 404."""

    def __init__(self, answers: Mapping[str, Answer | Sequence[Answer]]) -> None:
        self._answers = {
            url: list(answer) if isinstance(answer, Sequence) else answer
            for url, answer in answers.items()
        }
        self.asked: list[str] = []
        self.closed = False

    async def fetch(self, request: Request) -> Response:
        self.asked.append(request.url)
        await asyncio.sleep(0)
        answer = self._answers.get(request.url) or response(request.url, status=404)
        if isinstance(answer, list):
            answer = answer.pop(0) if len(answer) > 1 else answer[0]
        if isinstance(answer, Response):
            return answer
        raise answer

    async def close(self) -> None:
        self.closed = True

    @property
    def paths(self) -> list[str]:
        return [url.removeprefix(ORIGIN) for url in self.asked]


class Rig:
    """A core over a store in memory: events in, commands out, and nothing else."""

    def __init__(
        self,
        *,
        strategy: Strategy | None = None,
        store: JobStore | None = None,
        counters: Counters | None = None,
        limits: Limits = DEFAULT_LIMITS,
        clock: ManualClock | None = None,
        **settings: Any,
    ) -> None:
        self.settings = Settings(**{"urls": (START,), "delay": 0.0, "strategy": "bfs", **settings})
        self.store = store or JobStore.create(None)
        self.strategy = strategy or BreadthFirst()
        self.counters = counters or Counters()
        self.clock = clock or ManualClock()
        self._reader = PageReader(self.strategy.needs, limits)
        self.core = crawl_run.assemble(
            self.settings,
            self.settings.urls,
            self.store,
            self.strategy,
            self.counters,
            self.clock,
            limits,
            renderings=Renderings(self.settings.render, self.store, self.counters),
        )

    def tell(self, event: Event) -> list[Command]:
        """Hand an event in, and note kept pages as the loop would."""
        commands = self.core.handle(event, self.clock.monotonic())
        for command in commands:
            if isinstance(command, Keep):
                keep = self.store.finish if command.resource is None else self.store.keep
                keep(command.page)
        return commands

    def start(self) -> list[Command]:
        return self.tell(Started())

    def answer(self, fetch: Fetch, answer: Answer) -> list[Command]:
        """What a request brought."""
        if fetch.wanted is not None:
            return self.tell(ResourceFetched(fetch.wanted, answer))
        if fetch.taken is None:
            return self.tell(RobotsFetched(fetch.origin, answer))
        if isinstance(answer, Response):
            return self.tell(PageFetched(fetch.taken, answer, self._reader.read(answer)))
        return self.tell(FetchFailed(fetch.taken, answer))

    def open(self, answer: Answer | None = None) -> list[Command]:
        """Start and have robots.txt answered: the commands after that."""
        [fetch] = fetches(self.start())
        return self.answer(fetch, answer or robots(status=404))

    def wait(self, seconds: float) -> list[Command]:
        self.clock.advance(seconds)
        return self.tell(TimerFired())

    def state(self, path: str) -> UrlState:
        url_id = self.store.find(ORIGIN + path if path.startswith("/") else path)
        assert url_id is not None, f"{path} was never seen"
        return self.store.row(url_id).state

    def reason(self, path: str) -> Reason | None:
        url_id = self.store.find(ORIGIN + path if path.startswith("/") else path)
        assert url_id is not None, f"{path} was never seen"
        return self.store.row(url_id).reason


def fetches(commands: Sequence[Command]) -> list[Fetch]:
    return [command for command in commands if isinstance(command, Fetch)]


def asked(commands: Sequence[Command]) -> list[str]:
    """The paths that commands ask for."""
    return [fetch.request.url.removeprefix(ORIGIN) for fetch in fetches(commands)]


def kept(commands: Sequence[Command]) -> list[Keep]:
    return [command for command in commands if isinstance(command, Keep)]


def ending(commands: Sequence[Command]) -> StopReason | None:
    reasons = [command.reason for command in commands if isinstance(command, Finish)]
    return reasons[0] if reasons else None


def wake_at(commands: Sequence[Command]) -> float | None:
    moments = [command.moment for command in commands if isinstance(command, WakeAt)]
    return moments[0] if moments else None


class Remembering:
    """A strategy whose every choice depends on everything it was told before."""

    name: ClassVar[str] = "remembering"
    needs: ClassVar[Stage] = Stage.LINKS

    def __init__(self) -> None:
        self.memory = 0
        self.visits: list[tuple[object, ...]] = []
        self.done_at: int | None = None

    def judge(self, visit: Visit) -> Judgement:
        told = (
            visit.page,
            visit.url,
            visit.status,
            visit.depth,
            visit.group,
            str(visit.verdict),
            visit.view.title if visit.view else None,
            tuple(tuple(offered) for offered in visit.links),
        )
        self.visits.append(told)
        self.memory = xxhash.xxh3_64_intdigest(f"{self.memory} {told}".encode())
        choices = []
        for offered in visit.links:
            mood = xxhash.xxh3_64_intdigest(f"{self.memory} {offered.url}".encode())
            if mood % 7 == 0:
                choices.append(Choice(Reason.STRATEGY))
            else:
                choices.append(Choice(Reason.FOLLOW, f"g{mood % 3}", float(mood % 1000)))
        return Judgement(choices, priorities={f"g{self.memory % 3}": float(self.memory % 10)})

    def is_done(self, progress: Progress) -> bool:
        return self.done_at is not None and progress.pages >= self.done_at

    def save(self) -> dict[str, Any]:
        return {"memory": str(self.memory)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.memory = int(state["memory"])


def crawl_job(
    path: Path,
    answers: Mapping[str, Answer | Sequence[Answer]],
    monkeypatch: pytest.MonkeyPatch,
    *,
    observer: Observer | None = None,
    limits: Limits = DEFAULT_LIMITS,
    **given: Any,
) -> tuple[StopReason, ScriptedFetcher]:
    """Run a real job on disk; only the network is scripted."""
    fetcher = ScriptedFetcher(answers)
    monkeypatch.setattr(crawl_run, "HttpFetcher", lambda settings, **more: fetcher)
    with open_test_job(path, **given) as job:
        running = crawl_run.run_job(job, observer or Silent(), Secrets(), limits=limits)
        outcome = asyncio.run(running)
    assert fetcher.closed
    return outcome, fetcher


def open_test_job(path: Path, **given: Any) -> Job:
    return open_job(path, {"urls": [START], "delay": 0.0, "strategy": "bfs", **given}, wall=DATE)
