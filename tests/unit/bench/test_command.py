import json
from pathlib import Path

import pytest

from periplus.bench.command import options_for, run_bench, with_means, write_json
from periplus.errors import ConfigError
from unit.bench.results import result
from unit.bench.sites import forum


def test_every_site_strategy_and_seed_is_run(tmp_path: Path) -> None:
    results = run_bench(
        [forum(tmp_path / "forum")],
        ["bfs", "random", "oracle"],
        2,
        json_out=tmp_path / "out" / "figures.json",
        report_dir=tmp_path / "report",
        jobs=1,
        cache=tmp_path / "cache",
        quiet=True,
    )
    assert [(one.strategy, one.seed) for one in results] == [
        ("bfs", 0),
        ("bfs", 1),
        ("bfs", None),
        ("random", 0),
        ("random", 1),
        ("random", None),
        ("oracle", 0),
    ]
    written = json.loads((tmp_path / "out" / "figures.json").read_text())
    assert [one["strategy"] for one in written] == [one.strategy for one in results]
    assert written[0]["requests"] == 8
    assert (tmp_path / "report" / "index.html").exists()


def test_strategies_get_the_options_that_are_theirs() -> None:
    given = {"coverage": 0.9, "objective": "valuable", "sample": 50, "purpose": "fetch"}
    assert options_for("bfs", given) == ()
    assert options_for("adaptive", given) == (("coverage", 0.9), ("objective", "valuable"))
    assert options_for("acebot", given) == (("sample", 50),)
    assert options_for("behaviour", given) == (("purpose", "fetch"),)


@pytest.mark.parametrize(
    ("strategies", "seeds", "said"),
    [
        (["bfs", "no-such"], 1, "no-such"),
        ([], 1, "at least one"),
        (["bfs"], 0, "at least 1"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_read(
    tmp_path: Path, strategies: list[str], seeds: int, said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        run_bench([tmp_path / "missing"], strategies, seeds, quiet=True)


def test_two_sites_of_one_name_are_refused(tmp_path: Path) -> None:
    sites = [forum(tmp_path / "a" / "forum"), forum(tmp_path / "b" / "forum")]
    with pytest.raises(ConfigError, match="two sites are called forum"):
        run_bench(sites, ["bfs"], 1, cache=tmp_path / "cache", quiet=True)


def test_means_follow_their_runs() -> None:
    results = [result("bfs", 0), result("random", 0), result("random", 1)]
    assert [one.seed for one in with_means(results)] == [0, 0, 1, None]


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot write"):
        write_json(tmp_path, [result()])
