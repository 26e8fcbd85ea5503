"""periplus diff."""

from pathlib import Path

import pytest

from periplus.cli.diff import diff_lines
from periplus.crawl.diff import PageDiff
from periplus.errors import ExitCode
from unit.cli.samples import Shell
from unit.crawl.refreshing import refresh_job
from unit.crawl.samples import ORIGIN, crawl_job, page, site

HOSTILE = "words \x1b[2J\x1b]0;owned\x07 and \x9b31m more"


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "job"
    front = page("/", "/a")
    crawl_job(path, site(front, page("/a", text="Words of the first version")), monkeypatch)
    changed = page("/a", "/new", text="Words of the second version " + HOSTILE)
    refresh_job(path, site(front, changed), monkeypatch)
    return path


def test_a_difference_is_shown_and_nothing_reaches_the_terminal_raw(
    shell: Shell, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = shell("diff", job, ORIGIN + "/a")
    assert ran.code == ExitCode.DONE
    assert "+Words of the second version" in ran.out
    assert "-Words of the first version" in ran.out
    assert f"+ link {ORIGIN}/new" in ran.out
    assert not {c for c in ran.out if not c.isprintable()} - {"\n"}
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    coloured = shell("diff", job, ORIGIN + "/a").out
    assert "\x1b[32m+Words" in coloured
    assert "\x1b[31m-Words" in coloured
    assert "\x1b[2J" not in coloured
    assert "\x07" not in coloured


def test_a_difference_is_json(shell: Shell, job: Path) -> None:
    [row] = shell("diff", job, ORIGIN + "/a", "--json").rows
    assert (row["kind"], row["links_added"]) == ("text", [ORIGIN + "/new"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--from", "soon"), "is not a date"),
        (("--to", "2026-13-01"), "is not a date"),
        (("--from", "0001-01-01"), "--from"),
        (("--to", "1999-01-01"), "not visited before --to"),
    ],
)
def test_wrong_dates_are_said(
    shell: Shell, job: Path, arguments: tuple[str, str], complaint: str
) -> None:
    ran = shell("diff", job, ORIGIN + "/a", *arguments)
    assert ran.code == ExitCode.CONFIG
    assert complaint in ran.complaint


def test_a_date_without_a_time_means_the_whole_day(shell: Shell, job: Path) -> None:
    ran = shell(
        "diff", job, ORIGIN + "/a", "--from", "2026-09-21", "--to", "2999-01-01T00:00+02:00"
    )
    assert ran.code == ExitCode.DONE, ran.err


def test_many_links_are_counted() -> None:
    told = {"date": "d", "status": 200, "title": "t"}
    found = PageDiff(
        url="u",
        old=told,
        new=told,
        visits=2,
        versions=2,
        kind="links",
        size=0.0,
        detail="",
        text=[],
        links_added=[f"http://x/{n}" for n in range(30)],
        links_removed=[],
    )
    assert diff_lines(found)[-1] == "+ and 10 links more"
