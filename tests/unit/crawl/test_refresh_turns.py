"""Where threads and lists go on."""

from pathlib import Path

import pytest

from periplus.crawl.reader import PageReader
from periplus.crawl.refresh_turns import is_later_page, last_page_of, next_page_of
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.store import JobStore
from unit.crawl.samples import ORIGIN, crawl_job, page, response, site

PAGES = "".join(f'<a href="/t?id=1&amp;page={n}">{n}</a> ' for n in (2, 3))
THREAD = response("/t?id=1", f'<p>first</p>{PAGES}<a href="/t?id=9">7</a>'.encode())
SECOND = response(
    "/t?id=1&page=2",
    b'<p>second</p><a href="/t?id=1">1</a> <a rel="next" href="/t?id=1&amp;page=3">Next</a>',
)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JobStore:
    answers = site(
        page("/", "/t?id=1"), THREAD, SECOND, page("/t?id=1&page=3"), page("/t?id=9", text="other")
    )
    crawl_job(tmp_path / "job", answers, monkeypatch)
    return JobStore.open(tmp_path / "job" / "job.db")


def test_new_posts_are_on_the_last_page(store: JobStore) -> None:
    first = store.find(ORIGIN + "/t?id=1") or 0
    last = last_page_of(store, first)
    assert last is not None
    assert store.url(last) == ORIGIN + "/t?id=1&page=3"
    assert last_page_of(store, store.find(ORIGIN + "/") or 0) is None
    store.close()


def test_a_list_goes_on_with_its_next_page(store: JobStore) -> None:
    second = store.find(ORIGIN + "/t?id=1&page=2") or 0
    onward = next_page_of(store, second)
    assert onward is not None
    assert store.url(onward) == ORIGIN + "/t?id=1&page=3"
    assert next_page_of(store, store.find(ORIGIN + "/") or 0) is None
    store.close()


def test_a_page_that_links_to_number_one_is_a_later_page() -> None:
    reader = PageReader(Stage.LINKS, DEFAULT_LIMITS)
    views = [reader.read(answer).view for answer in (THREAD, SECOND)]
    assert [view is not None and is_later_page(view.links) for view in views] == [False, True]
