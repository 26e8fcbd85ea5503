"""Dates that a site states about its pages: sitemaps (lastmod) and feeds (RSS, Atom)."""

import html
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MOST_ENTRIES = 50_000  # the most that the sitemap protocol allows in one file
_MOST_BYTES = 50 << 20
_ENTRY_CHARS = 8192  # of an entry: where it is and when it changed stand before its content
# Nothing here may look far ahead for an end that never comes: a hostile file has a million starts.
_TAG = re.compile(r"<(/?)(url|sitemap|item|entry)\b[^<>]*>")
_FEED_ENTRIES = ("item", "entry")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_LOCATION = re.compile(r"<(?:loc|link)\b[^<>]*>([^<]+)<")
_ATOM_LINK = re.compile(r"<link\b([^<>]*)/?>")
_HREF = re.compile(r"""\bhref\s*=\s*["']([^"']+)["']""")
_OTHER_REL = re.compile(r"""\brel\s*=\s*["'](?!alternate["'])""")
_DATE = re.compile(r"<(?:lastmod|pubDate|updated|published|(?:\w{1,20}:)?date)\b[^<>]*>([^<]+)<")
_PREFIX = re.compile(r"<(/?)(?:sm|sitemap|atom|ns\d*):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ListedDates:
    """What one sitemap or feed says."""

    dates: dict[str, float | None] = field(default_factory=dict)  # by URL, epoch seconds
    sitemaps: dict[str, float | None] = field(default_factory=dict)  # of a sitemap index
    is_feed: bool = False


def read_listed_dates(body: bytes) -> ListedDates:
    """Read a sitemap, sitemap index, RSS or Atom feed. What is none of them tells nothing."""
    text = body[:_MOST_BYTES].decode("utf-8", "replace")
    text = _PREFIX.sub(r"<\1", text)
    found, names = ListedDates(), set()
    for name, raw in itertools.islice(_entries(text), MOST_ENTRIES):
        names.add(name)
        inside = _CDATA.sub(lambda match: html.escape(match.group(1)), raw)
        url = _location(inside)
        if url:
            dates = [parse_date(html.unescape(text)) for text in _DATE.findall(inside)]
            known = [date for date in dates if date is not None]
            target = found.sitemaps if name == "sitemap" else found.dates
            target[url] = max(known, default=None)
    return replace(found, is_feed=not names.isdisjoint(_FEED_ENTRIES))


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Name and content of each entry: from the last start to the next end of the same name."""
    opened = None
    for tag in _TAG.finditer(text):
        if not tag.group(1):
            opened = tag
        elif opened is not None and opened.group(2) == tag.group(2):
            start = opened.end()
            yield tag.group(2), text[start : min(tag.start(), start + _ENTRY_CHARS)]
            opened = None


def _location(entry: str) -> str | None:
    match = _LOCATION.search(entry)
    if match and match.group(1).strip():
        return html.unescape(match.group(1)).strip()
    for attributes in _ATOM_LINK.findall(entry):
        href = _HREF.search(attributes)
        if href and not _OTHER_REL.search(attributes):
            return html.unescape(href.group(1)).strip()
    return None


def parse_date(text: str) -> float | None:
    """An ISO 8601 or RFC 822 date in epoch seconds; without a zone it is taken for UTC."""
    text = text.strip()
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        try:
            date = parsedate_to_datetime(text)
        except (ValueError, TypeError, IndexError):
            return None
    try:
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (OverflowError, ValueError):
        return None
