"""periplus bench on a generated site."""

import json
from pathlib import Path

import pytest

from periplus.errors import ExitCode
from periplus.synthetic.mirror import write_site
from periplus.synthetic.presets import small
from unit.bench.test_traffic import site_with_log
from unit.cli.samples import Shell


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mirrors") / "forum"
    write_site(small(), path, limit=80)
    return path


def test_strategies_are_compared_in_a_table(shell: Shell, mirror: Path, tmp_path: Path) -> None:
    ran = shell(
        *("bench", mirror, "--strategy", "bfs, random,oracle", "--jobs", 1, "-q"),
        *("--report", tmp_path / "report", "--cache", tmp_path / "cache"),
    )
    assert ran.code == ExitCode.DONE
    for name in ("forum", "bfs", "random", "oracle"):
        assert name in ran.out
    assert (tmp_path / "report" / "index.html").is_file()
    assert any((tmp_path / "cache").iterdir())


def test_json_has_a_row_for_each_run(shell: Shell, mirror: Path, tmp_path: Path) -> None:
    command = ("bench", mirror, "--seeds", 2, "--jobs", 1, "--json", "--cache", tmp_path / "cache")
    ran = shell(*command, "--max-requests", 30)
    assert (ran.code, ran.err) == (ExitCode.DONE, "")
    assert [(row["site"], row["strategy"], row["seed"]) for row in ran.rows] == [
        ("forum", "bfs", 0),
        ("forum", "bfs", 1),
        ("forum", "bfs", None),
    ]
    assert all(row["requests"] <= 30 for row in ran.rows)
    assert shell(*command).rows[0]["requests"] > 30
    assert json.dumps(ran.rows)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "nothing is no directory with a mirrored site"),
        (["nothing", "--strategy", "best"], "best"),
        (["nothing", "--strategy", ","], "at least one"),
        (["nothing", "--seeds", "0"], "at least 1"),
    ],
)
def test_bad_input_is_exit_code_2(shell: Shell, arguments: list[str], said: str) -> None:
    ran = shell("bench", *arguments, "-q")
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert said in ran.complaint


def test_traffic_judges_by_the_visitors_of_a_log(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    site = site_with_log(tmp_path / "small")
    command = ("bench", site, "--traffic", "--cache", tmp_path / "cache")
    ran = shell(*command, "--strategy", "behaviour,bfs", "--json")
    assert ran.code == ExitCode.DONE
    assert [row["strategy"] for row in ran.rows] == ["behaviour", "bfs"]
    assert "80% fetched" in shell(*command, "--strategy", "oracle").out


def test_traffic_needs_a_log(shell: Shell, mirror: Path) -> None:
    ran = shell("bench", mirror, "--traffic")
    assert (ran.code, "no access log" in ran.complaint) == (ExitCode.CONFIG, True)
