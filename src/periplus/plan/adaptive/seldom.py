"""Kinds of links that bear only now and then: differences between versions of pages, say.

One in five says much that was in hand nowhere else, for it was deleted long ago, the others say
nothing. On average they may be worth their requests, and there may be more of them than of all
other pages. So they get a share of the requests, and no more.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64
from periplus.plan.adaptive.index import Flags

_OFTEN = 0.5  # of its fetches must bear, or an arc does so seldom
_LEAST_FETCHES = 20
_SHARE = 0.05  # of the requests that may go to such links in vain
_FIRST = 10  # beyond that share


class Seldom:
    """Knows the arcs that seldom bear, and counts what they cost."""

    def __init__(self) -> None:
        self._arcs: frozenset[int] = frozenset()
        self._in_vain = 0  # fetches of their links
        self._hidden: dict[int, int] = {}  # by arc: fetches of pages that are hidden

    def count(self, arc: int, *, is_barren: bool) -> None:
        """A page of an arc was fetched, which exists and is not hidden."""
        self._in_vain += is_barren and arc in self._arcs

    def hide(self, arc: int) -> None:
        """A link of an arc led to a wall."""
        self._hidden[arc] = self._hidden.get(arc, 0) + 1

    def are_left(self, fetches: F64, fruits: F64, pages: int) -> Flags:
        """By arc: whether it seldom bears, now that so many of its fetches did, and had its share.

        That of all pages. Fetches of what does not exist or is hidden don't count: that two in
        three pages have no discussion says nothing of the third.
        """
        fetches = fetches.copy()
        fetches[list(self._hidden)] -= list(self._hidden.values())
        are_seldom = (fetches >= _LEAST_FETCHES) & (fruits < _OFTEN * fetches)
        self._arcs = frozenset(np.flatnonzero(are_seldom).tolist())
        return are_seldom & (self._in_vain > _FIRST + _SHARE * pages)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        hidden = [[arc, times] for arc, times in self._hidden.items()]
        return {"arcs": sorted(self._arcs), "in_vain": self._in_vain, "hidden": hidden}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._arcs, self._in_vain = frozenset(state["arcs"]), int(state["in_vain"])
        self._hidden = {int(arc): int(times) for arc, times in state.get("hidden", ())}
