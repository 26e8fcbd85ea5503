"""What the strategy keeps of each URL that it put into the frontier: small columns by URL id."""

import itertools
from array import array
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from periplus.plan.adaptive.arcs import NO_ARC
from periplus.plan.adaptive.index import Flags
from periplus.plan.adaptive.numbers import Numbers
from periplus.site.hash_table import packed, packed_lines, unpacked, unpacked_lines

_MOST_NUMBERED = 200_000  # links whose numbers are kept for a later division
_MOST_URLS = 100_000
_MOST_SHOWN = (1 << 16) - 1
_TRIES = 3  # of stand-ins, and as many for each that bore, before they are taken for themselves


class Waiting:
    """Columns by URL id; the numbers of links that show some."""

    def __init__(self, shape_of: Callable[[int], str]) -> None:
        """`shape_of`: a pattern's shape."""
        self._shape_of = shape_of
        self.arc = array("i", [NO_ARC])
        self.pattern = array("i", [-1])
        self.version = array("i", [0])
        self.shown = array("H", [0])  # how many pages show a link to it where it waits, about
        self.plain: set[int] = set()  # URLs that some pages show where no word speaks against them
        self.top: set[int] = set()  # the same of the first page: the site's main parts
        self.numbers: dict[int, Numbers] = {}
        self.urls: dict[int, str] = {}  # to be looked up again when more is known of spellings
        # Patterns of the pages that URLs stand for, where those are the only way known to them.
        self.stands_for: dict[int, int] = {}
        self.others: dict[int, int] = {}  # the best arc that a URL could wait in besides its own
        # Shape of the own pattern -> [fetches, those that bore].
        self.stand_ins: dict[str, list[int]] = {}

    def make_room(self, target: int) -> None:
        """Have a row for a URL id."""
        missing = target + 1 - len(self.arc)
        if missing > 0:
            missing += len(self.arc) // 8
            self.arc.extend([NO_ARC] * missing)
            self.pattern.extend([-1] * missing)
            self.version.extend([0] * missing)
            self.shown.extend([0] * missing)

    def show_again(self, target: int) -> int:
        """One more page shows a link to it; how many do."""
        times = self.shown[target] = min(self.shown[target] + 1, _MOST_SHOWN)
        return times

    def times_shown(self, target: int) -> int:
        """How many pages show a link to it."""
        return self.shown[target] if target < len(self.shown) else 0

    def often_shown(self, times: int) -> list[int]:
        """URLs that so many pages show, where no word speaks against them."""
        return sorted(target for target in self.plain if self.shown[target] >= times)

    def are_often_shown(self, arcs: int) -> Flags:
        """By arc, so many: whether a URL waits in it that some pages show, no word against it."""
        plain = np.fromiter(self.plain, np.int64, len(self.plain))
        shown = np.zeros(arcs, np.bool_)
        shown[np.frombuffer(self.arc, np.int32)[plain]] = True
        shown[NO_ARC] = False
        return shown

    def any_of(self, arc: int, salt: int) -> int:
        """One of the URLs that wait in an arc, 0 where none does."""
        found = np.flatnonzero(np.frombuffer(self.arc, np.int32) == arc)
        return int(found[salt * 2654435761 % len(found)]) if len(found) else 0

    def put_numbers(self, target: int, numbers: Numbers) -> None:
        """Keep what a link shows, while there is room."""
        if len(self.numbers) < _MOST_NUMBERED:
            self.numbers[target] = numbers

    def put_url(self, target: int, url: str) -> None:
        """Keep a URL, while there is room."""
        if len(self.urls) < _MOST_URLS:
            self.urls[target] = url

    def put_other(self, target: int, arc: int) -> None:
        """Keep the arc that a URL does not wait in, though a link to it stood there."""
        if len(self.others) < _MOST_URLS:
            self.others[target] = arc

    def pattern_of(self, target: int) -> int:
        """The pattern of the page that is expected behind a URL."""
        return self.stands_for.get(target, self.pattern[target])

    def try_stand_in(self, target: int, is_barren: bool) -> list[int]:
        """A page was fetched; those that stand for others as it did, if that has proved wrong."""
        if target not in self.stands_for:
            return []
        shape = self._shape_of(self.pattern[target])
        counts = self.stand_ins.setdefault(shape, [0, 0])
        was_wrong = self._is_wrong(shape)
        counts[0] += 1
        counts[1] += not is_barren
        if was_wrong or not self._is_wrong(shape):
            return []
        others = [t for t in self.stands_for if t != target]
        return [t for t in others if self._shape_of(self.pattern[t]) == shape]

    def _is_wrong(self, shape: str) -> bool:
        fetches, bore = self.stand_ins.get(shape, (0, 0))
        return fetches >= _TRIES * (1 + bore)

    def forget(self, target: int) -> None:
        """A URL waits no longer."""
        self.arc[target] = NO_ARC
        self.urls.pop(target, None)
        self.others.pop(target, None)
        self.plain.discard(target)
        self.top.discard(target)
        self.stands_for.pop(target, None)

    def stand_for(self, target: int, pattern: int) -> None:
        """A URL is the only way known to a page of this pattern."""
        own = self.pattern[target]
        if pattern == own or self._is_wrong(self._shape_of(own)):
            self.stands_for.pop(target, None)
        elif len(self.stands_for) < _MOST_URLS:
            self.stands_for[target] = pattern

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "arc": packed(np.array(self.arc, np.int32)),
            "pattern": packed(np.array(self.pattern, np.int32)),
            "version": packed(np.array(self.version, np.int32)),
            "shown": packed(np.array(self.shown, np.uint16)),
            "plain": sorted(self.plain),
            "top": sorted(self.top),
            "urls": [packed(np.array(list(self.urls), np.int32)), packed_lines(self.urls.values())],
            "others": [
                packed(np.array(list(self.others), np.int32)),
                packed(np.array(list(self.others.values()), np.int32)),
            ],
            "stand_ins": [[shape, *counts] for shape, counts in self.stand_ins.items()],
            "stands_for": [[target, pattern] for target, pattern in self.stands_for.items()],
            "numbers": _packed_numbers(self.numbers),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self.arc = array("i", unpacked(state["arc"], np.int32).tolist())
        self.pattern = array("i", unpacked(state["pattern"], np.int32).tolist())
        self.version = array("i", unpacked(state["version"], np.int32).tolist())
        self.shown = array("H", unpacked(state["shown"], np.uint16).tolist())
        self.plain, self.top = set(state["plain"]), set(state["top"])
        targets, lines = state["urls"]
        # Without strict: no URLs are one line, which is empty.
        self.urls = dict(
            zip(unpacked(targets, np.int32).tolist(), unpacked_lines(lines), strict=False)
        )
        others = (unpacked(column, np.int32).tolist() for column in state["others"])
        self.others = dict(zip(*others, strict=True))
        self.stand_ins = {shape: [fetches, bore] for shape, fetches, bore in state["stand_ins"]}
        self.stands_for = {int(target): int(pattern) for target, pattern in state["stands_for"]}
        self.numbers = _unpacked_numbers(state["numbers"])


def _packed_numbers(numbers: Mapping[int, Numbers]) -> list[str]:
    """Targets, how many numbers each shows, their columns and values, one after the other."""
    shown = list(numbers.values())
    return [
        packed(np.array(list(numbers), np.int32)),
        packed(np.array([len(one) for one in shown], np.int32)),
        packed(np.array([column for one in shown for column in one], np.int32)),
        packed(np.array([value for one in shown for value in one.values()], np.float64)),
    ]


def _unpacked_numbers(state: list[str]) -> dict[int, Numbers]:
    targets, counts, columns = (unpacked(text, np.int32).tolist() for text in state[:3])
    pairs = zip(columns, unpacked(state[3], np.float64).tolist(), strict=True)
    return {
        target: dict(itertools.islice(pairs, count))
        for target, count in zip(targets, counts, strict=True)
    }
