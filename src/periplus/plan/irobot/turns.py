"""Page-flipping links: which number in a site's URLs counts the pages of one thing.

A link with a number for its anchor shows it: the place in the URL where that number (or a multiple
of it: an offset) appears is where pages are counted. Links with words ("next") are believed when
they change nothing but such a place.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from periplus.site.split_url import split_url

_TOKEN = re.compile(r"\d+|\D+")
_NUMBERS = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_ADDED = 2  # path segments that a later page may have more
_LEAST_VOTES = 2
_LONGEST_NUMBER = 6


class Change(NamedTuple):
    """A number that two URLs do not share: where, and its values (-1 where it is missing)."""

    place: str
    own: int
    other: int


def changes(own: str, other: str) -> list[Change] | None:
    """The numbers in which two URLs differ; None where they differ in more than that."""
    if own == other:
        return None
    own_path, own_pairs = split_url(own)
    other_path, other_pairs = split_url(other)
    path = _path_changes(_trimmed(own_path), _trimmed(other_path))
    if path is None:
        return None
    query = _query_changes(_pairs(own_pairs), _pairs(other_pairs))
    if query is None:
        return None
    found = path + query
    replaced = [c for c in found if c.own >= 0 and c.other >= 0]
    return found if found and len(replaced) <= 1 else None


def _date_parts(segments: list[str]) -> int:
    """How many segments are part of a date (year, month, day), counted from the first of them."""
    for at, segment in enumerate(segments):
        if _YEAR.fullmatch(segment):
            parts = 1
            for limit, part in zip((12, 31), segments[at + 1 :], strict=False):
                if not (part.isdecimal() and len(part) <= 2 and 1 <= int(part) <= limit):
                    break
                parts += 1
            return at + parts
    return 0


def is_date(url: str) -> bool:
    """Whether a URL names a year, a month or a day and nothing else, or a later page of it."""
    path, pairs = split_url(url)
    segments = _trimmed(path)
    parts = _date_parts(segments)
    rest = segments[parts:]
    turned = len(rest) == _MOST_ADDED and rest[1].isdecimal()
    return (
        parts > 0
        and not pairs
        and _YEAR.fullmatch(segments[0]) is not None
        and (not rest or turned)
    )


def _trimmed(segments: Sequence[str]) -> list[str]:
    return [segment for segment in segments if segment]


def _pairs(pairs: Sequence[str]) -> dict[str, str]:
    return {name: value for name, _, value in (pair.partition("=") for pair in pairs)}


def _path_changes(own: list[str], other: list[str]) -> list[Change] | None:
    shared = 0
    while shared < min(len(own), len(other)) and own[shared] == other[shared]:
        shared += 1
    left, right = own[shared:], other[shared:]
    if not left and not right:
        return []
    if shared < max(_date_parts(own), _date_parts(other)):
        return None  # another day is another thing, though calendars number their links
    word = own[shared - 1] if shared else ""
    if len(left) == len(right):
        found: list[Change] = []
        for one, two in zip(left, right, strict=True):
            step = [] if one == two else _number_changes(f"/{word}", one, two)
            if step is None:
                return None
            found += step
            word = one
        return found
    added, is_more = (right, True) if not left else (left, False)
    if (left and right) or len(added) > _MOST_ADDED:
        return None
    numbers = [segment for segment in added if segment.isdecimal()]
    if len(numbers) != 1:
        return None
    word = added[0] if not added[0].isdecimal() else word
    value = int(numbers[0])
    return [Change(f"/{word}", -1 if is_more else value, value if is_more else -1)]


def _query_changes(own: dict[str, str], other: dict[str, str]) -> list[Change] | None:
    found: list[Change] = []
    for name in own.keys() | other.keys():
        one, two = own.get(name), other.get(name)
        if one == two:
            continue
        if one is not None and two is not None:
            step = _number_changes(f"?{name}", one, two)
            if step is None:
                return None
            found += step
        elif (value := one or two or "").isdecimal():
            number = int(value[:15])
            found.append(Change(f"?{name}.0", *((number, -1) if two is None else (-1, number))))
    return sorted(found)


def _number_changes(place: str, own: str, other: str) -> list[Change] | None:
    one, two = _TOKEN.findall(own), _TOKEN.findall(other)
    if len(one) != len(two):
        return None
    found = []
    for at, (left, right) in enumerate(zip(one, two, strict=True)):
        if left == right:
            continue
        if not (left.isdecimal() and right.isdecimal()):
            return None
        found.append(Change(f"{place}.{at}" if place[0] == "?" else place, int(left), int(right)))
    return found if len(found) == 1 else None


class PageTurns:
    """Learns where pages are counted; tells which links turn a page."""

    def __init__(self) -> None:
        self._votes: Counter[str] = Counter()

    def learn(self, own: str, other: str, anchor: str) -> None:
        """A link with a number for its anchor."""
        numbers = _NUMBERS.findall(anchor)  # "Page 2", "[2]", "Page 2 of 5"
        if not numbers or len(numbers[0]) > _LONGEST_NUMBER:
            return
        number = int(numbers[0])
        for change in changes(own, other) or ():
            if _counts_pages(change.other, number):
                self._votes[change.place] += 1

    def is_turn(self, own: str, other: str) -> bool:
        """Whether two URLs are pages of one thing."""
        found = changes(own, other)
        if not found:
            return False
        counted = [c for c in found if self._votes[c.place] >= _LEAST_VOTES]
        replaced = [c for c in found if c.own >= 0 and c.other >= 0]
        return bool(counted) and all(c in counted for c in replaced)

    def places(self) -> frozenset[str]:
        """Where in URLs pages are counted."""
        return frozenset(p for p, votes in self._votes.items() if votes >= _LEAST_VOTES)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return dict(self._votes)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._votes = Counter({place: int(votes) for place, votes in state.items()})


def _counts_pages(value: int, number: int) -> bool:
    if value == -1:
        return number == 1
    if value in (number, number - 1):
        return True
    return number > 1 and value > number and value % (number - 1) == 0
