"""Index, page list and summary, all made from the database."""

import json
from pathlib import Path

import pytest

from periplus.archive.reader import read_record
from periplus.crawl.events import StopReason
from periplus.crawl.finish import captured_pages, write_outputs
from unit.crawl.samples import ORIGIN, SMALL_SITE, crawl_job, open_test_job, page, response, site


@pytest.fixture
def job_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch)
    return tmp_path / "job"


def test_every_record_is_indexed_where_it_is(job_path: Path) -> None:
    with open_test_job(job_path) as job:
        captured = list(captured_pages(job.store))
        for one in captured:
            assert read_record(job.archive_directory, one.location).url == one.url
    lines = (job_path / "indexes" / "index.cdxj").read_text().splitlines()
    assert len(lines) == len(captured) == 8
    assert {json.loads(line.split(" ", 2)[2])["url"] for line in lines} == {
        one.url for one in captured
    }


def test_the_page_list_holds_what_a_person_would_open(job_path: Path) -> None:
    header, *rows = map(json.loads, (job_path / "pages" / "pages.jsonl").read_text().splitlines())
    assert header["title"] == "Crawl of site.test"
    assert [row["url"].removeprefix(ORIGIN) for row in rows] == ["/", "/a", "/b", "/c", "/d"]


def test_redirects_and_copies_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job_path: Path
) -> None:
    with open_test_job(job_path) as job:
        moved = {one.url: one.redirect_to for one in captured_pages(job.store)}
    assert moved[ORIGIN + "/old"] == ORIGIN + "/d"
    assert moved[ORIGIN + "/a"] is None

    copies = site(page("/", "/1", "/2"), response("/1", b"<p>x"), response("/2", b"<p>x"))
    crawl_job(tmp_path / "copies", copies, monkeypatch)
    with open_test_job(tmp_path / "copies") as job:
        found = {one.url.removeprefix(ORIGIN): one for one in captured_pages(job.store)}
    assert found["/2"].revisited == found["/1"].location
    assert found["/1"].revisited is None


def test_writing_again_gives_the_same_files(job_path: Path) -> None:
    names = ("indexes/index.cdxj", "pages/pages.jsonl", "reports/summary.json")
    before = [(job_path / name).read_bytes() for name in names]
    for name in names:
        (job_path / name).unlink()
    with open_test_job(job_path) as job:
        write_outputs(job, StopReason.COMPLETE)
    assert [(job_path / name).read_bytes() for name in names] == before
