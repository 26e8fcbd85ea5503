"""What most pages link to: a site's main parts, of which there are few, and each is one of a kind.

One link in the foot of all pages may be the only way to a catalogue. Little is expected of it where
its neighbours are terms of use, and nothing else tells of what is behind it. So some are fetched
early, while what they lead to can still be ranked with all the rest; what is left of them is
fetched at the end. Kinds that are known are left to the estimates.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from periplus.plan.strategy import Verdict

_EARLY = range(100, 1_000, 20)  # pages in hand at which one is fetched: 5 % of the requests
_MOST = 20  # in all
_HUB = 3  # new links: a page that shows so many is of use though it says nothing new
_NOTHING = 0.03  # of the price of a request: a page that brings less says nothing new
_MOST_IN_VAIN = 3  # of one kind in a row: a cloud of tags is no main part


class Part(NamedTuple):
    """A URL that most pages link to."""

    target: int
    pattern: int


class MainParts:
    """Which were fetched, and of which kinds one was of no use."""

    def __init__(self) -> None:
        self._asked: set[int] = set()
        self._under_way: dict[int, int] = {}  # their patterns
        self._barren: set[int] = set()  # patterns
        self._in_vain: Counter[int] = Counter()  # by pattern: those in a row that brought nothing

    def is_time(self, pages: int) -> bool:
        """Whether one is to be fetched early now."""
        return pages in _EARLY and len(self._asked) < _MOST

    def first_of(self, parts: Iterable[Part]) -> int | None:
        """The one to fetch."""
        for part in parts:
            if part.target not in self._asked and part.pattern not in self._barren:
                self._asked.add(part.target)
                self._under_way[part.target] = part.pattern
                return part.target
        return None

    def take_in(self, page: int, verdict: Verdict, revealed: int, worth: float) -> None:
        """A page was fetched: how much it brought, relative to the price, and its new links.

        A known page under another URL says nothing of its kind, several in a row do.
        """
        pattern = self._under_way.pop(page, None)
        if pattern is None:
            return
        self._in_vain[pattern] += 1
        if worth >= _NOTHING or revealed >= _HUB:
            self._in_vain[pattern] = 0
        if worth < 1.0 and revealed < _HUB and verdict is not Verdict.DUPLICATE:
            self._barren.add(pattern)

    def rest(self, parts: Iterable[Part]) -> list[int]:
        """Those to fetch at the end, as many at a time as may be in vain."""
        due = []
        tried = self._in_vain + Counter(self._under_way.values())
        for target, pattern in parts:
            if len(self._asked) >= _MOST:
                break
            if target in self._asked or tried[pattern] >= _MOST_IN_VAIN:
                continue
            tried[pattern] += 1
            self._asked.add(target)
            self._under_way[target] = pattern
            due.append(target)
        return due

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "asked": sorted(self._asked),
            "under_way": sorted(self._under_way.items()),
            "barren": sorted(self._barren),
            "in_vain": sorted(self._in_vain.items()),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._asked, self._barren = set(state["asked"]), set(state["barren"])
        self._under_way = {int(target): int(pattern) for target, pattern in state["under_way"]}
        self._in_vain = Counter({int(pattern): int(times) for pattern, times in state["in_vain"]})
