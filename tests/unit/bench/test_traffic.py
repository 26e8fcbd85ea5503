import gzip
import os
from pathlib import Path

import numpy as np
import pytest

from periplus.bench import traffic
from periplus.bench.traffic import (
    KNOWING,
    KNOWING_CONNECTED,
    find_log,
    judge,
    knowing_order,
    open_traffic,
    run_traffic,
    share_to,
    traffic_curves,
    traffic_table,
)
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from unit.bench.sites import label, make_site, page

pytest.importorskip("duckdb")

SITE = "http://site.test"


def visit(path: str, came: str, user: int, day: int) -> str:
    referrer = f"{SITE}{came}" if came else "-"
    return (
        f'10.0.0.{user} - - [{day:02d}/Mar/2026:01:01:01 +0000] "GET {path} HTTP/1.1" 200 9 '
        f'"{referrer}" "Mozilla/5.0 Firefox/140.0"\n'
    )


def site_with_log(directory: Path) -> Path:
    """The wanted page /t9 stands behind the last of ten boards; nobody visits the others."""
    pages = [page("/", "home", [f"/b{n}" for n in range(10)])]
    for n in range(10):
        pages.append(page(f"/b{n}", f"board {n}", [f"/t{n}", f"/u{n}"]))
        pages += [page(f"/t{n}", f"topic {n}"), page(f"/u{n}", f"user {n}")]
    make_site(directory, pages, [label(p.url.removeprefix(SITE)) for p in pages])
    lines = []
    for day in range(1, 13):
        for user in range(5):
            lines += [
                visit("/", "", user, day),
                visit("/b9", "/", user, day),
                visit("/t9", "/b9", user, day),
                visit("/not-mirrored", "", user, day),
            ]
        lines.append(visit("/b1", "/", 1, day))
    (directory / "access.log.gz").write_bytes(gzip.compress("".join(lines).encode()))
    return directory


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_with_log(tmp_path_factory.mktemp("sites") / "small")


def test_learning_and_judging_days_are_apart(directory: Path, tmp_path: Path) -> None:
    with Mirror(directory, tmp_path) as mirror:
        site = open_traffic(mirror, find_log(directory))
        assert (str(site.learned.last), str(site.judged.first)) == ("2026-03-10", "2026-03-11")
        weights = {mirror.entries[row].url: int(w) for row, w in enumerate(site.weights) if w}
        assert weights == {f"{SITE}/": 5, f"{SITE}/b9": 5, f"{SITE}/t9": 5, f"{SITE}/b1": 1}
        assert site.beyond == pytest.approx(5 / 21)
        order = knowing_order(site)
        fetched, seen = traffic_curves(site, order)
        assert fetched[:4].tolist() == [5, 10, 15, 16]
        assert seen[0] == 11
        result = judge(site, "x", [order[0], -1, order[0]])
        assert result.requests == 3
        assert result.fetched["0.8"] is None


def test_behaviour_finds_the_wanted_page_at_once(directory: Path, tmp_path: Path) -> None:
    results = run_traffic(
        [directory],
        ["behaviour", "behaviour-discovery", "patterns-fetch", "bfs", KNOWING, KNOWING_CONNECTED],
        tmp_path,
    )
    to_90 = {result.strategy: result.fetched["0.9"] for result in results}
    # robots.txt, /, /b9, /t9 of 31 URLs.
    assert to_90["behaviour"] == pytest.approx(4 / 31)
    assert to_90[KNOWING] == pytest.approx(3 / 31)
    assert to_90[KNOWING_CONNECTED] == pytest.approx(3 / 31)
    bfs = to_90["bfs"]
    assert bfs is not None
    assert bfs > 0.9
    assert results[0].to_json()["traffic_fetched"]["0.9"] == to_90["behaviour"]
    assert traffic_table(results).row_count == 6


def test_a_curve_that_never_gets_there() -> None:
    assert share_to(np.array([0.1, 0.5, 0.9]), 0.5, 10) == 0.2
    assert share_to(np.array([0.1, 0.5, 0.7]), 0.8, 10) is None


def test_what_cannot_be_judged_is_said(directory: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no access log"):
        run_traffic([tmp_path], ["bfs"])
    with pytest.raises(ConfigError, match="unknown strategy"):
        run_traffic([directory], ["best"])
    with pytest.raises(ConfigError, match="at least one"):
        run_traffic([directory], [])
    with (
        Mirror(directory, tmp_path) as mirror,
        pytest.raises(ConfigError, match="more than 20 are needed"),
    ):
        open_traffic(mirror, find_log(directory), learn_days=20)


def test_every_ordering_of_patterns_can_be_compared() -> None:
    assert {f"patterns-{name}" for name in ("volume", "fetch", "average-referral")} <= set(
        traffic.CONTENDERS
    )


@pytest.mark.sites
@pytest.mark.parametrize(
    ("name", "to_fetch", "to_see"), [("shop", 0.18, 0.08), ("blog", 0.12, 0.08)]
)
def test_four_fifths_of_the_traffic_with_few_requests(
    name: str, to_fetch: float, to_see: float
) -> None:
    where = os.environ.get("PERIPLUS_SITES")
    if not where:
        pytest.skip("PERIPLUS_SITES names no directory of mirrored sites")
    fetch, discovery = run_traffic([Path(where) / name], ["behaviour", "behaviour-discovery"])
    assert fetch.fetched["0.8"] is not None
    assert fetch.fetched["0.8"] <= to_fetch
    assert discovery.seen["0.8"] is not None
    assert discovery.seen["0.8"] <= to_see
