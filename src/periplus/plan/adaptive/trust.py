"""How far links are believed that were never tried, by others that stand at their place.

The tree of yields knows an arc by its pattern. What the pattern does not know is that the links at
the arc's place led nowhere under other patterns, as those to a page's history do, or to the best.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64, I32
from periplus.plan.adaptive.index import Flags

_TRIED = 7.0  # late fetches at a place, after which its links are what they seem
_BARREN = 0.25  # times the price: what links at a barren place bring on average
_LENT_TRIES = 2.0  # fetches from which on a place is as well known as not
_MOST = 2.0  # times what a useful page brings: one rich page makes no place a good one
_LEAST = 0.01  # of that: no place or pattern is believed to be worse
_MOST_SHARE = 0.5  # what the place says against what the pattern does


def trust_in_untried(places: I32, patterns: I32, fetches: F64, fruits: F64) -> F64:
    """By arc: how far a pattern never tried is believed, by those that stand at its place.

    Where one sort order or one kind of feed brought nothing, the next beside it hardly will.
    """
    tried = np.bincount(places, fetches > 0)[places]
    bore = np.bincount(places, fruits > 0)[places]
    is_untried = np.bincount(patterns, fetches)[patterns] == 0
    return np.where(is_untried, (1 + bore) / (1 + tried), 1.0)


class PlaceGains:
    """What links at each place brought, whatever their pattern."""

    def __init__(self, memory: float) -> None:
        self._memory = memory
        self._gained: list[float] = []
        self._weight: list[float] = []

    def learn(self, place: int, gain: float, usual: float) -> None:
        """A link at this place brought so much, where a useful page brings so much."""
        missing = place + 1 - len(self._gained)
        if missing > 0:
            self._gained += [0.0] * missing
            self._weight += [0.0] * missing
        gain = min(gain, _MOST * usual)
        self._gained[place] = self._gained[place] * self._memory + gain
        self._weight[place] = self._weight[place] * self._memory + 1.0

    def are_barren(self, places: I32, price: float) -> Flags:
        """By arc: whether many links at its place were tried, and they brought next to nothing."""
        gained, weight = self._known(places)
        return np.asarray((weight >= _TRIED) & (gained < _BARREN * price * weight))

    def factors(self, places: I32, own: F64, usual: float, is_barren: Flags) -> F64:
        """By arc: what its place makes of what its pattern lets expect.

        The more is known of the place, the nearer the result is to the geometric mean of what the
        pattern and the place let expect; of a barren place only that counts.
        """
        gained, weight = self._known(places)
        least = max(_LEAST * usual, 1e-9)
        mean = np.maximum(gained / np.maximum(weight, 1e-9), least)
        share = np.where(is_barren, 1.0, _MOST_SHARE * weight / (weight + _LENT_TRIES))
        return np.asarray((mean / np.maximum(own, least)) ** share)

    def _known(self, places: I32) -> tuple[F64, F64]:
        known = len(self._gained)
        size = max(known, int(places.max(initial=0)) + 1)
        gained, weight = np.zeros(size), np.zeros(size)
        gained[:known], weight[:known] = self._gained, self._weight
        return gained[places], weight[places]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"gained": self._gained, "weight": self._weight}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._gained = [float(gain) for gain in state["gained"]]
        self._weight = [float(weight) for weight in state["weight"]]
