"""Where in a site's URLs the pages of one thing are counted.

A link whose anchor is a number shows it: the place in the URL where that number, or a multiple of
it (an offset), appears is where pages are counted. A link that says "next" shows it where it leads
to a page of the same title and the number grows by one, or by a step.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from periplus.site.split_url import split_url

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LONGEST_NUMBER = 15
_MOST_ADDED = 3  # tokens of a path that a later page may have more
_LEAST_VOTES = 2
_MOSTLY = 0.5
_PRECISION = 0.6  # of the links with a number that change a place
_MOST_CUT = 1 << 14  # URLs that are remembered cut up
_MOST_COMPARED = 1 << 10  # a page's links, each of which several parts of a strategy look at
_MOST_PARTS = 50  # of a URL whose first page is looked for: to leave each out takes its square
_DIGITS = re.compile(r"(\d+)")

_Path = tuple[str, ...]
_Query = frozenset[tuple[str, str]]
_FrozenCut = tuple[_Path, _Query]

MISSING = -1


class Change(NamedTuple):
    """A number that two URLs do not share: where, and its values (MISSING where it is missing)."""

    place: str
    own: int
    other: int


@lru_cache(_MOST_COMPARED)
def changes(own: str, other: str) -> tuple[Change, ...] | None:
    """The numbers in which two URLs differ; None where they differ in more than that.

    Parameters without a number may come and go: pages of a list that is sorted say so from the
    second on.
    """
    own_path, own_pairs = _cut(own)
    other_path, other_pairs = _cut(other)
    path = _path_changes(own_path, other_path)
    if path is None:
        return None
    query = _query_changes(own_pairs, other_pairs)
    return (*path, *query) if query is not None and (path or query) else None


@lru_cache(_MOST_CUT)
def _cut(url: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """The words and numbers of a path, and the parameters."""
    segments, pairs = split_url(url)
    tokens = tuple(_TOKEN.findall("/".join(segments)))
    return tokens, {name: value for name, _, value in (pair.partition("=") for pair in pairs)}


def later_pages(numbered: Mapping[str, int], shown: Iterable[str]) -> set[str]:
    """Those URLs, by the numbers of links to them, that are later pages of what others show.

    The URL of a first page has no number there, nor the few words before that in a path; or it has
    1 where a later one has its number, or 0 where that has a multiple.
    """
    firsts = set(map(_frozen, shown))
    return {
        url for url, number in numbered.items() if not firsts.isdisjoint(_first_pages(url, number))
    }


@lru_cache(_MOST_CUT)
def _frozen(url: str) -> _FrozenCut:
    path, pairs = _cut(url)
    return path, frozenset(pairs.items())


@lru_cache(_MOST_COMPARED)
def _first_pages(url: str, number: int) -> frozenset[_FrozenCut]:
    """What the URL of a first page may be, given that of a later one of this number."""
    path, query = _frozen(url)
    if len(path) + len(query) > _MOST_PARTS:
        return frozenset()
    return frozenset(_without_number(path, query, number))


def _without_number(path: _Path, query: _Query, number: int) -> Iterator[_FrozenCut]:
    for at, token in enumerate(path):
        if token.isdecimal():
            for start in range(max(0, at + 1 - _MOST_ADDED), at + 1):
                yield path[:start] + path[at + 1 :], query
            for first in _firsts(token, number):
                yield (*path[:at], first, *path[at + 1 :]), query
    for name, value in sorted(query):
        rest = query - {(name, value)}
        if value.isdecimal():
            yield path, rest
        parts = _DIGITS.split(value, _MOST_PARTS)
        for at in range(1, len(parts), 2):
            for first in _firsts(parts[at], number):
                changed = "".join((*parts[:at], first, *parts[at + 1 :]))
                yield path, rest | {(name, changed)}


def _firsts(digits: str, number: int) -> Iterator[str]:
    """What stands for the first page where these digits stand for a page of this number."""
    value, before = _number(digits), number - 1
    if before > 0:
        if value == number:
            yield "1"
        if value > 0 and value % before == 0:
            yield "0"


def _path_changes(own: Sequence[str], other: Sequence[str]) -> list[Change] | None:
    if own == other:
        return []
    shorter = min(len(own), len(other))
    start = 0
    while start < shorter and own[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and own[-1 - end] == other[-1 - end]:
        end += 1
    left, right = own[start : len(own) - end], other[start : len(other) - end]
    if len(left) == len(right) == 1 and left[0].isdecimal() and right[0].isdecimal():
        return [Change(_path_place(own[:start]), _number(left[0]), _number(right[0]))]
    if left and right:
        return None
    added, longer = (left, own) if left else (right, other)
    numbers = [at for at, token in enumerate(added) if token.isdecimal()]
    if len(numbers) != 1 or len(added) > _MOST_ADDED:
        return None
    value = _number(added[numbers[0]])
    place = _path_place(longer[: start + numbers[0]])
    return [Change(place, value, MISSING) if left else Change(place, MISSING, value)]


def _path_place(before: Sequence[str]) -> str:
    """A number in a path is known by the word before it, else by the numbers before it."""
    if before and not before[-1].isdecimal():
        return f"/{before[-1].lower()}"
    return f"/#{sum(token.isdecimal() for token in before)}"


def _query_changes(own: dict[str, str], other: dict[str, str]) -> list[Change] | None:
    found: list[Change] = []
    if own == other:
        return found
    for name in sorted(own.keys() | other.keys()):
        one, two = own.get(name), other.get(name)
        if one == two:
            continue
        if one is not None and two is not None:
            change = _value_change(f"?{name}", one, two)
            if change is None:
                return None
            found.append(change)
        elif (value := one or two or "").isdecimal():
            number = _number(value)
            found.append(Change(f"?{name}.0", *((number, -1) if two is None else (-1, number))))
    return found


def _value_change(place: str, own: str, other: str) -> Change | None:
    one, two = _DIGITS.split(own), _DIGITS.split(other)
    if len(one) != len(two):
        return None
    differing = [at for at, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    if len(differing) != 1 or differing[0] % 2 == 0:
        return None
    at = differing[0]
    return Change(f"{place}.{at // 2}", _number(one[at]), _number(two[at]))


def _number(digits: str) -> int:
    return int(digits[:_LONGEST_NUMBER])


class PageCounts:
    """Learns where pages are counted; tells which links turn a page."""

    def __init__(self) -> None:
        self._tries: Counter[str] = Counter()
        self._fits: Counter[str] = Counter()
        self._steps: dict[str, Counter[int]] = {}  # offsets: items on a page

    def learn(
        self, own: str, numbered: Iterable[tuple[str, int]], neighbours: Iterable[str] = ()
    ) -> None:
        """The links of one page that have a number for their anchor.

        Pages are counted where the pages beside this one are among them, or among those that say
        next or previous: a calendar links to days here and there, and has their numbers in URLs.
        """
        said = {c.place for other in neighbours for c in changes(own, other) or () if _is_beside(c)}
        by_place: dict[str, list[tuple[Change, int]]] = {}
        for other, number in numbered:
            for change in changes(own, other) or ():
                by_place.setdefault(change.place, []).append((change, number))
        for place, links in by_place.items():
            fitting = [(change, number) for change, number in links if _fits(change, number)]
            is_fit = bool(fitting) and (place in said or any(_is_beside(c) for c, _ in fitting))
            if not is_fit and all(number <= 1 for _, number in links):
                continue  # that the first page has no number is so whatever the others count
            self._tries[place] += 1
            self._fits[place] += is_fit
            if all(number <= 1 for _, number in fitting):
                self._learn_steps(place, links)

    def _learn_steps(self, place: str, links: list[tuple[Change, int]]) -> None:
        steps = Counter(
            change.other // (number - 1)
            for change, number in links
            if number > 1 and change.other > 0 and change.other % (number - 1) == 0
        )
        if not steps:
            return
        step = min(steps, key=lambda s: (-steps[s], s))
        if steps[step] > _MOSTLY * steps.total():  # a constant fits another step with each link
            self._steps.setdefault(place, Counter())[step] += 1

    def learn_step(self, own: str, other: str) -> None:
        """A link from a page to the next one of the same title."""
        for change in changes(own, other) or ():
            self._tries[change.place] += 1
            before = 1 if change.own == MISSING else change.own
            if abs(change.other - before) == 1:  # some lists count down to their oldest page
                self._fits[change.place] += 1
            elif change.other > before:
                step = change.other - max(0, change.own)
                self._steps.setdefault(change.place, Counter())[step] += 1

    def counts(self, place: str) -> bool:
        """Whether a place in URLs counts pages."""
        # Lists of one kind have ten records on a page, those of another twenty.
        steps = self._steps.get(place, {}).values()
        fits = self._fits[place] + sum(votes for votes in steps if votes >= _LEAST_VOTES)
        return fits >= _LEAST_VOTES and fits >= _PRECISION * self._tries[place]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        steps = {place: list(found.items()) for place, found in self._steps.items()}
        return {"tries": dict(self._tries), "fits": dict(self._fits), "steps": steps}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._tries, self._fits = Counter(state["tries"]), Counter(state["fits"])
        self._steps = {place: Counter(dict(found)) for place, found in state["steps"].items()}

    def is_turn(self, own: str, other: str) -> bool:
        """Whether two URLs are pages of one thing; later ones may have parameters of their own."""
        found = changes(own, other) or ()
        counting = [change for change in found if self.counts(change.place)]
        if any(change.other != MISSING for change in counting):
            return all(c.own == MISSING or c in counting for c in found)
        return bool(counting) and len(counting) == len(found)


def _fits(change: Change, number: int) -> bool:
    return change.other == number or (change.other == MISSING and number == 1)


def says_number(own: str, other: str, number: int) -> bool:
    """Whether a link with this number leads to that page: counts of things found are no pages."""
    return any(_may_be_page(change.other, number) for change in changes(own, other) or ())


def _may_be_page(value: int, number: int) -> bool:
    """Pages are counted from 0 or 1, or by their first records; the first may have no number."""
    if number <= 1:
        return value in (MISSING, 0, 1)
    before = number - 1
    return value == number or (value > 0 and (value % before == 0 or (value - 1) % before == 0))


def count_pages(own: str, numbered: Mapping[str, int]) -> bool:
    """Whether most of these links, each with a number, count pages at one place of their URLs.

    By the number, or by the first record of a page, a multiple of it by the same step for all; or
    down to the oldest page.
    """
    firsts: dict[str, int] = {}
    counts: dict[str, dict[tuple[str, int], int]] = {}
    for url, number in numbered.items():
        for place, _, value in changes(own, url) or ():
            firsts[place] = firsts.get(place, 0) + (number <= 1 and value in (MISSING, 0, 1))
            ways = [("by", step) for step in _steps(value, number)]
            if value > 0 and len(numbered) > 1:
                ways.append(("down from", value + number))
            times = counts.setdefault(place, {})
            for way in ways:
                times[way] = times.get(way, 0) + 1
    most = (firsts[place] + max(ways.values(), default=0) for place, ways in counts.items())
    return max(most, default=0) > _MOSTLY * len(numbered)


def _steps(value: int, number: int) -> set[int]:
    """The steps by which a page of this number may be counted so, 0 for the number itself."""
    before = number - 1
    if before < 1:
        return set()
    steps = {first // before for first in (value, value - 1) if first > 0 and not first % before}
    return steps | {0} if value == number else steps


def _is_beside(change: Change) -> bool:
    return abs(max(1, change.other) - max(1, change.own)) == 1


def page_numbers(urls: list[str]) -> dict[str, int]:
    """The number of each page, where one place in the URLs counts them; else nothing."""
    if not urls:
        return {}
    first = min(urls, key=lambda url: (len(url), url))
    numbers: dict[str, int] = {}
    places = set()
    for url in urls:
        if url == first:
            continue
        found = changes(first, url)
        if not found or len(found) != 1:
            return {}
        places.add(found[0].place)
        numbers[url], numbers[first] = found[0].other, found[0].own
    return numbers if len(places) == 1 else {}
