"""Where a site says itself what changed: the sitemaps that robots.txt names, and its feeds."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from periplus import url as urls
from periplus.change.evidence import Signal, listed_changes
from periplus.change.listed_dates import MOST_ENTRIES, ListedDates, read_listed_dates
from periplus.exchange import Response
from periplus.fetch.decode import decode_payload
from periplus.limits import KIB, Limits
from periplus.page.view import LinkSource, PageView
from periplus.store import JobStore

_SITEMAP = re.compile(rb"^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2048})", re.IGNORECASE | re.MULTILINE)
_XML = re.compile(r"(?:application|text)/(?:[a-z]+\+)?xml")
_FEED = re.compile(r"\b(?:feeds?|rss\d?|atom|rdf|xml)\b", re.IGNORECASE)
_ENTRY_END = re.compile(rb"</((?:[A-Za-z][A-Za-z0-9]{0,15}:)?(?:url|sitemap|item|entry))\s{0,9}>")
_ENTRY_BYTES = 8 * KIB  # where it is and when it changed stand before its content
_ENTRIES_OF_A_PART = 50
_MOST_SECONDS = 5.0
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


def may_list(response: Response) -> bool:
    """Whether a response can be a sitemap or a feed."""
    if response.status != 200 or not response.body:
        return False
    path = urls.path_and_query(response.url).partition("?")[0]
    return bool(_XML.fullmatch(response.media_type)) or path.endswith((".xml", ".xml.gz", ".rss"))


def _told(body: bytes) -> ListedDates:
    """What the entries say, read in small parts and not for ever, whatever a server sends."""
    found = ListedDates()
    until = time.process_time() + _MOST_SECONDS
    for part in _parts(body):
        told = read_listed_dates(part)
        found.dates.update(told.dates)
        found.sitemaps.update(told.sitemaps)
        if len(found.dates) >= MOST_ENTRIES or time.process_time() > until:
            break
    return found


def _parts(body: bytes) -> Iterator[bytes]:
    """The entries, some at a time, each with its beginning only where it is long."""
    entries: list[bytes] = []
    begin = 0
    for end in _ENTRY_END.finditer(body):
        opening = b"<" + end.group(1)
        start = body.find(opening, begin, end.start())
        while start >= 0 and body[start + len(opening)] not in b" \t\r\n>":
            start = body.find(opening, start + 1, end.start())
        if start >= 0:
            entries.append(body[start : min(end.start(), start + _ENTRY_BYTES)] + end.group())
        begin = end.end()
        if len(entries) >= _ENTRIES_OF_A_PART:
            yield b"".join(entries)
            entries.clear()
    yield b"".join(entries)


def read_list(store: JobStore, response: Response, limits: Limits) -> Listed:
    """What a sitemap or a feed says of the pages of a job."""
    told = _told(decode_payload(response, limits).body)
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
