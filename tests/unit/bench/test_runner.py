import os
from pathlib import Path

import pytest

from periplus.bench.runner import ORACLE, Run, crawl_once, measure, measure_all, peak_rss_mb
from periplus.fetch.mirror import Mirror
from unit.bench.sites import START, forum


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(forum(tmp_path / "forum"), "bfs", 0, cache=tmp_path / "cache")


def test_a_replayed_crawl_asks_for_everything_once(run: Run) -> None:
    with Mirror(run.site, run.cache) as mirror:
        crawl = crawl_once(mirror, run)
    paths = [url.removeprefix(START) for url in crawl.requests]
    assert paths == ["robots.txt", "", "t1", "t1?p=2", "copy", "login", "gone", "old"]
    assert crawl.outcome == "complete"


def test_the_figures_of_a_run(run: Run) -> None:
    result = measure(run)
    assert (result.site, result.strategy, result.seed) == ("forum", "bfs", 0)
    assert (result.requests, result.content, result.r_cov) == (8, 1.0, 1.0)
    assert result.r_inv == pytest.approx(3 / 8)
    assert result.r_dup == pytest.approx(2 / 8)
    assert result.to["0.97"] == 4
    assert result.oracle["0.97"] == 3
    assert (result.valuable, result.urls) == (3, 7)
    assert result.peak_rss_mb > 10


def test_a_budget_ends_a_run(run: Run) -> None:
    limited = measure(Run(run.site, "bfs", 0, max_requests=3, cache=run.cache))
    assert limited.requests == 3
    assert limited.outcome == "max-requests"


def test_the_oracle_is_measured_like_a_strategy(run: Run) -> None:
    result = measure(Run(run.site, ORACLE, 0, cache=run.cache))
    assert (result.requests, result.content) == (3, 1.0)
    assert result.to == result.oracle


def test_runs_side_by_side_give_the_same(run: Run) -> None:
    runs = [run, Run(run.site, "dfs", 0, cache=run.cache)]
    found = dict(measure_all(runs, jobs=2))
    alone = measure(run)
    assert (found[run].requests, found[run].to) == (alone.requests, alone.to)
    assert found[run].curve.tolist() == alone.curve.tolist()
    assert {result.strategy for result in found.values()} == {"bfs", "dfs"}


def test_memory_is_measured_in_megabytes() -> None:
    assert 10 < peak_rss_mb() < 100_000


@pytest.mark.sites
@pytest.mark.slow
def test_the_harness_agrees_with_what_is_known_of_a_real_forum() -> None:
    """Figures of a blind crawl that were computed independently; robots.txt is one request more."""
    where = os.environ.get("PERIPLUS_SITES")
    if not where:
        pytest.skip("PERIPLUS_SITES names no directory of mirrored sites")
    result = measure(Run(Path(where) / "flux", "bfs", 0))
    assert result.requests == 8_173 + 1
    assert result.to["0.97"] == pytest.approx(4_763, abs=10)
    assert result.oracle["0.97"] == pytest.approx(748, abs=5)
    assert result.r_dup == pytest.approx(0.83, abs=0.005)
    assert result.r_cov == 1.0
    assert 0 < (result.lower_bound["0.97"] or 0) <= (result.oracle["0.97"] or 0)
