"""How many new links of which arcs a fetch of an arc reveals."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from periplus.page.view import F64, I32
from periplus.plan.adaptive.index import I64, Flags

DEAD = 3.0  # fetches that one counts for which neither says nor shows anything new
_MEMORY = 0.85
_MOST_TARGETS = 2_000  # arcs that one arc is remembered to reveal
_MOST_LINKS = 1_000.0  # of one arc: a sitemap lists more than anybody waits for
_OFTEN = 3  # fetches that revealed something, or one that bore: an arc is no blind alley
_CHANCE = 0.2  # that so many fetches in a row bring and reveal nothing of worth by bad luck


class Revealed:
    """Means with forgetting, kept as the entries of a sparse matrix: from arc, to arc, weight."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, float]] = {}
        self._fetches: dict[int, float] = {}
        # Fetches, how many of them revealed something of worth, and those since the last that did.
        self._runs: dict[int, tuple[int, int, int]] = {}
        # The rows' targets and means, as far as they are up to date.
        self._means: dict[int, tuple[array[int], array[float]]] = {}
        self._entries: tuple[I64, I64, F64] | None = None

    def learn(self, arc: int, fresh: Mapping[int, float], weight: float = 1.0) -> None:
        """A fetch of `arc` revealed so many new links of each arc."""
        row = self._rows.setdefault(arc, {})
        for other in row:
            row[other] *= _MEMORY
        for other, number in fresh.items():
            row[other] = row.get(other, 0.0) + weight * min(number, _MOST_LINKS)
        if len(row) > _MOST_TARGETS:  # what was revealed long ago makes room
            kept = sorted(row, key=row.__getitem__, reverse=True)[: _MOST_TARGETS // 2]
            self._rows[arc] = {other: row[other] for other in sorted(kept)}
        self._fetches[arc] = self._fetches.get(arc, 0.0) * _MEMORY + weight
        self._means.pop(arc, None)
        self._entries = None

    def count(
        self, arc: int, fresh: Iterable[int], each: Sequence[float], *, is_fruit: bool
    ) -> None:
        """Note whether a fetch of `arc` bore, or revealed something of worth: links of these arcs.

        `each`: what a revealed link of each arc adds; of those not in it nothing is known.
        """
        is_of_worth = any(other >= len(each) or each[other] > 0.0 for other in fresh)
        fetches, fruits, since = self._runs.get(arc, (0, 0, 0))
        fruits += _OFTEN if is_fruit else is_of_worth
        self._runs[arc] = fetches + 1, fruits, 0 if is_of_worth else since + 1

    def is_dry(self, arc: int) -> bool:
        """Whether an arc that never bore reveals nothing of worth, though it did once or twice.

        So many fetches in vain are not to be expected after those that did, were these spread over
        all. What did so more often is a hub, which may show something new after a while.
        """
        fetches, fruits, since = self._runs.get(arc, (1, 0, 0))
        chance = (1 - since / fetches) ** fruits
        return 0 < fruits < _OFTEN and fruits * chance < _CHANCE

    def are_dry(self, arcs: int) -> Flags:
        """The same of so many arcs."""
        dry = np.zeros(arcs, np.bool_)
        dry[[arc for arc in self._runs if self.is_dry(arc)]] = True
        return dry

    def hand_over(self, arc: int, to: int) -> None:
        """Count what fetches of one arc revealed for another one."""
        if arc not in self._fetches:
            return
        row = self._rows.setdefault(to, {})
        for other, number in self._rows.pop(arc, {}).items():
            row[other] = row.get(other, 0.0) + number
        self._fetches[to] = self._fetches.get(to, 0.0) + self._fetches.pop(arc)
        for changed in (arc, to):
            self._means.pop(changed, None)
        self._entries = None

    def is_known(self, arc: int) -> bool:
        """Whether anything is known of what `arc` reveals."""
        return arc in self._fetches

    def are_known(self, arcs: int) -> Flags:
        """By arc, so many: whether anything is known of what it reveals."""
        known = np.zeros(arcs, np.bool_)
        known[np.fromiter(self._fetches, np.int64, len(self._fetches))] = True
        return known

    def links(self, arc: int) -> float:
        """How many new links a fetch of `arc` reveals."""
        row = self._rows.get(arc)
        return sum(row.values()) / self._fetches[arc] if row else 0.0

    def worth(self, arc: int, each: Sequence[float]) -> float:
        """What a fetch of `arc` reveals, where each link of another arc adds so much."""
        row, most = self._rows.get(arc, {}), len(each)
        if self.is_dry(arc):
            return 0.0
        total = sum(number * each[other] for other, number in row.items() if other < most)
        return total / self._fetches[arc] if row else 0.0

    def entries(self) -> tuple[I64, I64, F64]:
        """From-arcs, to-arcs and the mean number of new links for one fetch."""
        if self._entries is None:
            targets, means = array("q"), array("d")
            for arc in self._rows:
                others, numbers = self._means.get(arc) or self._means_of(arc)
                targets += others
                means += numbers
            sources = np.repeat(
                np.fromiter(self._rows, np.int64, len(self._rows)),
                np.fromiter(map(len, self._rows.values()), np.int64, len(self._rows)),
            )
            self._entries = sources, np.array(targets, np.int64), np.array(means, np.float64)
        return self._entries

    def _means_of(self, arc: int) -> "tuple[array[int], array[float]]":
        row, fetches = self._rows[arc], self._fetches[arc]
        means = array("q", row), array("d", [number / fetches for number in row.values()])
        self._means[arc] = means
        return means

    def bred(self, kinds: I32) -> F64:
        """By arc, each of a kind: how many new links of its own kind a fetch reveals."""
        sources, targets, means = self.entries()
        is_own = kinds[sources] == kinds[targets]
        found = np.bincount(sources[is_own], means[is_own], minlength=len(kinds))
        return np.asarray(found, np.float64)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "rows": [[arc, list(row), list(row.values())] for arc, row in self._rows.items()],
            "fetches": list(self._fetches.items()),
            "runs": [[arc, *run] for arc, run in self._runs.items()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._rows = {
            int(arc): dict(zip(map(int, to), numbers, strict=True))
            for arc, to, numbers in state["rows"]
        }
        self._fetches = {int(arc): float(n) for arc, n in state["fetches"]}
        self._runs = {int(arc): (n, f, since) for arc, n, f, since in state.get("runs", ())}
        self._means = {}
        self._entries = None
