"""What the groups of links have brought over a whole crawl, for the plan and for explanations.

The model forgets, so that it follows a site that runs dry. The plan is for a crawl that begins
anew: it holds plain means. Explanations hold what was expected when a page was chosen; a snapshot
is made only where the estimates of its group have changed since the last one.
"""

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from periplus.plan.strategy import Verdict
from periplus.site.hash_table import packed, unpacked

_MOST_SNAPSHOTS = 200_000
_CHANGE = 0.1  # of an estimate: less is not worth a snapshot
_NO_SNAPSHOT = -1


class Estimates(NamedTuple):
    """What was thought of a group at a moment."""

    group: str
    gain: float  # expected of one more page of its own
    revealed: float  # worth of the links that it will reveal
    priority: float
    price: float  # of a request: what brings less is left
    duplicate: float  # probability, by the pages so far
    invalid: float
    fetched: int
    waiting: int
    coverage: float


class GroupSums:
    """All that one group has brought."""

    __slots__ = ("duplicate", "gain", "invalid", "pages", "revealed")

    def __init__(self) -> None:
        self.pages = 0
        self.gain = 0.0
        self.duplicate = 0
        self.invalid = 0
        self.revealed: dict[str, float] = {}

    def count(self, gain: float, verdict: Verdict, revealed: Mapping[str, int]) -> None:
        """One more page."""
        self.pages += 1
        self.gain += gain
        self.duplicate += verdict is Verdict.DUPLICATE
        self.invalid += verdict is Verdict.INVALID
        for group, number in revealed.items():
            self.revealed[group] = self.revealed.get(group, 0) + number

    def to_json(self) -> list[Any]:
        """As JSON values."""
        return [self.pages, self.gain, self.duplicate, self.invalid, dict(self.revealed)]

    @classmethod
    def from_json(cls, value: list[Any]) -> "GroupSums":
        """What `to_json` returned."""
        sums = cls()
        sums.pages, sums.gain, sums.duplicate, sums.invalid = value[:4]
        sums.revealed = dict(value[4])
        return sums


class History:
    """Sums by group, and for each page the estimates by which it was chosen."""

    def __init__(self) -> None:
        self.groups: dict[str, GroupSums] = {}
        self._snapshots: list[Estimates] = []
        self._last: dict[str, int] = {}
        # Of each page its URL id, and its snapshot.
        self._pages = array("q")
        self._of = array("q")

    def sums(self, group: str) -> GroupSums:
        """What a group has brought so far."""
        return self.groups.get(group) or GroupSums()

    def note(self, page: int, estimates: Estimates) -> None:
        """A page is in hand that was chosen by these estimates."""
        last = self._last.get(estimates.group, _NO_SNAPSHOT)
        if last == _NO_SNAPSHOT or _differ(self._snapshots[last], estimates):
            if len(self._snapshots) >= _MOST_SNAPSHOTS:
                return
            last = self._last[estimates.group] = len(self._snapshots)
            self._snapshots.append(estimates)
        self._pages.append(page)
        self._of.append(last)

    def count(self, group: str, gain: float, verdict: Verdict, revealed: Mapping[str, int]) -> None:
        """One more page of a group."""
        self.groups.setdefault(group, GroupSums()).count(gain, verdict, revealed)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "groups": {group: sums.to_json() for group, sums in self.groups.items()},
            "snapshots": [[*s[:1], *(_rounded(v) for v in s[1:])] for s in self._snapshots],
            "pages": packed(np.array(self._pages, np.int64)),
            "of": packed(np.array(self._of, np.int64)),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self.groups = {g: GroupSums.from_json(v) for g, v in state["groups"].items()}
        self._snapshots = [Estimates(*values) for values in state["snapshots"]]
        self._last = {snapshot.group: at for at, snapshot in enumerate(self._snapshots)}
        self._pages = array("q", unpacked(state["pages"], np.int64).tolist())
        self._of = array("q", unpacked(state["of"], np.int64).tolist())

    def of_page(self, page: int) -> Estimates | None:
        """The estimates by which a page was chosen."""
        found = np.flatnonzero(np.array(self._pages, np.int64) == page)
        return self._snapshots[self._of[int(found[-1])]] if len(found) else None


def _differ(one: Estimates, other: Estimates) -> bool:
    return any(
        abs(a - b) > _CHANGE * max(abs(a), abs(b))
        for a, b in zip(one[1:-1], other[1:-1], strict=True)
    )


def _rounded(value: float) -> float:
    return value if isinstance(value, int) else float(f"{value:.4g}")
