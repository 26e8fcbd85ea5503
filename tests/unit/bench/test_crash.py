"""The report of kills, the doubts about it, and a few real kills."""

from pathlib import Path

import pytest

from periplus.bench.crash import CrashReport, Moment, measure_crash


def test_a_run_in_which_nothing_happened_is_in_doubt() -> None:
    report = CrashReport()
    report.kills[Moment.ANY] = 10
    assert len(report.doubts) == 3
    report.tails, report.advanced, report.pages = 5, 4, 1
    assert report.doubts == []


def test_the_report_tells_figures_problems_and_doubts() -> None:
    report = CrashReport(jobs=2, starts=12, tails=1, problems=["/a: two pages"])
    report.kills[Moment.GROWTH] = 9
    report.kills[Moment.END] = 1
    text = report.formatted()
    assert "10 of a living crawler in 2 jobs" in text
    assert "9 after the archive grew" in text
    assert "1 kills (10%)" in text
    assert "/a: two pages" in text
    assert "fewer than half of the kills left a tail" in text


def test_a_few_kills_of_a_real_crawl(tmp_path: Path) -> None:
    seen: list[Path] = []

    def inspect(job: Path, committed: object) -> list[str]:
        seen.append(job)
        return []

    report = measure_crash(3, tmp_path, seed=1, inspect=inspect)
    assert report.problems == []
    assert 3 <= report.killed <= 6
    assert report.jobs == len(seen) >= 1
    assert report.pages > 300 * report.jobs


def test_what_the_inspector_finds_is_a_problem_and_the_job_is_left(tmp_path: Path) -> None:
    report = measure_crash(1, tmp_path, seed=2, inspect=lambda job, committed: [f"{job.name}!"])
    assert report.problems == ["job-1!"]
    assert (tmp_path / "job-1" / "job.db").is_file()


def test_kills_that_showed_too_little_are_followed_by_as_many_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CrashReport, "doubts", ["too little was shown"])
    report = measure_crash(2, tmp_path, seed=1)
    assert report.problems == []
    assert report.killed == 4
