"""Cheap evidence of changes elsewhere: what lists, sitemaps and feeds say of the pages they name.

A list page prints numbers (replies) and dates (last post) beside its links, and sorts what moved to
the top. Comparing two visits of the list tells which pages changed without asking for them. How far
each sign can be trusted is learned: a counter of views moves always and means nothing.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from periplus.page.view import AnchorKind, PageView, Region

_MIN_RECORDS = 3
_DISTINCT_SHARE = 0.8  # of a column's targets: else it links the same few pages again and again
_SAME_DATE = 1.0  # seconds
_MIN_SHARED = 5  # entries, before anything is said about a column of numbers
_MOVING_SHARE = 0.6
_UNTRUSTED_SHARE = 0.9  # a sitemap that calls as many pages changed knows nothing


class Sign(StrEnum):
    """Why a page is thought to have changed."""

    NEW = "new"  # not on the list before
    DATE = "date"  # the date beside it moved on
    NUMBER = "number"  # a number beside it changed
    ROSE = "rose"  # it stands before pages that it stood behind
    LISTED = "listed"  # a sitemap or feed dates it after the last visit


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list says of one page."""

    numbers: tuple[float, ...] = ()  # NaN where a slot is empty
    date: float | None = None  # epoch seconds
    source: int = 0  # the region's pattern: slots of one region mean the same


@dataclass(frozen=True, slots=True)
class Signal:
    """One page that seems to have changed."""

    url: str
    sign: Sign
    slot: str = ""  # which number of which kind of list; what trust is learned by
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of a list page, by URL in order."""

    entries: dict[str, Entry] = field(default_factory=dict)


def read_listing(view: PageView) -> Listing:
    """What the lists on a page say of the pages they link."""
    entries: dict[str, Entry] = {}
    if view.structure is None:
        return Listing(entries)
    for number, region in enumerate(view.structure.regions):
        if region.records < _MIN_RECORDS:
            continue
        for record, url in sorted(_main_links(view, number).items()):
            entry = _entry(region, record)
            known = entries.get(url)
            if known is None or _told(entry) > _told(known):
                entries[url] = entry
    return Listing(entries)


def _told(entry: Entry) -> int:
    return len(entry.numbers) + 2 * (entry.date is not None)


def _main_links(view: PageView, region: int) -> dict[int, str]:
    """For each record the link of the column with the longest texts: the entry's own page."""
    links = view.links
    columns: dict[int, dict[int, tuple[str, int]]] = {}
    for row in np.flatnonzero(links.regions == region).tolist():
        if links.kinds[row] == AnchorKind.WORD:
            found = columns.setdefault(int(links.columns[row]), {})
            found.setdefault(int(links.records[row]), (links.urls[row], len(links.anchors[row])))
    best: dict[int, str] = {}
    longest = 0.0
    for found in columns.values():
        targets = {url for url, _ in found.values()}
        if len(found) < _MIN_RECORDS or len(targets) < _DISTINCT_SHARE * len(found):
            continue
        length = sum(length for _, length in found.values()) / len(found)
        if length > longest:
            longest = length
            best = {record: url for record, (url, _) in found.items()}
    return best


def _entry(region: Region, record: int) -> Entry:
    numbers: tuple[float, ...] = ()
    if record < len(region.numbers):
        numbers = tuple(region.numbers[record].tolist())
    date = float(region.dates[record]) if record < len(region.dates) else math.nan
    return Entry(numbers, None if math.isnan(date) else date, region.pattern)


def compare_listings(old: Listing, new: Listing) -> list[Signal]:
    """Which pages changed, in the order of the new list; the strongest sign of each."""
    risen = _risen(old, new)
    moving = _moving_slots(old, new)
    signals = []
    for url, entry in new.entries.items():
        before = old.entries.get(url)
        signal = (
            Signal(url, Sign.NEW)
            if before is None
            else _moved(url, before, entry, moving)
            or (Signal(url, Sign.ROSE) if url in risen else None)
        )
        if signal is not None:
            signals.append(signal)
    return signals


def _moving_slots(old: Listing, new: Listing) -> set[tuple[int, int]]:
    """Numbers that changed for most entries while dates or other numbers tell them apart: views."""
    seen: Counter[tuple[int, int]] = Counter()
    changed: Counter[tuple[int, int]] = Counter()
    dated: Counter[int] = Counter()
    for url, entry in new.entries.items():
        before = old.entries.get(url)
        if before is None or not _comparable(before, entry):
            continue
        dated[entry.source] += entry.date is not None
        for slot, (one, other) in enumerate(zip(before.numbers, entry.numbers, strict=True)):
            seen[entry.source, slot] += 1
            changed[entry.source, slot] += one != other and not math.isnan(other)
    shares = {key: changed[key] / count for key, count in seen.items() if count >= _MIN_SHARED}
    return {
        key
        for key, share in shares.items()
        if share >= _MOVING_SHARE
        and (
            2 * dated[key[0]] >= seen[key]
            or any(k[0] == key[0] and other < share - 0.2 for k, other in shares.items())
        )
    }


