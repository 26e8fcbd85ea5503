"""periplus mine: logs in, a behaviour file and tables out."""

import json
from pathlib import Path

import pytest

from periplus.errors import ExitCode
from periplus.plan.behaviour.model import read_behaviour
from unit.cli.samples import Shell
from unit.logs.log_lines import SITE, line, visits

pytest.importorskip("duckdb")


def people() -> list[str]:
    lines = visits()
    for n in range(40):
        user = f"10.0.0.{n % 7}"
        lines += [
            line("/", user=user),
            line(f"/topic/{n}", "/", user),
            line(f"/topic/{n}", "/", f"10.0.1.{n % 5}"),
            line(f"/user/{chr(97 + n % 26)}q{n}r", f"/topic/{n}", user),
        ]
    return lines


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "access.log"
    path.write_text("\n".join([*people(), "broken", line("/x.css")]) + "\n", encoding="utf-8")
    return path


def test_the_tree_the_ranking_and_the_rules_are_printed(
    shell: Shell, log: Path, tmp_path: Path
) -> None:
    ran = shell("mine", log, "-o", tmp_path / "b.json")
    assert ran.code == ExitCode.DONE
    assert "not a line of the log's format" in ran.out
    assert "/1 = topic" in ran.out
    assert "authority" in ran.out
    assert "--strategy behaviour --behaviour" in ran.err
    behaviour = read_behaviour((tmp_path / "b.json").read_text(), "b.json")
    assert behaviour.site == SITE
    assert behaviour.mined["rules"]["broken"] == 1


def test_json_for_machines(shell: Shell, log: Path) -> None:
    ran = shell("mine", log, "--json")
    [summary] = ran.rows
    assert summary["site"] == SITE
    assert summary["mined"]["rules"]["asset"] == 1
    assert (
        sum(pattern["visits"] for pattern in summary["patterns"])
        == (summary["mined"]["rules"]["visit"])
    )
    assert ran.err == ""


def test_nobody_is_in_the_file(shell: Shell, log: Path, tmp_path: Path) -> None:
    shell("mine", log, "-o", tmp_path / "b.json", "-q")
    text = (tmp_path / "b.json").read_text()
    assert "10.0.0." not in text
    assert "Firefox" not in text
    # Each user page was asked for by one person: counted in its pattern, not named.
    assert not any("/user/" in url for url, _, _ in json.loads(text)["urls"])


def test_what_was_mined_guides_a_crawl(shell: Shell, log: Path, tmp_path: Path) -> None:
    shell("mine", log, "-o", tmp_path / "b.json", "-q")
    shell.answers()
    ran = shell.crawl(
        tmp_path / "job", "--strategy", "behaviour", "--behaviour", tmp_path / "b.json",
        "--for", "discovery", "--patterns-only",
    )  # fmt: skip
    assert ran.code == ExitCode.DONE
    # The job keeps its own copy: it can be taken up again without the file.
    (tmp_path / "b.json").unlink()
    assert shell.crawl(tmp_path / "job", "--strategy", "behaviour").code == ExitCode.DONE


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["missing.log"], "cannot read the log missing.log"),
        (["access.log", "--from", "yesterday"], "--from 'yesterday' is not a day"),
        (["access.log", "--site", "::"], "not an http or https URL"),
        (["access.log", "--memory", "much"], "DuckDB"),
        (["access.log", "-o", "no/such/directory/b.json"], "cannot write"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    shell: Shell, log: Path, arguments: list[str], complaint: str
) -> None:
    ran = shell("mine", *arguments, "-q")
    assert ran.code == ExitCode.CONFIG
    assert complaint in ran.complaint


def test_missing_referrers_are_told(shell: Shell, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("\n".join(line(f"/p{n}") for n in range(20)), encoding="utf-8")
    ran = shell("mine", log, "--site", SITE)
    assert ran.code == ExitCode.DONE
    assert "only 0 of 20 visits came from a page of" in ran.err


def test_hostile_urls_reach_no_terminal(shell: Shell, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    hostile = [line(f"/\x1b[31m{n}[bold]x[/bold]", "/", f"10.0.0.{n}") for n in range(30)]
    log.write_text("\n".join([*people(), *hostile]), encoding="utf-8")
    ran = shell("mine", log)
    assert ran.code == ExitCode.DONE
    assert "\x1b" not in ran.out + ran.err
