"""What the waiting links will bring in all, for the estimate that is shown.

What decides which link is next asks for the best one: it forgets fast, leans on coarser groups and
is cautious. Summed up over all links that wait it is a poor forecast. What all of them will bring
is told by a longer memory: a fetch counts by the square of the number of the page, so that the
last third of the crawl says most, however long it is, and what was fetched in the beginning, when
everything was new, says nothing any more.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64
from periplus.plan.adaptive.index import ArcColumns

_RECENCY = 2.0  # power of the number of the page that a fetch counts by
# What is left brings so much of what came lately: the best links of a group are fetched first, and
# what others of its pages say is said by then.
_LEFT = 0.8
_UNTRIED = 0.5  # the same of groups never fetched from: they wait behind others for a reason
_UNSEEN = 0.005  # of what is in hand: content that no waiting link lets expect


class Outlook:
    """What the fetches of each arc brought, the later ones counting for more."""

    def __init__(self) -> None:
        self._gained = [0.0]
        self._weight = [0.0]

    def learn(self, arc: int, gain: float, page: int) -> None:
        """A link of an arc brought so much, as the page of that number."""
        missing = arc + 1 - len(self._weight)
        if missing > 0:
            self._gained += [0.0] * missing
            self._weight += [0.0] * missing
        weight = float(page) ** _RECENCY
        self._gained[arc] += weight * gain
        self._weight[arc] += weight

    def missing(self, arcs: ArcColumns, chances: F64, hopes: F64, in_hand: float) -> float:
        """What the waiting links will bring, and what no link tells of.

        `chances`: by arc, how far it is believed to bring anything. `hopes`: what all of its links
        together are expected to reveal.
        """
        new = max(0, len(arcs.stock) - len(self._weight))
        gained = np.pad(np.array(self._gained), (0, new))
        weight = np.pad(np.array(self._weight), (0, new))
        lately = np.where(weight > 0, gained / np.maximum(weight, 1.0), arcs.mean)
        left = np.where(arcs.fetches > 0, _LEFT, _UNTRIED)
        # The long memory is steady, the short one knows when a group has turned.
        each = left * np.sqrt(np.maximum(lately * arcs.mean, 0.0))
        return float(chances @ (arcs.stock * each + hopes)) + _UNSEEN * in_hand

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"gained": self._gained, "weight": self._weight}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._gained = [float(gain) for gain in state["gained"]]
        self._weight = [float(weight) for weight in state["weight"]]
