"""The frontier as a source of URLs; and a core over another source."""

from pathlib import Path

import pytest

from periplus.crawl.core import Core
from periplus.crawl.counters import Counters
from periplus.crawl.events import StopReason
from periplus.crawl.hosts import Hosts
from periplus.crawl.intake import Intake
from periplus.crawl.job import open_job
from periplus.crawl.scope import Scope
from periplus.crawl.source import FrontierSource
from periplus.exchange import Purpose
from periplus.limits import DEFAULT_LIMITS
from periplus.plan.orders import BreadthFirst
from periplus.plan.strategy import Progress, Reason
from periplus.store import Taken, UrlState
from unit.cli.samples import Shell
from unit.crawl.samples import (
    ORIGIN,
    START,
    Rig,
    asked,
    ending,
    fetches,
    page,
    response,
    robots,
    site,
    wake_at,
)


class Later(FrontierSource):
    """Has something to ask for at a later moment."""

    def __init__(self, rig: Rig) -> None:
        intake = Intake(
            rig.store,
            rig.strategy,
            Scope.of(rig.settings, rig.settings.urls),
            rig.counters,
            DEFAULT_LIMITS,
            lambda url: None,
            lambda body: "sha1:X",
        )
        super().__init__(rig.store, intake, rig.strategy)
        self.saved = 0
        self.at: float | None = 500.0
        hosts = Hosts(rig.settings, rig.store, DEFAULT_LIMITS, rig.clock)
        rig.core = Core(
            rig.settings,
            rig.store,
            rig.strategy,
            hosts,
            intake,
            rig.counters,
            DEFAULT_LIMITS,
            rig.settings.urls,
            self,
        )

    def wakes_at(self, now: float) -> float | None:
        return self.at

    def save(self) -> None:
        self.saved += 1


def frontier(rig: Rig) -> FrontierSource:
    return Later(rig)


def test_a_url_of_the_frontier_is_asked_for_once() -> None:
    rig = Rig()
    source = frontier(rig)
    source.start(rig.settings.urls)
    assert (source.origins(), source.waiting()) == ([ORIGIN], 1)
    taken = source.take(ORIGIN)
    assert taken is not None
    assert source.request(taken).purpose is Purpose.PAGE
    source.give_back(taken)
    assert source.take(ORIGIN) == taken
    assert source.skip(taken, Reason.ROBOTS)
    assert rig.state("/") is UrlState.SKIPPED
    assert source.take(ORIGIN) is None


def test_a_url_that_failed_is_given_up() -> None:
    rig = Rig()
    source = frontier(rig)
    source.start(rig.settings.urls)
    taken = source.take(ORIGIN)
    assert taken is not None
    source.give_up(Taken(taken.url_id, taken.url, "", 0, 2), Reason.FAILED, "dns")
    assert rig.state("/") is UrlState.FAILED
    assert not source.is_done(Progress(1, 1, 0))


def test_a_core_waits_for_what_its_source_will_have() -> None:
    rig = Rig(ignore_robots=True)
    source = Later(rig)
    [start] = fetches(rig.start())
    commands = rig.answer(start, page("/"))
    assert (ending(commands), wake_at(commands)) == (None, 500.0)
    rig.core.save(0.0, final=False)
    assert source.saved == 1
    source.at = None
    assert ending(rig.wait(1.0)) is StopReason.COMPLETE
    assert asked([start]) == [START.removeprefix(ORIGIN)]


def test_strategies_end_a_crawl_through_their_source() -> None:
    class Done(BreadthFirst):
        def is_done(self, progress: Progress) -> bool:
            return True

    rig = Rig(strategy=Done(), counters=Counters())
    assert ending(rig.start()) is StopReason.SATISFIED


def test_a_strategy_that_hesitates_is_asked_for_one_after_another() -> None:
    class Shy(BreadthFirst):
        def hesitates(self, group: str, priority: float, *, is_under_way: bool) -> bool:
            return True

    for strategy, at_once in ((BreadthFirst(), 2), (Shy(), 1)):
        rig = Rig(strategy=strategy, ignore_robots=True, concurrency=8)
        [start] = fetches(rig.start())
        first = fetches(rig.answer(start, page("/", "/1", "/2")))
        assert len(first) == at_once
        commands = rig.answer(first[0], page("/1"))
        rest = [*first[1:], *fetches(commands)]
        assert len(rest) == 1
        assert ending(rig.answer(rest[0], page("/2"))) is StopReason.COMPLETE


def test_what_is_not_worth_it_waits_for_what_is_asked_again() -> None:
    class Shy(BreadthFirst):
        def hesitates(self, group: str, priority: float, *, is_under_way: bool) -> bool:
            assert not is_under_way  # an answer that will come is another thing
            return True

    for strategy, at_once in ((BreadthFirst(), 1), (Shy(), 0)):
        rig = Rig(strategy=strategy, ignore_robots=True)
        [start] = fetches(rig.start())
        [first] = fetches(rig.answer(start, page("/", "/1", "/2")))
        commands = rig.answer(first, response("/1", status=500))
        assert len(fetches(commands)) == at_once
        if not at_once:
            again = fetches(rig.wait(wake_at(commands)))
            assert asked(again) == ["/1"]


def test_a_larger_max_depth_takes_up_what_was_too_deep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(capsys, monkeypatch)
    chain = [page(f"/{n}", f"/{n + 1}", "/out") for n in range(1, 6)]
    answers = site(robots(), page("/", "/1"), *chain)
    flags = ("-o", tmp_path / "job", "--delay", 0, "--strategy", "bfs", "--exclude", "/out")
    runs = ((1, 2, ["/2", "/out"]), (3, 4, ["/4"]), (3, 4, ["/4"]))
    for depth, expected, too_deep in runs:
        shell.answers(answers)
        ran = shell("crawl", START, *flags, "--max-depth", depth)
        assert ran.code == 0
        with open_job(tmp_path / "job", {}, wall=0.0) as job:
            fetched = [
                row for row in job.store.pages() if row.status == 200 and row.group != "robots"
            ]
            assert len(fetched) == expected
            left = [job.store.url(i) for i in job.store.left_alone(Reason.TOO_DEEP)]
            assert left == [ORIGIN + path for path in too_deep]
            assert job.store.waiting() == 0
