"""What a fetch of each kind of link brings: estimates in a tree, from coarse to fine.

A node's estimate is a mean of its own recent fetches and of what its parent lets expect. Kinds of
links bear or don't: after a few barren fetches the parent's voice fades, so that a dead kind of
link is dead at once and ten thousand of them are not expected to hold a little each.
"""

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from periplus.page.view import F64
from periplus.plan.adaptive.index import I64
from periplus.plan.adaptive.settings import AdaptiveSettings

ROOT = 0
_FIRST_FETCHES = 3  # of a pattern: what says how good kinds never tried may be
_PATTERN_LEVEL = 2
_CHANCE = 0.05  # that barren fetches in a row are bad luck, after any of the fruitful ones
_CHANCE_UNWRITTEN = 0.01  # the same where all that were barren do not exist: others may
_LENT_FETCHES = 2.0  # of a node's parent, before it is left for good


class _Level(NamedTuple):
    """What never changes of the nodes at one depth of the tree."""

    at: I64  # the nodes
    above: I64  # their parents
    higher: I64  # and the parents of those
    lent: F64
    prior: F64


class YieldTree:
    """Nodes with parents; columns as arrays, which numpy copies when all are estimated."""

    def __init__(self, settings: AdaptiveSettings) -> None:
        self._settings = settings
        self._parent = array("q", [0])
        self._level = array("q", [0])
        self._lent = array("d", [0.0])  # how much of the grandparent's estimate is mixed in
        self.priors = array("d", [1.0])
        self._weight = array("d", [0.0])
        self._gain = array("d", [0.0])
        self._square = array("d", [0.0])  # of the gains
        self._barren = array("d", [0.0])
        self._fruitful = array("d", [0.0])
        self._poor = array("d", [0.0])
        self._first_gain = array("d", [0.0])
        self._hints = array("d", [0.0])  # sums of what pages brought that it may be like
        self._hinted = array("q", [0])  # their number
        self.fetches = array("q", [0])
        self.fruits = array("q", [0])  # fetches that were not barren
        self.missing = array("q", [0])  # fetches of pages that do not exist
        self._idle = array("d", [0.0])  # barren fetches since the last fruit
        self.mean_gain = 0.0  # of the first page until others are known
        self._levels: list[_Level] = []  # below the root, of so many nodes:
        self._levelled = 1

    def __len__(self) -> int:
        return len(self._parent)

    def add(self, parent: int, prior: float = 1.0, lent: float | None = None) -> int:
        """A new node below a known one."""
        self._parent.append(parent)
        self._level.append(self._level[parent] + 1)
        if lent is None:
            lent = self._settings.skip_level if self._level[parent] >= 1 else 0.0
        self._lent.append(lent)
        self.priors.append(prior)
        for column in self._sums():
            column.append(0.0)
        self.fetches.append(0)
        self.fruits.append(0)
        self.missing.append(0)
        self._hints.append(0.0)
        self._hinted.append(0)
        return len(self._parent) - 1

    def learn(self, node: int, gain: float, price: float, *, is_missing: bool = False) -> None:
        """A fetch below this node brought so much, where a request is worth the price."""
        settings = self._settings
        memory = settings.memory
        is_barren = gain < settings.barren_share * price
        is_poor = gain < price
        while True:
            if self.fetches[node] < _FIRST_FETCHES:
                self._first_gain[node] += gain
            self.fetches[node] += 1
            self.fruits[node] += not is_barren
            self.missing[node] += is_missing
            self._idle[node] = self._idle[node] + 1 if is_barren else 0.0
            self._weight[node] = self._weight[node] * memory + 1.0
            self._gain[node] = self._gain[node] * memory + gain
            self._square[node] = self._square[node] * memory + gain * gain
            self._barren[node] = self._barren[node] * memory + is_barren
            self._fruitful[node] = self._fruitful[node] * memory + (not is_barren)
            self._poor[node] = self._poor[node] * memory + is_poor
            if node == ROOT:
                return
            node = self._parent[node]
            memory = settings.coarse_memory

    def retract(self, node: int, gain: float, price: float) -> None:
        """A fetch below this node brought nothing after all."""
        if gain < self._settings.barren_share * price:
            return
        while True:
            self.fruits[node] = max(0, self.fruits[node] - 1)
            # As if it was the last one: what older fetches weigh by now is not known.
            taken = min(self._gain[node], gain)
            self._gain[node] -= taken
            self._square[node] = max(0.0, self._square[node] - taken * taken)
            self._first_gain[node] = max(0.0, self._first_gain[node] - gain)
            moved = min(1.0, self._fruitful[node])
            self._fruitful[node] -= moved
            self._barren[node] += moved
            if node == ROOT:
                return
            node = self._parent[node]

    def hand_over(self, node: int, to: int) -> None:
        """Count the fetches of one node for another one; those above them know of their own."""
        for column in self._sums():
            column[to] += column[node]
            column[node] = 0.0
        for counts in (self.fetches, self.fruits, self.missing):
            counts[to] += counts[node]
            counts[node] = 0

    def hint(self, node: int, gain: float) -> None:
        """A page brought so much that is expected to be like those of the node, if never tried."""
        if not self.fetches[node]:
            self._hints[node] += gain
            self._hinted[node] += 1

    def estimates(self) -> F64:
        """The expected gain of one more fetch below each node."""
        settings = self._settings
        gain = np.array(self._gain)
        voice = settings.prior_weight * self._voices()
        heard = np.array(self._weight) + voice
        hinted = np.array(self._hinted)
        likely = settings.likeness * (np.array(self._hints) / np.maximum(hinted, 1))
        value = np.zeros(len(self))
        value[ROOT] = self.unknown()
        for at, above, higher, lent, prior in self._by_level():
            expected = (1 - lent) * value[above] + lent * value[higher]
            expected *= prior
            expected = np.maximum(expected, likely[at])
            value[at] = (gain[at] + voice[at] * expected) / heard[at]
        return value

    def _by_level(self) -> list[_Level]:
        """The nodes below the root by depth."""
        if self._levelled != len(self):
            parent, level = np.array(self._parent), np.array(self._level)
            lent, prior = np.array(self._lent), np.array(self.priors)
            self._levels, self._levelled = [], len(self)
            for depth in range(1, int(level.max()) + 1):
                at = (level == depth).nonzero()[0]
                above = parent[at]
                self._levels.append(_Level(at, above, parent[above], lent[at], prior[at]))
        return self._levels

    def _voices(self) -> F64:
        """By node: how far its parent is still heard."""
        barren, fruitful = np.array(self._barren), np.array(self._fruitful)
        return np.where(barren > fruitful, self._settings.barren**barren, 1.0)

    def hopes(self) -> F64:
        """What one more fetch below each node may bring, if barren ones were bad luck.

        The mean of its recent fetches, among which some of the parent's are counted, and some
        standard errors more.
        """
        weight, gain = np.array(self._weight), np.array(self._gain)
        parent = np.array(self._parent)
        above = gain[parent] / np.maximum(weight[parent], 1.0)
        mean = (gain + _LENT_FETCHES * above) / (weight + _LENT_FETCHES)
        own = gain / np.maximum(weight, 1.0)
        variance = np.array(self._square) / np.maximum(weight, 1.0) - own * own
        error = np.sqrt(np.maximum(variance, 0.0) / np.maximum(weight, 1.0))
        return np.asarray(mean + self._settings.benefit * error)

    def lasting(self) -> F64:
        """What a fetch below each node brought on average, if the last barren ones were bad luck.

        0 where so many in a row are not to be expected after any of the fruitful ones, were these
        spread over all fetches: then what was brought before says nothing of what is to come.
        """
        fetches = np.maximum(np.array(self.fetches, float), 1.0)
        fruits = np.array(self.fruits, float)
        idle = np.minimum(np.array(self._idle), fetches)
        # Two bounds of the chance that the fruits, put anywhere, are all before these.
        chance = np.minimum((1.0 - idle / fetches) ** fruits, (1.0 - fruits / fetches) ** idle)
        is_unwritten = np.array(self.missing) + fruits >= fetches
        is_luck = fruits * chance > np.where(is_unwritten, _CHANCE_UNWRITTEN, _CHANCE)
        return np.where(is_luck, self.of_fruits() * fruits / fetches, 0.0)

    def of_fruits(self) -> F64:
        """What those fetches below each node brought of late that were not barren."""
        return np.asarray(np.array(self._gain) / np.maximum(np.array(self._fruitful), 1e-9))

    def worthy_shares(self) -> F64:
        """Which share of the fetches below each node was worth its request; 1 of unknown ones."""
        weight = np.array(self._weight) + 1.0
        return np.asarray((weight - np.array(self._poor)) / weight)

    def unknown(self) -> float:
        """What a kind of link that was never tried is expected to bring."""
        first = np.empty(0)
        if len(levels := self._by_level()) >= _PATTERN_LEVEL:
            patterns, fetches = levels[_PATTERN_LEVEL - 1].at, np.array(self.fetches)
            tried = patterns[fetches[patterns] > 0]
            first = np.array(self._first_gain)[tried] / np.minimum(fetches[tried], _FIRST_FETCHES)
        return self._settings.unknown * (self.mean_gain + float(first.sum())) / (1 + len(first))

    def _sums(self) -> tuple["array[float]", ...]:
        return (
            self._weight,
            self._gain,
            self._square,
            self._barren,
            self._fruitful,
            self._poor,
            self._first_gain,
            self._idle,
        )

    def estimate(self, node: int, at_root: float) -> float:
        """The expected gain below one node, given that of the root."""
        path = []
        while node != ROOT:
            path.append(node)
            node = self._parent[node]
        above = before = at_root  # of its parent, and of the parent's parent
        for node in reversed(path):
            expected = above
            if self._lent[node]:
                expected += self._lent[node] * (before - expected)
            before, above = above, self._estimate(node, expected)
        return above

    def _estimate(self, node: int, expected: float) -> float:
        """The expected gain below a node, of which its parents let expect so much."""
        voice = self._settings.prior_weight
        if self._barren[node] > self._fruitful[node]:
            voice *= self._settings.barren ** self._barren[node]
        expected *= self.priors[node]
        if self._hinted[node]:
            hint = self._hints[node] / self._hinted[node]
            expected = max(expected, self._settings.likeness * hint)
        return (self._gain[node] + voice * expected) / (self._weight[node] + voice)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "parent": self._parent.tolist(),
            "level": self._level.tolist(),
            "lent": self._lent.tolist(),
            "prior": self.priors.tolist(),
            "weight": self._weight.tolist(),
            "gain": self._gain.tolist(),
            "square": self._square.tolist(),
            "barren": self._barren.tolist(),
            "fruitful": self._fruitful.tolist(),
            "poor": self._poor.tolist(),
            "first_gain": self._first_gain.tolist(),
            "hints": self._hints.tolist(),
            "hinted": self._hinted.tolist(),
            "fetches": self.fetches.tolist(),
            "fruits": self.fruits.tolist(),
            "missing": self.missing.tolist(),
            "idle": self._idle.tolist(),
            "mean_gain": self.mean_gain,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._levelled = 0
        self._parent = array("q", state["parent"])
        self._level = array("q", state["level"])
        self._lent = array("d", state["lent"])
        self.priors = array("d", state["prior"])
        self._weight = array("d", state["weight"])
        self._gain = array("d", state["gain"])
        self._square = array("d", state["square"])
        self._barren = array("d", state["barren"])
        self._fruitful = array("d", state["fruitful"])
        self._poor = array("d", state["poor"])
        self._first_gain = array("d", state["first_gain"])
        self._hints = array("d", state["hints"])
        self._hinted = array("q", state["hinted"])
        self.fetches = array("q", state["fetches"])
        self.fruits = array("q", state["fruits"])
        self.missing = array("q", state["missing"])
        self._idle = array("d", state["idle"])
        self.mean_gain = float(state["mean_gain"])
