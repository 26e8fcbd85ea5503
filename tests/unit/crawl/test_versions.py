"""Which visits are versions."""

from periplus.crawl.versions import every_version, has_content, latest_versions, versions_of
from periplus.store import JobStore
from unit.store.samples import add, page, url


def test_visits_that_bring_nothing_new_are_no_versions() -> None:
    store = JobStore.create(None)
    first, second = add(store, [url(1), url(2)])
    visits = [
        page(first, 1, digest="sha1:A"),
        page(second, 2, digest="sha1:A"),  # another URL's copy
        page(first, 3, digest="sha1:A"),
        page(first, 4, digest="sha1:A", status=304),
        page(first, 5, digest="sha1:B"),
        page(first, 6, digest="sha1:B", status=304),
        page(first, 7, digest="sha1:E", status=404),
        page(first, 8, digest="sha1:E", status=404),
    ]
    for row in visits:
        store.finish(row)
    assert [row.seq for row in every_version(store)] == [1, 2, 5, 7]
    assert [row.seq for row in latest_versions(store)] == [2, 5]
    assert [row.seq for row in versions_of(store.page_of(first))] == [1, 5, 7]
    assert versions_of([]) == []
    store.close()


def test_of_a_url_that_was_never_there_the_last_answer_stands() -> None:
    store = JobStore.create(None)
    [only] = add(store, [url(1)])
    for seq, status in ((1, 404), (2, 503)):
        store.finish(page(only, seq, status=status))
    assert [row.seq for row in latest_versions(store)] == [2]
    store.close()


def test_content_is_an_answer_that_is_no_error() -> None:
    answers = {status: has_content(page(1, 1, status=status)) for status in (200, 301, 304, 404)}
    assert answers == {200: True, 301: True, 304: False, 404: False}
