"""Sitemaps and feeds."""

import pytest

from periplus.change.listed_dates import MOST_ENTRIES, parse_date, read_listed_dates
from timing import least_cpu

DAY = 86400.0


def test_a_sitemap() -> None:
    found = read_listed_dates(
        b'<?xml version="1.0"?><urlset><url><loc>https://s.test/a?x=1&amp;y=2</loc>'
        b"<lastmod>1970-01-02</lastmod></url><url><loc> https://s.test/b </loc></url></urlset>"
    )
    assert found.dates == {"https://s.test/a?x=1&y=2": DAY, "https://s.test/b": None}


def test_a_sitemap_index_with_a_prefix() -> None:
    found = read_listed_dates(
        b"<sm:sitemapindex><sm:sitemap><sm:loc>https://s.test/1.xml</sm:loc>"
        b"<sm:lastmod>1970-01-03T00:00:00Z</sm:lastmod></sm:sitemap></sm:sitemapindex>"
    )
    assert found.sitemaps == {"https://s.test/1.xml": 2 * DAY}
    assert found.dates == {}


def test_an_rss_feed() -> None:
    found = read_listed_dates(
        b"<rss><channel><link>https://s.test/</link><item><title>x</title>"
        b"<link><![CDATA[https://s.test/p?a&b]]></link>"
        b"<pubDate>Fri, 02 Jan 1970 00:00:00 GMT</pubDate></item></channel></rss>"
    )
    assert found.dates == {"https://s.test/p?a&b": DAY}


def test_an_atom_feed_takes_the_newest_date() -> None:
    found = read_listed_dates(
        b'<feed><entry><link rel="self" href="https://s.test/x.atom"/>'
        b'<link rel="alternate" href="https://s.test/x"/>'
        b"<published>1970-01-01T00:00:00Z</published>"
        b"<updated>1970-01-02T01:00:00+01:00</updated></entry></feed>"
    )
    assert found.dates == {"https://s.test/x": DAY}


@pytest.mark.parametrize(
    "body", [b"", b"<html><p>no</p>", b"\xff\xfe<url>", b"<url><loc></loc></url>"]
)
def test_what_is_neither_tells_nothing(body: bytes) -> None:
    assert read_listed_dates(body).dates == {}


@pytest.mark.parametrize("text", ["", "soon", "99999-99-99", "Mon, 99 Foo 1970", "0000-00-00"])
def test_bad_dates_are_none(text: str) -> None:
    assert parse_date(text) is None


def test_endless_sitemaps_are_cut() -> None:
    entry = b"<url><loc>https://s.test/%d</loc></url>"
    body = b"".join(entry % n for n in range(MOST_ENTRIES + 5))
    assert len(read_listed_dates(body).dates) == MOST_ENTRIES


@pytest.mark.parametrize(
    "piece", [b"<url>", b"<url", b"<item><link", b"<url><![CDATA[", b"<entry><link href='", b"<"]
)
def test_starts_without_an_end_take_bounded_time(piece: bytes) -> None:
    body = piece * (1_000_000 // len(piece))
    assert read_listed_dates(body).dates == {}
    assert least_cpu(lambda: read_listed_dates(body)) < 5
