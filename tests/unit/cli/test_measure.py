"""periplus measure: the arguments reach the benchmarks, the figures reach stdout."""

import json
from functools import partial
from pathlib import Path

import pytest

from periplus.bench import decisions, discovery, harvest, scale, speed, wide
from periplus.bench.speed import SpeedResult
from periplus.errors import ExitCode
from periplus.synthetic.mirror import write_site
from periplus.synthetic.presets import small
from unit.cli.samples import Shell


def test_speed_takes_sizes_and_a_python_with_scrapy(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def measured(*arguments: object) -> list[SpeedResult]:
        asked.append(arguments)
        return [SpeedResult("periplus", 500, 2.0, 1.0, 70.0)]

    monkeypatch.setattr(speed, "measure_speed", measured)
    ran = shell("measure", "speed", "--urls", 500, "--concurrency", 4, "--rounds", 1)
    assert (ran.code, asked) == (ExitCode.DONE, [(500, 4, 1, None)])
    assert "periplus" in ran.out
    shell("measure", "speed", "--scrapy", "/opt/python")
    assert asked[-1] == (6000, 16, 3, "/opt/python")


def test_decisions_are_measured_on_a_named_site(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def measured(*arguments: object) -> list[decisions.DecisionCost]:
        asked.append(arguments)
        return [decisions.DecisionCost("adaptive", 500, 2.0)]

    monkeypatch.setattr(decisions, "measure_decisions", measured)
    ran = shell("measure", "decisions", "--site", "wiki-500", "--rounds", 1)
    assert (ran.code, asked) == (ExitCode.DONE, [("wiki-500", "adaptive", 1)])
    assert "4.00" in ran.out


def test_harvests_are_measured_on_mirrored_sites(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: dict[str, object] = {}

    def measured(sites: list[Path], **more: object) -> list[harvest.Harvest]:
        asked.update(more)
        return [harvest.Harvest("blog", "fox", name, 0, 4, 9, [0, 1, 2, 3]) for name in "ab"]

    monkeypatch.setattr(harvest, "run_harvest", measured)
    flags = ("--requests", 4, "--strategy", "a, b", "--report", tmp_path / "out")
    ran = shell("measure", "harvest", tmp_path, *flags, "--json")
    assert (ran.code, [row["strategy"] for row in ran.rows]) == (0, ["a", "b"])
    assert (asked["requests"], asked["strategies"]) == (4, ["a", "b"])
    assert (tmp_path / "out" / "blog-fox.svg").is_file()
    assert "harvest ratio" in shell("measure", "harvest", tmp_path).out
    monkeypatch.undo()


def test_the_frontier_is_measured(shell: Shell) -> None:
    ran = shell("measure", "frontier", "--urls", 1000)
    assert ran.code == ExitCode.DONE
    assert "next URL p99" in ran.out


def test_stages_are_measured_on_mirrored_sites(shell: Shell, tmp_path: Path) -> None:
    write_site(small(), tmp_path / "forum", limit=30)
    ran = shell("measure", "stages", tmp_path / "forum", "--pages", 5)
    assert ran.code == ExitCode.DONE
    assert "links" in ran.out.lower()


def test_growth_takes_its_sizes(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(scale, "main", lambda arguments: asked.append(arguments) or 0)
    assert shell("measure", "growth", "--sizes", "100, 200", "--strategy", "dfs").code == 0
    assert asked == [["100", "200", "--strategy", "dfs"]]


def test_growth_of_a_frontier_is_one_crawl(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def measured(*arguments: object) -> list[wide.Moment]:
        asked.append(arguments)
        return [wide.Moment(100, 90, 10, 0.5, 50_000.123, 80.0)]

    monkeypatch.setattr(wide, "measure_frontier_growth", measured)
    ran = shell("measure", "growth", "--waiting", "--sizes", "100", "--strategy", "adaptive")
    assert (ran.code, asked) == (ExitCode.DONE, [([100], "adaptive")])
    assert json.loads(ran.out)["microseconds_per_request"] == 50000.12


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["speed", "--urls", "3"], "greater than or equal to 100"),
        (["speed", "--rounds", "0"], "greater than or equal to 1"),
        (["frontier", "--urls", "0"], "greater than or equal to 1000"),
        (["stages", "nothing"], "no directory with a mirrored site"),
        (["growth", "--sizes", "big"], "'big' is not a list of numbers"),
        (["growth", "--sizes", ""], "is not a list of numbers"),
    ],
)
def test_bad_input_is_one_line(shell: Shell, arguments: list[str], said: str) -> None:
    ran = shell("measure", *arguments)
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert said in ran.complaint


def test_without_a_measure_there_is_help(shell: Shell) -> None:
    ran = shell("measure")
    assert ran.code == ExitCode.CONFIG
    assert "frontier" in ran.out + ran.err


def test_logs_and_pattern_trees_are_measured(shell: Shell) -> None:
    pytest.importorskip("duckdb")
    ran = shell("measure", "logs", "--lines", 2000, "--urls", "300,600")
    assert ran.code == ExitCode.DONE
    assert "600 URLs" in ran.out
    assert "2,000 lines" in ran.out
    ran = shell("measure", "logs", "--lines", "many")
    assert (ran.code, "not a list of numbers" in ran.complaint) == (ExitCode.CONFIG, True)


def test_freshness_is_simulated_as_a_table_and_as_json(shell: Shell) -> None:
    arguments = (
        "measure",
        "freshness",
        "--pages",
        30,
        "--seeds",
        1,
        "--days",
        9,
        "--scenario",
        "ample",
    )
    table = shell(*arguments)
    assert table.code == 0
    assert "periplus" in table.out
    lines = shell(*arguments, "--json").out.splitlines()
    assert {json.loads(line)["policy"] for line in lines} >= {"uniform", "nutch", "periplus"}


def test_unknown_worlds_are_refused(shell: Shell) -> None:
    ran = shell("measure", "freshness", "--scenario", "flat")
    assert ran.code == 2
    assert "tight" in ran.err


def test_detectors_are_measured_on_generated_and_on_mirrored_pages(
    shell: Shell, tmp_path: Path
) -> None:
    write_site(small(), tmp_path / "forum", limit=12)
    mirrored = shell("measure", "changes", tmp_path / "forum", "--pages", 1)
    assert mirrored.code == 0
    assert "| word order | matters |" in mirrored.out
    lines = shell("measure", "changes", "--pages", 1, "--json").out.splitlines()
    assert {json.loads(line)["worth"] for line in lines} == {"matters", "look", "noise"}


def test_discovery_is_measured(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        discovery, "measure_discovery", partial(discovery.measure_discovery, threads=60)
    )
    assert "full recrawl" in shell("measure", "discovery", "--seeds", 1, "--days", "2").out
    lines = shell("measure", "discovery", "--seeds", 1, "--days", "1,3", "--json").out.splitlines()
    assert [json.loads(line)["days"] for line in lines] == [1, 3]
