"""The running counts."""

from periplus.crawl.counters import Counters, counters_from_json


def test_pages_are_counted_by_status_and_verdict() -> None:
    counters = Counters()
    counters.count_page(200, "valuable", 100, is_html=True)
    counters.count_page(200, "duplicate", 50, is_html=True)
    counters.count_page(404, "invalid", 9, is_html=False)
    assert (counters.pages, counters.html_pages, counters.bytes) == (3, 2, 159)
    assert counters.statuses == {"200": 2, "404": 1}
    assert counters.verdicts == {"valuable": 1, "duplicate": 1, "invalid": 1}


def test_errors_are_faults_and_error_statuses() -> None:
    counters = Counters()
    counters.count_fault("dns")
    counters.count_fault("dns")
    for status in (200, 302, 404, 500, 404):
        counters.count_page(status, "x", 0, is_html=False)
    assert counters.errors == {"dns": 2, "http-404": 2, "http-500": 1}


def test_two_crawls_do_not_share_their_tables() -> None:
    Counters().count_skipped("robots", 3)
    assert Counters().skipped == {}


def test_counts_survive_being_kept_with_the_job() -> None:
    counters = Counters(requests=5, seconds=1.5)
    counters.count_skipped("robots", 3)
    assert counters_from_json(counters.to_json()) == counters
    assert counters_from_json(None) == Counters()
