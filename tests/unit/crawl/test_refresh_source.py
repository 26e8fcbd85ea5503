"""What a refresh asks for next, and what it makes of answers."""

from pathlib import Path

import pytest

from periplus.crawl.events import StopReason
from periplus.errors import FetchError, FetchFault
from unit.crawl.refreshing import DAY, Told, refresh_job, statuses, visit_of
from unit.crawl.samples import DATE, ORIGIN, crawl_job, page, response, robots, site
from unit.crawl.test_refresh_revisit import listing

THREADS = [page(f"/t{n}", text=f"Thread {n} with words {n * 7} and {n * 11}") for n in range(1, 9)]


def forum(*rows: tuple[str, int], **pages: object) -> dict[str, object]:
    return dict(site(page("/", "/list"), listing(*rows), *THREADS), **pages)


ROWS = tuple((f"/t{n}", n) for n in range(1, 9))


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "job"
    crawl_job(path, forum(*ROWS), monkeypatch)  # type: ignore[arg-type]
    return path


def test_exactly_what_a_list_says_has_changed_is_visited_next(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [("/t9", 0), ("/t5", 6), *[row for row in ROWS if row[0] != "/t5"]]
    answers = forum(*rows) | {
        ORIGIN + "/t5": page("/t5", text="Thread 5 with words 35 and 55 and one post more"),
        ORIGIN + "/t9": page("/t9", text="A thread that was not there"),
    }
    _, report, fetcher = refresh_job(
        job,
        answers,  # type: ignore[arg-type]
        monkeypatch,
        wall=DATE + 3600.0,
        budget=5,
    )
    assert fetcher.paths[0] == "/robots.txt"
    fetcher.asked.pop(0)
    asked = [path for path in fetcher.paths if len(path) < 10]  # less the name of a probe
    assert set(asked[:4]) - {"/"} == {"/list", "/t9", "/t5"}
    assert (report.counts.expected, report.counts.expected_right) == (1, 1)
    assert report.counts.new_pages == 1


def test_a_page_that_robots_txt_closes_is_put_off(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = forum(*ROWS) | {ORIGIN + "/robots.txt": robots("User-agent: *\nDisallow: /t3")}
    _, _, fetcher = refresh_job(job, answers, monkeypatch)  # type: ignore[arg-type]
    assert "/t3" not in fetcher.paths
    row = visit_of(job, "/t3")
    assert (row.why, statuses(job, "/t3")) == ("robots", [200])
    assert row.due == pytest.approx(DATE + 407 * DAY, abs=600.0)


def test_a_page_that_fails_is_put_off_and_kept(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = FetchError(ORIGIN + "/t3", FetchFault.PROTOCOL, retry=False)
    answers = forum(*ROWS) | {ORIGIN + "/t3": broken, ORIGIN + "/t4": response("/t4", status=500)}
    outcome, report, _ = refresh_job(job, answers, monkeypatch)  # type: ignore[arg-type]
    assert outcome is StopReason.COMPLETE
    assert report.counts.errors == 2
    assert visit_of(job, "/t3").why == "protocol"
    assert visit_of(job, "/t4").why == "http-500"
    assert statuses(job, "/t3") == [200]
    assert visit_of(job, "/t3").gone == visit_of(job, "/t4").gone == 0


def test_a_site_that_vanished_is_noticed_before_all_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    names = [f"/p{n}" for n in range(40)]
    pages = [page(name, text=f"Page {name} in words") for name in names]
    crawl_job(path, site(page("/", *names), *pages), monkeypatch)
    told = Told()
    outcome, report, fetcher = refresh_job(path, site(), monkeypatch, observer=told)
    assert outcome is StopReason.SATISFIED
    assert report.site == "vanished"
    assert len(fetcher.asked) < 15
    assert any("vanished" in note for note in told.notes)


def test_a_sitemap_that_the_crawl_has_read_is_asked_for_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"

    def listed(numbers: range) -> dict[str, object]:
        rows = "".join(f"<url><loc>{ORIGIN}/t{n}</loc></url>" for n in numbers)
        body = f"<urlset>{rows}</urlset>".encode()
        sitemap = response("/sitemap.xml", body, media_type="text/xml")
        named = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
        return forum(*ROWS) | {ORIGIN + "/robots.txt": named, sitemap.url: sitemap}

    crawl_job(path, listed(range(1, 9)), monkeypatch, strategy="adaptive")  # type: ignore[arg-type]
    assert statuses(path, "/sitemap.xml") == [200]
    answers = listed(range(1, 12)) | {ORIGIN + "/t11": page("/t11", text="Eleven is new here")}
    _, _, fetcher = refresh_job(
        path,
        answers,  # type: ignore[arg-type]
        monkeypatch,
        wall=DATE + 3600.0,
        budget=4,
        keep_hosts=True,
    )
    assert fetcher.paths[0] == "/sitemap.xml"
    assert "/t11" in fetcher.paths


def test_sitemaps_are_asked_first_and_only_when_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    named = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    answers = forum(*ROWS) | {ORIGIN + "/robots.txt": named}
    crawl_job(path, answers, monkeypatch)  # type: ignore[arg-type]
    rows = "".join(f"<url><loc>{ORIGIN}/t{n}</loc></url>" for n in range(1, 12))
    sitemap = response("/sitemap.xml", f"<urlset>{rows}</urlset>".encode(), media_type="text/xml")
    answers |= {sitemap.url: sitemap, ORIGIN + "/t11": page("/t11", text="Eleven is new here")}
    _, report, fetcher = refresh_job(
        path,
        answers,  # type: ignore[arg-type]
        monkeypatch,
        wall=DATE + 3600.0,
        budget=4,
        keep_hosts=True,
    )
    assert fetcher.paths[0] == "/sitemap.xml"
    assert "/t11" in fetcher.paths
    assert report.counts.sources == 1
    _, report, fetcher = refresh_job(
        path,
        answers,  # type: ignore[arg-type]
        monkeypatch,
        wall=DATE + 3700.0,
        keep_hosts=True,
    )
    assert fetcher.paths == []
