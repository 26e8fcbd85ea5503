"""Which conditions a kept response allows."""

from dataclasses import replace

import pytest

from periplus.exchange import Truncation
from periplus.fetch.conditional import conditional_headers
from periplus.fetch.settings import BOUND_HEADERS, check_headers
from unit.crawl.samples import response

MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT"


def test_what_the_server_named_is_given_back() -> None:
    kept = response(etag='W/"a-1"', last_modified=MODIFIED)
    assert conditional_headers(kept) == (
        ("If-None-Match", 'W/"a-1"'),
        ("If-Modified-Since", MODIFIED),
    )
    assert conditional_headers(response(etag='""')) == (("If-None-Match", '""'),)
    assert conditional_headers(response()) == ()


@pytest.mark.parametrize("etag", ["abc", '"a b"', '"a\x00"', '"\xe9"', '"a"\r\nX: y', '"' * 3])
def test_what_is_no_entity_tag_is_not_sent(etag: str) -> None:
    assert conditional_headers(response(etag=etag)) == ()


@pytest.mark.parametrize("date", ["yesterday", "", "Sun, 06 Nov 1994 08:49:37 GMT\x01", "é"])
def test_what_is_no_date_is_not_sent(date: str) -> None:
    assert conditional_headers(response(last_modified=date)) == ()


def test_what_is_sent_passes_the_fetchers_check() -> None:
    check_headers(conditional_headers(response(etag='"1"', last_modified=MODIFIED)), BOUND_HEADERS)


def test_nothing_is_asked_about_errors_and_cut_pages() -> None:
    kept = response(etag='"1"')
    assert conditional_headers(replace(kept, status=404)) == ()
    assert conditional_headers(replace(kept, truncated=Truncation.LENGTH)) == ()
