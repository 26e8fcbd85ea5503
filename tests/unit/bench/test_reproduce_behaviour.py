from pathlib import Path

import numpy as np
import pytest

from periplus.bench.reproduce_behaviour import (
    at_throughputs,
    js_divergence,
    layout_similarity,
    mirror_coverage,
    named_trees,
    page_ranks,
    report,
    static_order,
)
from periplus.bench.traffic import find_log, open_traffic
from periplus.fetch.mirror import Mirror
from periplus.plan.behaviour.mining import grow_and_cut
from unit.bench.test_traffic import site_with_log
from unit.plan.behaviour.behaviours import SITE, forum_traffic

pytest.importorskip("duckdb")


def test_trees_cover_and_approximate() -> None:
    traffic = forum_traffic()
    trees = grow_and_cut(traffic)
    real = traffic.visits.astype(np.float64)
    assert list(named_trees(trees)) == ["T_SYN", "T_VISIT", "T_TRAN"]
    assert mirror_coverage(trees.transit, [f"{SITE}/topic/{n}" for n in range(900, 910)]) == 1.0
    apart = [
        js_divergence(traffic, tree, trees.leaf_of, real) for tree in named_trees(trees).values()
    ]
    assert 0 <= apart[0] <= apart[1] + 1e-9 <= apart[2] + 1e-9 <= 1
    one_pattern = trees.syntax.cut([0])
    assert js_divergence(traffic, one_pattern, trees.leaf_of, real) > apart[0]
    even = np.ones(len(traffic.urls))
    assert js_divergence(traffic, one_pattern, trees.leaf_of, even) == pytest.approx(0.0)


def test_layouts_are_alike_within_a_kind() -> None:
    labels = {0: frozenset("ab"), 1: frozenset("ab"), 2: frozenset("bc"), 3: frozenset("bc")}
    assert layout_similarity([[0, 1], [2, 3], [0]], labels.__getitem__) == 1.0
    assert layout_similarity([[0, 2]], labels.__getitem__) == pytest.approx(1 / 3)
    assert layout_similarity([], labels.__getitem__) == 0.0


def test_shares_at_throughputs() -> None:
    curve = np.arange(1, 101, dtype=np.int64)
    assert at_throughputs(curve, 100, 100) == [0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8]


def test_walks_over_the_mirror(tmp_path: Path) -> None:
    directory = site_with_log(tmp_path / "small")
    with Mirror(directory, tmp_path / "cache") as mirror:
        site = open_traffic(mirror, find_log(directory))
        first_found = [mirror.entries[row].url for row in static_order(site, np.zeros(len(mirror)))]
        assert first_found[0] == "http://site.test/"
        assert first_found[1:3] == ["http://site.test/b0", "http://site.test/b1"]
        assert len(first_found) == 31
        ranks = page_ranks(site)
        assert ranks.sum() == pytest.approx(1.0)
        assert int(np.argmin(ranks)) == site.start  # nothing links to the home page


def test_the_report_has_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text = "\n".join(report(site_with_log(tmp_path / "small")))
    for wanted in (
        "T_TRAN",
        "random pairs",
        "first third",
        "visits fetched after",
        "breadth-first",
    ):
        assert wanted in text
