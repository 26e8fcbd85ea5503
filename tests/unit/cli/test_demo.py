"""periplus demo: a generated forum on this machine."""

from pathlib import Path

from periplus.errors import ExitCode
from unit.cli.samples import Shell


def test_the_demo_crawls_and_shows_what_it_cost(shell: Shell, tmp_path: Path) -> None:
    ran = shell("demo", "--max-requests", 60, "-o", tmp_path / "demo")
    assert ran.code == ExitCode.DONE
    assert ran.err.startswith("a generated forum is served at http://127.0.0.1:")
    assert "requests   60 (1 for robots.txt" in ran.out
    for word in ("valuable", "duplicate", "invalid", "pages worth having in 60 requests"):
        assert word in ran.out
    suggested = [line.split() for line in ran.out.splitlines() if line.startswith("  periplus ")]
    assert [words[1] for words in suggested] == ["explain", "verify", "export"]
    for words in suggested:
        assert shell(*words[1:]).code == ExitCode.DONE
    assert (tmp_path / "demo.wacz").is_file()


def test_json_is_nothing_but_json(shell: Shell, tmp_path: Path) -> None:
    ran = shell("demo", "--max-requests", 20, "-o", tmp_path / "demo", "--json")
    assert (ran.code, ran.err) == (ExitCode.DONE, "")
    assert len(ran.events("page")) == 20
    assert ran.rows[-1]["counters"]["requests"] == 20


def test_quiet_says_nothing(shell: Shell, tmp_path: Path) -> None:
    ran = shell("demo", "--max-requests", 5, "-o", tmp_path / "demo", "-q", "--strategy", "dfs")
    assert (ran.code, ran.out, ran.err) == (ExitCode.DONE, "", "")
    assert (tmp_path / "demo" / "archive").is_dir()


def test_a_wrong_strategy_is_one_line(shell: Shell, tmp_path: Path) -> None:
    ran = shell("demo", "--strategy", "best", "-o", tmp_path / "demo", "--json")
    assert ran.code == ExitCode.CONFIG
    assert "unknown strategy" in ran.complaint
