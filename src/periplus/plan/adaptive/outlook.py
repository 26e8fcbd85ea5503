"""How much is missing by the estimate that is shown, apart from what decides which link is next.

What a group of links is worth, when the next one is chosen, is only what is found nowhere else,
and less where some fetches were in vain. But what it brings when it is fetched counts as content in
hand, be it found elsewhere or not: what is in hand and what is missing are to be of one measure. So
a group will go on to bring what it brought lately. Of what it brought long ago, others have shown a
part since: only what is found nowhere else counts of that.

A link waits where its like does best. So where most links of a group went to wait at a better
place, what is left are those that never stood there, and what the others brought says little of
them: articles that their lists show in full, without a link to the rest.
"""

import numpy as np

from periplus.page.view import F64
from periplus.plan.adaptive.index import ArcColumns

# Of what links brought so far: the best of a group are fetched first, and what others say as well
# is said by then.
_LEFT = 0.8
_LEAST_LEFT = 0.4  # of that, where all others went to a better place
_UNSEEN = 0.005  # of what is in hand: what no waiting link lets expect


class Outlook:
    """When a link of each arc was fetched last."""

    def __init__(self) -> None:
        self._last = [0]  # by arc: the number of the page

    def learn(self, arc: int, page: int) -> None:
        """The page of this number was a link of the arc."""
        self._last += [0] * (arc + 1 - len(self._last))
        self._last[arc] = page

    def missing(
        self, arcs: ArcColumns, chances: F64, hopes: F64, in_hand: float, pages: int
    ) -> float:
        """What the waiting links will bring, after so many pages, and what none tells of.

        `chances`: by arc, how far it is believed to bring anything. `hopes`: what all of its links
        together are expected to reveal.
        """
        last = np.zeros(len(arcs.stock))
        last[: len(self._last)] = self._last
        lately = last / max(1, pages)
        each = _LEFT * (lately * arcs.mean + (1.0 - lately) * arcs.own)
        stayed = arcs.stock / np.maximum(arcs.stock + arcs.outdone, 1.0)
        each *= _LEAST_LEFT + (1.0 - _LEAST_LEFT) * stayed
        return float(chances @ (arcs.stock * each + hopes)) + _UNSEEN * in_hand

    def save(self) -> list[int]:
        """All state as JSON values."""
        return self._last

    def restore(self, state: list[int]) -> None:
        """Take up what `save` returned."""
        self._last = [int(page) for page in state]
