"""periplus refresh."""

import json
from pathlib import Path

import pytest

from periplus.cli.refresh import plan_text, report_text
from periplus.crawl.events import StopReason
from periplus.crawl.refresh import RefreshReport
from periplus.crawl.refresh_counts import RefreshCounts
from periplus.crawl.refresh_plan import PlannedVisit
from periplus.errors import ExitCode
from unit.cli.samples import Shell
from unit.crawl.samples import SMALL_SITE


@pytest.fixture
def job(shell: Shell, tmp_path: Path) -> Path:
    shell.answers()
    shell.crawl(tmp_path / "job", "-q")
    return tmp_path / "job"


def report(outcome: StopReason = StopReason.COMPLETE, **more: object) -> RefreshReport:
    values: dict[str, object] = {
        "job": "job",
        "outcome": outcome,
        "requests": 12,
        "seconds": 3.0,
        "due": 5,
        "still_due": 0,
        "next_due": None,
        "site": "fine",
        "site_text": "the site is there",
        "counts": RefreshCounts(visits=9, not_modified=4, same=2, changed=3),
    }
    return RefreshReport(**{**values, **more})  # type: ignore[arg-type]


def test_what_is_due_is_visited_and_reported(shell: Shell, job: Path) -> None:
    fetcher = shell.answers()
    ran = shell("refresh", job, "--budget", 4)
    assert ran.code == ExitCode.BUDGET
    assert len(fetcher.asked) == 4
    assert ran.out.startswith("stopped at --budget")
    assert json.loads((job / "reports" / "refresh.json").read_text())["requests"] == 4


def test_json_and_quiet_are_as_in_a_crawl(shell: Shell, job: Path) -> None:
    shell.answers()
    rows = shell("refresh", job, "--budget", 4, "--json").rows
    assert rows[-1]["event"] == "refresh"
    assert [row["event"] for row in rows].count("page") == 4
    quiet = shell("refresh", job, "--budget", 2, "-q")
    assert (quiet.out, quiet.err) == ("", "")


def test_a_plan_fetches_nothing(shell: Shell, job: Path) -> None:
    fetcher = shell.answers(SMALL_SITE)
    rows = shell("refresh", job, "--plan", "--json").rows
    assert (fetcher.asked, len(rows)) == ([], 7)
    table = shell("refresh", job, "--plan", "--rows", 2).out.splitlines()
    assert len(table) == 3
    assert "leave out" in shell("refresh", job, "--plan", "--watch").complaint


def test_a_finished_job_offers_a_refresh(shell: Shell, job: Path) -> None:
    shell.answers()
    assert f"periplus refresh {job}" in shell("crawl", "-o", job).err


@pytest.mark.parametrize("outcome", [r for r in StopReason if r is not StopReason.DISK_FULL])
def test_every_ending_has_words(outcome: StopReason) -> None:
    text = report_text(report(outcome))
    assert text.splitlines()[0] != outcome
    assert "9: 3 changed, 6 unchanged (4 by the server's word)" in text


def test_reports_tell_what_befell_the_site_and_what_was_expected() -> None:
    counts = RefreshCounts(expected=4, expected_right=3, kinds={"text": 2, "links": 1})
    text = report_text(report(site="vanished", site_text="gone", counts=counts, next_due=0.0))
    assert "site       gone" in text
    assert "3 had one" in text
    assert "changes    2 text, 1 links" in text
    assert "the next at 1970-01-01 00:00" in text
    assert "next at -" in report_text(report(next_due=1e300))


def test_a_plan_is_a_table() -> None:
    visit = PlannedVisit(
        url="http://x/\x1b",
        due=50.0,
        last=0.0,
        is_due=True,
        why="w",
        changes_per_day=0.1,
        importance=1.0,
        visits=1,
        changes=0,
        gone=0,
    )
    lines = plan_text([visit], 100.0).splitlines()
    assert lines[1].startswith("now  1970-01-01 00:00  w")
