"""A strategy that was stopped decides as one that never was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from periplus import __version__
from periplus.crawl import run as crawl_run
from periplus.crawl.reader import PageReader
from periplus.crawl.recall import recall, visits_since
from periplus.exchange import Response
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.plan.registry import make_strategy
from unit.crawl.samples import (
    Answer,
    Remembering,
    crawl_job,
    open_test_job,
    page,
    redirect,
    response,
    site,
)

READER = PageReader(Stage.LINKS, DEFAULT_LIMITS)


def woven(number: int = 40) -> dict[str, Answer]:
    """Pages that link to each other in many ways, with copies, redirects and errors among them."""
    pages: list[Response] = []
    for n in range(number):
        links = [f"/{(n * 3 + k) % number}" for k in range(4)] + [f"/r{n}", f"/{n}", f"/c{n}"]
        pages.append(page(f"/{n}", *links, links[0]))
        pages.append(redirect(f"/r{n}", f"/{(n + 5) % number}"))
        pages.append(response(f"/c{n}", b"<p>all copies are one</p>"))
    return site(page("/", "/0", "/1"), *pages)


@pytest.fixture
def strategies(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Remembering]]:
    """Every run of a job makes its strategy here."""
    made: list[Remembering] = []

    def make(*_: object, **more: object) -> Remembering:
        made.append(Remembering())
        return made[-1]

    monkeypatch.setattr(crawl_run, "strategy_for", make)
    return made  # type: ignore[return-value]


def test_a_crawl_in_pieces_asks_in_the_same_order_as_one_in_one_go(
    tmp_path: Path, strategies: list[Remembering], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, whole = crawl_job(tmp_path / "whole", woven(), monkeypatch)
    assert len(whole.asked) > 80
    pieces: list[str] = []
    for limit in (10, 31, 32, 70, 100_000):
        _, piece = crawl_job(tmp_path / "pieces", woven(), monkeypatch, max_requests=limit)
        pieces += piece.asked
    assert pieces == whole.asked
    assert strategies[-1].memory == strategies[0].memory


def test_without_a_snapshot_every_page_is_judged_again(
    tmp_path: Path, strategies: list[Remembering], monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", woven(), monkeypatch, max_requests=60)
    with open_test_job(tmp_path / "job") as job:
        job.store.set_meta("strategy", None)
        fresh = Remembering()
        assert recall(job.store, job.archive_directory, READER, fresh) == 59
    assert fresh.visits == strategies[0].visits
    assert fresh.memory == strategies[0].memory


def test_with_a_snapshot_only_later_pages_are_judged_again(
    tmp_path: Path, strategies: list[Remembering], monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", woven(), monkeypatch, max_requests=20)
    with open_test_job(tmp_path / "job") as job:
        snapshot = job.store.get_meta("strategy")
    crawl_job(tmp_path / "job", woven(), monkeypatch, max_requests=60)
    with open_test_job(tmp_path / "job") as job:
        job.store.set_meta("strategy", snapshot)
        fresh = Remembering()
        assert recall(job.store, job.archive_directory, READER, fresh) == 40
    assert fresh.visits == strategies[1].visits
    assert fresh.memory == strategies[1].memory


@pytest.mark.parametrize("version", ["0.0.1", __version__])
def test_a_snapshot_of_another_version_or_that_lacks_something_is_not_believed(
    version: str, tmp_path: Path, strategies: list[Remembering], monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", woven(), monkeypatch, max_requests=60)
    with open_test_job(tmp_path / "job") as job:
        snapshot = job.store.get_meta("strategy")
        job.store.set_meta("strategy", {**snapshot, "version": version, "state": {"odd": 1}})
        fresh = Remembering()
        assert recall(job.store, job.archive_directory, READER, fresh) == 59
    assert fresh.memory == strategies[0].memory


@pytest.mark.parametrize("error", [KeyError, IndexError, TypeError, ValueError])
def test_a_strategy_that_cannot_take_its_state_up_begins_anew(
    error: type[Exception],
    tmp_path: Path,
    strategies: list[Remembering],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crawl_job(tmp_path / "job", woven(), monkeypatch, max_requests=60)
    with open_test_job(tmp_path / "job") as job:
        fresh = Remembering()
        nothing, restore = fresh.save(), fresh.restore

        def refuse(state: Any) -> None:
            if state != nothing:
                raise error
            restore(state)

        monkeypatch.setattr(fresh, "restore", refuse)
        assert recall(job.store, job.archive_directory, READER, fresh) == 59
    assert fresh.memory == strategies[0].memory


def test_an_adaptive_crawl_goes_on_from_a_snapshot_that_lacks_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model is restored part by part: what came before the missing part is undone."""
    settings = {"strategy": "adaptive", "max_requests": 60}
    crawl_job(tmp_path / "job", woven(), monkeypatch, **settings)
    with open_test_job(tmp_path / "job", **settings) as job:
        snapshot = job.store.get_meta("strategy")
        anew, broken = make_strategy("adaptive", 0), make_strategy("adaptive", 0)
        reader = PageReader(anew.needs, DEFAULT_LIMITS)
        visits = list(visits_since(job.store, job.archive_directory, reader, 0))
        assert {visit.url for visit in visits} > {f"http://site.test/{n}" for n in range(40)}
        for visit in visits:
            anew.judge(visit)
        state = {**snapshot["state"], "model": {**snapshot["state"]["model"]}}
        del state["model"]["tries"]
        job.store.set_meta("strategy", {**snapshot, "state": state})
        assert recall(job.store, job.archive_directory, reader, broken) == len(visits)
    assert broken.save() == anew.save()


def test_robots_txt_is_no_visit(
    tmp_path: Path, strategies: list[Remembering], monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", site(page("/")), monkeypatch)
    with open_test_job(tmp_path / "job") as job:
        visits = list(visits_since(job.store, job.archive_directory, READER, 0))
        assert [page.group for page in job.store.pages()] == ["robots", "seed"]
    assert [visit.url for visit in visits] == ["http://site.test/"]


def test_a_fresh_job_has_nothing_to_recall(tmp_path: Path) -> None:
    with open_test_job(tmp_path / "job") as job:
        assert recall(job.store, job.archive_directory, READER, Remembering()) == 0
