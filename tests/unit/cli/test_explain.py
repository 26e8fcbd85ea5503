"""periplus explain."""

from pathlib import Path

import pytest

from periplus.cli.explain import explanation_text
from periplus.crawl.explain import Explanation
from periplus.errors import ExitCode
from unit.cli.samples import Shell
from unit.crawl.samples import ORIGIN, START


def test_the_way_and_the_place_are_shown(shell: Shell, job: Path) -> None:
    ran = shell("explain", job, ORIGIN + "/c")
    assert (ran.code, ran.err) == (ExitCode.DONE, "")
    lines = ran.out.splitlines()
    assert lines[0] == ORIGIN + "/c"
    assert lines[1].startswith("  fetched: ")
    assert any(".warc.gz:" in line and "200 valuable" in line for line in lines)
    way = lines[lines.index("  found by") + 1 :]
    assert way[0].split()[:2] == ["0", START]
    assert way[1].split()[:2] == ["1", ORIGIN + "/a"]
    assert any("linked from 2 pages" in line for line in lines)


def test_what_was_left_alone_says_why(shell: Shell, job: Path) -> None:
    ran = shell("explain", job, "http://elsewhere.test/")
    assert "skipped: it is outside the crawl's scope" in ran.out


def test_an_unknown_url_is_said_with_what_to_do(shell: Shell, job: Path) -> None:
    ran = shell("explain", job, ORIGIN + "/never")
    assert ran.code == ExitCode.DONE
    assert "unknown: no link to it was seen" in ran.out
    assert "check the spelling" in ran.complaint


def test_json_is_one_object(shell: Shell, job: Path) -> None:
    ran = shell("explain", job, ORIGIN + "/old", "--json")
    [row] = ran.rows
    assert (row["url"], row["state"], row["is_known"]) == (ORIGIN + "/old", "fetched", True)
    assert [step["url"] for step in row["way"]] == [START]
    assert row["versions"][0]["status"] == 302


@pytest.mark.parametrize("arguments", [["nothing", START], ["job", "http://"]])
def test_bad_input(shell: Shell, job: Path, arguments: list[str]) -> None:
    ran = shell("explain", *arguments)
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert ran.complaint.startswith("periplus: ")


def test_faults_and_groups_are_shown() -> None:
    text = explanation_text(
        Explanation(
            url=START,
            is_known=True,
            state="failed",
            meaning="it could not be fetched",
            group="boards",
            fault="tls",
            attempts=4,
        )
    )
    assert text.splitlines()[2:] == ["  group boards", "  last fault tls after 4 tries"]


def test_what_was_expected_is_shown() -> None:
    explanation = Explanation(
        url=START,
        is_known=True,
        state="waiting",
        meaning="it waits",
        group="/t",
        estimates={"group": "/t", "gain": 12.3456, "waiting": 1200},
    )
    lines = explanation_text(explanation).splitlines()
    at = lines.index("  expected when it was decided")
    assert [line.split() for line in lines[at + 1 : at + 3]] == [
        ["gain", "12.3"],
        ["waiting", "1,200"],
    ]


def test_the_next_visit_is_told(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    shell.crawl(tmp_path / "job", "-q")
    shell("refresh", tmp_path / "job", "--plan", "-q")
    assert "visited again from" in shell("explain", tmp_path / "job", ORIGIN + "/a").out
    assert "gone at the last 1 visits" in shell("explain", tmp_path / "job", ORIGIN + "/gone").out
