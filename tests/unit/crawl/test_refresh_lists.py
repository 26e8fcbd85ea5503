"""Sitemaps and feeds: which there are, and what they say."""

from functools import partial

import numpy as np
import pytest

from periplus.change.evidence import Sign
from periplus.crawl.reader import PageReader
from periplus.crawl.refresh_lists import (
    feeds_of,
    lists_named,
    may_list,
    read_list,
    sitemaps_of,
)
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.plan.strategy import Reason
from periplus.store import JobStore, LinkRows, VisitRow
from timing import least_cpu
from unit.crawl.samples import ORIGIN, response

SITEMAP = """<?xml version="1.0"?><urlset>
<url><loc>{0}/old</loc><lastmod>2026-01-01</lastmod></url>
<url><loc>{0}/same</loc><lastmod>2026-01-01</lastmod></url>
<url><loc>{0}/as-well</loc><lastmod>2026-01-01</lastmod></url>
<url><loc>{0}/changed</loc><lastmod>2026-12-01</lastmod></url>
<url><loc>{0}/new</loc></url><url><loc>javascript:alert(1)</loc></url></urlset>"""


def test_robots_txt_names_sitemaps() -> None:
    robots = (
        b"User-agent: *\r\nSitemap: http://site.test/a.xml\r\n sitemap:http://b.test/b\nSitemap: x"
    )
    assert sitemaps_of(robots) == ["http://site.test/a.xml", "http://b.test/b"]
    assert sitemaps_of(None) == []
    many = b"".join(b"Sitemap: http://site.test/%d.xml\n" % n for n in range(500))
    assert len(sitemaps_of(many)) == 20


def test_feeds_are_alternates_that_look_like_one() -> None:
    html = (
        b'<html><head><link rel="alternate" href="/feed/atom.xml" type="application/atom+xml">'
        b'<link rel="alternate" hreflang="de" href="/de/"></head><body><a href="/rss">x</a></body>'
    )
    view = PageReader(Stage.LINKS, DEFAULT_LIMITS).read(response("/", html)).view
    assert view is not None
    assert feeds_of(view) == [ORIGIN + "/feed/atom.xml"]


def test_feeds_that_a_page_named_when_it_was_crawled_are_known() -> None:
    store = JobStore.create(None)
    found = {
        "/feed/atom.xml": "html/head/link.alternate",
        "/de/": "html/head/link.alternate",
        "/rss": "html/body/a",
    }
    page, *targets = store.intern([ORIGIN + path for path in ("/", *found)])[0].tolist()
    assert list(lists_named(store, [ORIGIN + "/"])) == []
    store.add_links(
        page,
        LinkRows(
            targets=np.array(targets, np.uint32),
            rows=np.arange(len(found), dtype=np.int32),
            labels=list(found.values()),
            reasons=[Reason.FOLLOW] * len(found),
            groups=[""] * len(found),
        ),
    )
    assert list(lists_named(store, [ORIGIN + "/"])) == [ORIGIN + "/feed/atom.xml"]


@pytest.mark.parametrize(
    ("path", "media_type", "status", "expected"),
    [
        ("/x", "application/rss+xml", 200, True),
        ("/sitemap.xml", "text/plain", 200, True),
        ("/x", "text/html", 200, False),
        ("/sitemap.xml", "text/xml", 404, False),
    ],
)
def test_what_can_be_a_list(path: str, media_type: str, status: int, expected: bool) -> None:
    assert may_list(response(path, b"<x/>", media_type=media_type, status=status)) is expected


def seen(store: JobStore, *paths: str) -> None:
    for path in paths:
        url_id = int(store.intern([ORIGIN + path])[0][0])
        store.visits.set(VisitRow(url_id, 0.0, 1_790_000_000.0, 1e-6, 1.0, 1))


def test_a_sitemap_tells_what_changed_and_what_is_new() -> None:
    store = JobStore.create(None)
    seen(store, "/old", "/same", "/as-well", "/changed")
    body = SITEMAP.format(ORIGIN).encode()
    listed = read_list(store, response("/sitemap.xml", body, media_type="text/xml"), DEFAULT_LIMITS)
    assert [(s.url, s.sign) for s in listed.signals] == [(ORIGIN + "/changed", Sign.LISTED)]
    assert listed.new == [ORIGIN + "/new"]
    index = b"<sitemapindex><sitemap><loc>/more.xml</loc></sitemap></sitemapindex>"
    listed = read_list(store, response("/s.xml", index, media_type="text/xml"), DEFAULT_LIMITS)
    assert listed.sitemaps == [ORIGIN + "/more.xml"]
    store.close()


def test_a_hostile_list_costs_little() -> None:
    store = JobStore.create(None)
    hostile = [
        b"<url>" * 200_000,
        b"<url><loc>" + b"A" * 2_000_000,
        b"<!DOCTYPE x [<!ENTITY a 'b'>]><url><loc>&a;</loc></url>" * 1_000,
        b"\x00\xff" * 100_000,
    ]
    for body in hostile:
        sent = response("/s.xml", body, media_type="text/xml")
        assert least_cpu(partial(read_list, store, sent, DEFAULT_LIMITS)) < 2.0
    store.close()
