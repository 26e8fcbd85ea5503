"""Where a site says itself what changed: the sitemaps that robots.txt names, and its feeds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from periplus import url as urls
from periplus.change.evidence import Signal, listed_changes
from periplus.change.listed_dates import read_listed_dates
from periplus.exchange import Response
from periplus.fetch.decode import decode_payload
from periplus.limits import Limits
from periplus.page.view import LinkSource, PageView
from periplus.store import JobStore

_SITEMAP = re.compile(rb"^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2048})", re.IGNORECASE | re.MULTILINE)
_XML = re.compile(r"(?:application|text)/(?:[a-z]+\+)?xml")
_ALTERNATE = "link.alternate"  # the last step of the label of another form of a page
_FEED = re.compile(r"\b(?:feeds?|rss\d?|atom|rdf|xml)\b", re.IGNORECASE)
_GZIP_MAGIC = b"\x1f\x8b"
MOST_SITEMAPS = 20  # of one site, the newest
_MOST_FEEDS = 3


@dataclass(frozen=True, slots=True)
class Listed:
    """What one sitemap or feed says."""

    signals: list[Signal]
    new: list[str]  # URLs never seen
    sitemaps: list[str]  # further ones


def sitemaps_of(robots: bytes | None) -> list[str]:
    """The sitemaps that a robots.txt names, of whatever host."""
    found = _SITEMAP.findall(robots or b"")[:MOST_SITEMAPS]
    canonical = (urls.canonical(text.decode("utf-8", "replace")) for text in found)
    return list(dict.fromkeys(url for url in canonical if url is not None))


def feeds_of(view: PageView) -> list[str]:
    """What a page names as another form of itself that looks like a feed."""
    links = view.links
    named = [
        url
        for url, source in zip(links.urls, links.sources.tolist(), strict=True)
        if source == LinkSource.LINK_ALTERNATE and _FEED.search(urls.path_and_query(url))
    ]
    return list(dict.fromkeys(named))[:_MOST_FEEDS]


def lists_named(store: JobStore, start_urls: Sequence[str]) -> Iterator[str]:
    """The sitemaps that robots.txt names, and the feeds that the start pages named."""
    for origin in dict.fromkeys(urls.origin(url) for url in start_urls):
        host = store.hosts().get(origin)
        yield from sitemaps_of(host.robots_body if host else None)
    for page in store.intern(list(start_urls))[0].tolist():
        yield from _feeds_named(store, page)


def _feeds_named(store: JobStore, page: int) -> list[str]:
    """By the links that were noted of a page when it was crawled."""
    links = store.links_of(page)
    named = [
        store.url(int(target))
        for target, label in zip(links.targets, links.labels, strict=True)
        if label.rpartition("/")[2].startswith(_ALTERNATE)
    ]
    feeds = [url for url in named if _FEED.search(urls.path_and_query(url))]
    return list(dict.fromkeys(feeds))[:_MOST_FEEDS]


def may_list(response: Response) -> bool:
    """Whether a response can be a sitemap or a feed."""
    if response.status != 200 or not response.body:
        return False
    path = urls.path_and_query(response.url).partition("?")[0]
    return bool(_XML.fullmatch(response.media_type)) or path.endswith((".xml", ".xml.gz", ".rss"))


def list_body(response: Response, limits: Limits) -> bytes:
    """The text of a sitemap or a feed, also of one that is kept as a gzip file."""
    body = decode_payload(response, limits).body
    if not body.startswith(_GZIP_MAGIC):
        return body
    packed = replace(response, headers=((b"Content-Encoding", b"gzip"),), body=body)
    return decode_payload(packed, limits).body


def read_list(store: JobStore, response: Response, limits: Limits) -> Listed:
    """What a sitemap or a feed says of the pages of a job."""
    told = read_listed_dates(list_body(response, limits))
    dates: dict[str, float | None] = {}
    for text, date in told.dates.items():
        url = urls.join(response.url, text)
        if url is not None:
            dates[url] = date
    seen: dict[str, float] = {}
    new = []
    for url in dates:
        url_id = store.find(url)
        if url_id is None:
            new.append(url)
            continue
        visit = store.visits.get(url_id)
        if visit is not None:
            seen[url] = visit.last
    known = {url: date for url, date in dates.items() if url in seen}
    newest_first = sorted(told.sitemaps.items(), key=lambda item: -(item[1] or 0.0))
    further = (urls.join(response.url, text) for text, _ in newest_first[:MOST_SITEMAPS])
    return Listed(
        listed_changes(known, seen, slot=urls.path_and_query(response.url)),
        new,
        [url for url in further if url is not None],
    )
