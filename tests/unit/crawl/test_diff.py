"""What changed between two visits."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from periplus.crawl.diff import PageDiff, Period, diff_url
from periplus.crawl.job import Job, open_job
from periplus.errors import ConfigError
from unit.crawl.refreshing import DAY, refresh_job
from unit.crawl.samples import DATE, ORIGIN, crawl_job, page, response, site

FIRST = "The first version of the page has these words in it and they stay"
SECOND, THIRD = FIRST + ", and some more", FIRST + ", and other ones"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with three versions on days 0, 400 and 800, then gone on day 1200."""
    path = tmp_path_factory.mktemp("jobs") / "job"
    front = page("/", "/a", "/same")
    with pytest.MonkeyPatch.context() as patch:
        crawl_job(path, site(front, page("/a", "/", "/x", text=FIRST), page("/same")), patch)
        for number, answer in enumerate(
            (
                page("/a", "/", "/y", text=SECOND),
                page("/a", "/", "/y", text=THIRD),
                response("/a", b"<p>gone", status=404),
            ),
            start=1,
        ):
            wall = DATE + 400 * number * DAY
            refresh_job(path, site(front, answer, page("/same")), patch, wall=wall)
    return path


@pytest.fixture
def job(made: Path) -> Iterator[Job]:
    with open_job(made, {}, wall=0.0) as opened:
        yield opened


def diff(job: Job, begin: float | None = None, end: float | None = None) -> PageDiff:
    moments = [None if day is None else DATE + day * DAY for day in (begin, end)]
    return diff_url(job, ORIGIN + "/a", Period(*moments))


def test_the_last_two_versions_are_compared(job: Job) -> None:
    found = diff(job)
    assert (found.kind, found.old["status"], found.new["status"]) == ("gone", 200, 404)
    assert (found.visits, found.versions) == (4, 4)


def test_versions_of_dates_are_compared(job: Job) -> None:
    found = diff(job, 100, 500)
    assert (found.kind, found.old["status"]) == ("text", 200)
    assert 0 < found.size <= 1
    assert [line for line in found.text if line[:1] == "+"][1:] == ["+" + SECOND, "+/y"]
    assert (found.links_added, found.links_removed) == ([ORIGIN + "/y"], [ORIGIN + "/x"])
    assert diff(job, 500, 900).links_added == []
    assert found.to_json()["url"] == ORIGIN + "/a"
    assert diff(job, None, 900).old["date"] == diff(job, 500, 900).old["date"]


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("mailto:x@y", "is not an http or https URL"),
        (ORIGIN + "/nothing", "is unknown in this job"),
        (ORIGIN + "/same", "has not changed"),
        ("http://elsewhere.test/", "is unknown in this job"),
    ],
)
def test_what_cannot_be_compared_is_said(job: Job, url: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        diff_url(job, url, Period())


@pytest.mark.parametrize(
    ("begin", "end", "complaint"),
    [(-5, None, "--from"), (None, -5, "--to"), (500, 450, "one version")],
)
def test_dates_without_versions_are_said(
    job: Job, begin: float | None, end: float | None, complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        diff(job, begin, end)
