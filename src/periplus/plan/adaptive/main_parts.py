"""What most pages link to: a site's main parts, of which there are few, and each is one of a kind.

One link in the foot of all pages may be the only way to a catalogue. Little is expected of it where
its neighbours are terms of use, and nothing else tells of what is behind it. So some are fetched
early, while what they lead to can still be ranked with all the rest; what is left of them is
fetched at the end. Kinds that are known are left to the estimates.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from periplus.plan.strategy import Verdict

_EARLY = range(100, 1_000, 20)  # pages in hand at which one is fetched: 5 % of the requests
_MOST = 20  # in all
_HUB = 3  # new links: a page that shows so many is of use though it says nothing new


class Part(NamedTuple):
    """A URL that most pages link to."""

    target: int
    pattern: int


class MainParts:
    """Which were fetched, and of which kinds one was of no use."""

    def __init__(self) -> None:
        self._asked: set[int] = set()
        self._under_way: dict[int, int] = {}  # patterns of those fetched early
        self._barren: set[int] = set()  # patterns

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

    def take_in(self, page: int, verdict: Verdict, revealed: int, *, is_barren: bool) -> None:
        """A page was fetched, and showed so many new links.

        A known page under another URL says nothing of its kind.
        """
        pattern = self._under_way.pop(page, None)
        if pattern is None or verdict is Verdict.DUPLICATE:
            return
        if is_barren and revealed < _HUB:
            self._barren.add(pattern)

    def rest(self, targets: Iterable[int]) -> list[int]:
        """Those to fetch at the end."""
        due = list(islice(targets, max(0, _MOST - len(self._asked))))
        self._asked.update(due)
        return due

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "asked": sorted(self._asked),
            "under_way": sorted(self._under_way.items()),
            "barren": sorted(self._barren),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._asked, self._barren = set(state["asked"]), set(state["barren"])
        self._under_way = {int(target): int(pattern) for target, pattern in state["under_way"]}