def _comparable(old: Entry, new: Entry) -> bool:
    return old.source == new.source and len(old.numbers) == len(new.numbers)


def _moved(url: str, old: Entry, new: Entry, moving: set[tuple[int, int]]) -> Signal | None:
    if new.date is not None and (old.date is None or new.date > old.date + _SAME_DATE):
        return Signal(url, Sign.DATE, f"{new.source}", "the date beside it moved on")
    if not _comparable(old, new):
        return None
    for slot, (before, after) in enumerate(zip(old.numbers, new.numbers, strict=True)):
        if (new.source, slot) in moving:
            continue
        if not math.isnan(after) and not math.isnan(before) and after != before:
            return Signal(url, Sign.NUMBER, f"{new.source}:{slot}", f"{before:g} became {after:g}")
    return None


def _risen(old: Listing, new: Listing) -> set[str]:
    """Entries that stand before others which they stood behind.

    Of all ways to explain the new order, the one that moves fewest entries.
    """
    places = {url: place for place, url in enumerate(old.entries)}
    shared = [url for url in new.entries if url in places]
    kept = _longest_rise([places[url] for url in shared])
    risen = set()
    lowest = len(places)  # the least old place of the entries that stayed and come after
    for index in range(len(shared) - 1, -1, -1):
        place = places[shared[index]]
        if index in kept:
            lowest = min(lowest, place)
        elif place > lowest:
            risen.add(shared[index])
    return risen


def _longest_rise(numbers: list[int]) -> set[int]:
    """The indices of a longest increasing subsequence of distinct numbers."""
    tails: list[int] = []  # smallest end of a run of each length
    indices: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        at = bisect_left(tails, number)
        before.append(indices[at - 1] if at else -1)
        tails[at : at + 1] = [number]
        indices[at : at + 1] = [index]
    kept = set()
    index = indices[-1] if indices else -1
    while index >= 0:
        kept.add(index)
        index = before[index]
    return kept


def listed_changes(
    dates: Mapping[str, float | None], seen: Mapping[str, float], slot: str = "sitemap"
) -> list[Signal]:
    """Pages that a sitemap or feed dates after our last visit, or that we have never seen.

    A source that calls nearly every known page changed is not believed about those.
    """
    known = [url for url, date in dates.items() if url in seen and date is not None]
    later = {url for url in known if (dates[url] or 0.0) > seen[url]}
    believed = len(known) < _MIN_RECORDS or len(later) < _UNTRUSTED_SHARE * len(known)
    signals = []
    for url in dates:
        if url not in seen:
            signals.append(Signal(url, Sign.NEW, slot))
        elif url in later and believed:
            signals.append(Signal(url, Sign.LISTED, slot, "dated after the last visit"))
    return signals


_FIRST_TRUST = {
    Sign.NEW: (9.0, 1.0),
    Sign.DATE: (9.0, 1.0),
    Sign.LISTED: (2.0, 1.0),
    Sign.ROSE: (1.0, 1.0),
    Sign.NUMBER: (1.0, 1.0),
}


class Trust:
    """How often each sign was right, by what was found when its page was fetched."""

    def __init__(self, counts: Mapping[str, tuple[int, int]] | None = None) -> None:
        self._counts = dict(counts or {})

    @staticmethod
    def _key(signal: Signal) -> str:
        return f"{signal.sign} {signal.slot}"

    def learn(self, signal: Signal, changed: bool) -> None:
        """What a page that a signal pointed at turned out to be."""
        key = self._key(signal)
        right, wrong = self._counts.get(key, (0, 0))
        self._counts[key] = (right + changed, wrong + (not changed))

    def chance(self, signal: Signal) -> float:
        """The probability that the page changed."""
        right, wrong = self._counts.get(self._key(signal), (0, 0))
        first_right, first_wrong = _FIRST_TRUST[signal.sign]
        return (right + first_right) / (right + wrong + first_right + first_wrong)

    def best(self, signals: Iterable[Signal], least: float = 0.2) -> list[Signal]:
        """Signals that are worth a request, the surest first; one for each page."""
        strongest: dict[str, Signal] = {}
        for signal in signals:
            other = strongest.get(signal.url)
            if other is None or self.chance(signal) > self.chance(other):
                strongest[signal.url] = signal
        worth = [signal for signal in strongest.values() if self.chance(signal) >= least]
        return sorted(worth, key=lambda signal: -self.chance(signal))

    def to_json(self) -> dict[str, Any]:
        """For the job database."""
        return {key: list(counts) for key, counts in self._counts.items()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Trust":
        """As `to_json` wrote it."""
        return cls({key: (int(right), int(wrong)) for key, (right, wrong) in value.items()})
