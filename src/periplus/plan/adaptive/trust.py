"""How far links are believed that were never tried, by others that stand at their place.

The tree of yields knows an arc by its pattern. What the pattern does not know is that the links at
the arc's place led nowhere under other patterns, as those to a page's history do, or to the best.
"""

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64, I32
from periplus.plan.adaptive.arcs import Arcs
from periplus.plan.adaptive.index import Flags

_TRIED = 7.0  # late fetches at a place, after which its links are what they seem
_BARREN = 0.25  # times the price: what links at a barren place bring on average
_LENT_TRIES = 2.0  # fetches from which on a place is as well known as not
_MOST = 2.0  # times what a useful page brings: one rich page makes no place a good one
_LEAST = 0.01  # of that: no place or pattern is believed to be worse
_MOST_SHARE = 0.5  # what the place says against what the pattern does
_CHORE = 0.5  # what the words of a link let expect: of less they name a chore
_LATE = 0.9  # of the content is in hand: strangers and chores are hardly content
_FADING = 0.05  # how long before that it begins to be doubted
_LEAST_LATE = 0.1  # how far it is believed then


def trust_in_untried(
    arcs: Arcs,
    gains: "PlaceGains",
    own: F64,
    usual: float,
    fetches: F64,
    fruits: F64,
    is_barren: Flags,
) -> F64:
    """By arc: how far it is believed, where it was never tried or its place is barren."""
    places, patterns = np.array(arcs.places, np.int32), np.array(arcs.patterns)
    is_spelling = np.array(arcs.are_spellings, np.bool_)
    is_tried = np.bincount(patterns, fetches * ~is_spelling)[patterns] > 0
    is_untried = ((fetches == 0) | is_barren) & is_tried
    factors = gains.factors(places, own, usual, is_barren)
    # One spelling that was none after all says little of the others.
    spellings = (1 + fruits @ is_spelling) / (2 + fetches @ is_spelling)
    factors = np.where(is_spelling, spellings, np.where(is_untried, factors, 1.0))
    return trust_by_neighbours(places, patterns, fetches, fruits) * factors


def trust_by_neighbours(places: I32, patterns: I32, fetches: F64, fruits: F64) -> F64:
    """By arc: how far a pattern never tried is believed, by those that stand at its place.

    Where one sort order or one kind of feed brought nothing, the next beside it hardly will.
    """
    tried = np.bincount(places, fetches > 0)[places]
    bore = np.bincount(places, fruits > 0)[places]
    is_untried = np.bincount(patterns, fetches)[patterns] == 0
    return np.where(is_untried, (1 + bore) / (1 + tried), 1.0)


def are_strange(arcs: Arcs, gains: "PlaceGains", price: float, fetches: F64, fruits: F64) -> Flags:
    """By arc: whether its pattern was never tried, and neither its shape nor its place bore."""
    patterns, shapes = np.array(arcs.patterns), np.array(arcs.shapes)
    is_untried = np.bincount(patterns, fetches)[patterns] == 0
    has_shape_borne = np.bincount(shapes, fruits)[shapes] > 0
    has_place_borne = gains.have_borne(np.array(arcs.places, np.int32), price)
    is_page = ~np.array(arcs.are_spellings, np.bool_)
    return np.asarray(is_untried & is_page & ~has_shape_borne & ~has_place_borne)


def are_chores(priors: F64, fetches: F64, has_borne: Flags) -> Flags:
    """By arc: whether words speak against its links, and nothing that came of them speaks for them.

    It was never tried, or no link of its pattern ever bore.
    """
    return np.asarray((priors < _CHORE) & ((fetches == 0) | ~has_borne))


def late_trust(share: float) -> float:
    """How far strange links and chores are believed when so much of the content is in hand.

    At first they may be anything. Late they are forms, feeds and views: of a hundred strange ones
    that were tried on twenty sites with nine tenths of the content in hand, three held something,
    and two of 171 chores.
    """
    return min(1.0, max(_LEAST_LATE, (_LATE - share) / _FADING))


class PlaceGains:
    """What links at each place brought, whatever their pattern."""

    def __init__(self, memory: float) -> None:
        self._memory = memory
        self._gained = array("d")
        self._weight = array("d")

    def learn(self, place: int, gain: float, usual: float) -> None:
        """A link at this place brought so much, where a useful page brings so much."""
        missing = place + 1 - len(self._gained)
        if missing > 0:
            self._gained.extend([0.0] * missing)
            self._weight.extend([0.0] * missing)
        gain = min(gain, _MOST * usual)
        self._gained[place] = self._gained[place] * self._memory + gain
        self._weight[place] = self._weight[place] * self._memory + 1.0

    def are_barren(self, places: I32, price: float) -> Flags:
        """By arc: whether many links at its place were tried, and they brought next to nothing."""
        gained, weight = self._known(places)
        return np.asarray((weight >= _TRIED) & (gained < _BARREN * price * weight))

    def have_borne(self, places: I32, price: float) -> Flags:
        """By arc: whether links at its place brought what a request is worth."""
        gained, weight = self._known(places)
        return np.asarray((weight > 0) & (gained >= price * weight))

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
        gained[:known], weight[:known] = np.array(self._gained), np.array(self._weight)
        return gained[places], weight[places]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"gained": self._gained.tolist(), "weight": self._weight.tolist()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._gained = array("d", state["gained"])
        self._weight = array("d", state["weight"])
