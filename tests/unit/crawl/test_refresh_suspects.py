"""Pages that answer 200 and are gone."""

from pathlib import Path

import pytest

from periplus.exchange import Request, Response
from unit.crawl import refreshing
from unit.crawl.refreshing import refresh_job, visit_of
from unit.crawl.samples import crawl_job, page, site

SORRY = "Sorry, there is no such thing here; try the search, or go back to the front page"
PATHS = [f"/p{n}" for n in range(12)]


def text_of(path: str) -> str:
    return f"Page {path} has a text of its own about {path} and what {path} means to us all"


PAGES = [page(path, text=text_of(path)) for path in PATHS]


@pytest.mark.parametrize("status", [200, 404])
def test_a_page_that_shows_the_error_page_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    path = tmp_path / "job"
    crawl_job(path, site(page("/", *PATHS), *PAGES), monkeypatch)
    answers = site(page("/", *PATHS), *PAGES, page("/p3", text=SORRY))

    class Apologetic(refreshing.Asked):
        async def fetch(self, request: Request) -> Response:
            if request.url not in answers:
                self.asked.append(request.url)
                self.requests.append(request)
                return page(request.url, text=SORRY, status=status)
            return await super().fetch(request)

    monkeypatch.setattr(refreshing, "Asked", Apologetic)
    _, report, fetcher = refresh_job(path, answers, monkeypatch)
    probes = [url for url in fetcher.asked if url not in answers]
    assert len(probes) == 1
    assert (report.counts.gone, report.counts.changed) == (1, 0)
    assert visit_of(path, "/p3").gone == 1
    assert visit_of(path, "/p4").gone == 0


def test_a_page_with_another_text_is_only_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "job"
    crawl_job(path, site(page("/", *PATHS), *PAGES), monkeypatch)
    answers = site(page("/", *PATHS), *PAGES, page("/p3", text="Rewritten from end to end"))
    _, report, _ = refresh_job(path, answers, monkeypatch)
    assert (report.counts.gone, report.counts.changed) == (0, 1)
