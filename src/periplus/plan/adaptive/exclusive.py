"""Whose content is found nowhere else: excerpts on lists are also on the pages that they announce.

Of a sample of the 2-grams it is noted which pattern showed them first. When a page that is mostly
new shows them again, they were an excerpt: the first pattern loses them. The share that a pattern
keeps says how much of its gain would be missed if it were left out.
"""

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import I32, U64
from periplus.site.hash_table import HashTable

_SAMPLE = np.uint64(15)  # one in eight of those without numbers
_MOST_GRAMS = 2_000_000
_MOSTLY_NEW = 0.25
_BENEFIT_OF_DOUBT = 20


class Exclusive:
    """Counts for each pattern the sampled 2-grams that it showed first, and those it lost."""

    def __init__(self) -> None:
        self._owner = HashTable(_MOST_GRAMS)
        self._first = array("q")
        self._lost = array("q")

    def learn(self, pattern: int, grams: U64, new: U64) -> None:
        """A page of `pattern` showed these 2-grams, of which some were new."""
        self._make_room(pattern)
        if len(new) >= _MOSTLY_NEW * len(grams):
            self._take_over(pattern, _sampled(grams))
        sampled = _sampled(new)
        if len(sampled):
            self._first[pattern] += len(sampled)
            self._owner.put(sampled, np.full(len(sampled), pattern, np.int32))

    def share(self, patterns: I32) -> "np.typing.NDArray[np.float64]":
        """Which part of what these patterns brought is found nowhere else."""
        self._make_room(int(patterns.max(initial=0)))
        first, lost = np.array(self._first), np.array(self._lost)
        kept = (_BENEFIT_OF_DOUBT + np.maximum(first - lost, 0)) / (_BENEFIT_OF_DOUBT + first)
        return np.asarray(kept[patterns])

    def _take_over(self, pattern: int, grams: U64) -> None:
        owners = self._owner.get(grams)
        theirs = ((owners >= 0) & (owners != pattern)).nonzero()[0]
        if len(theirs):
            for loser in owners[theirs].tolist():
                self._lost[loser] += 1
            self._owner.put(grams[theirs], np.full(len(theirs), pattern, np.int32))

    def _make_room(self, pattern: int) -> None:
        missing = pattern + 1 - len(self._first)
        if missing > 0:
            self._first.extend([0] * missing)
            self._lost.extend([0] * missing)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        first, lost = self._first.tolist(), self._lost.tolist()
        return {"owner": self._owner.save(), "first": first, "lost": lost}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._owner.restore(state["owner"])
        self._first = array("q", state["first"])
        self._lost = array("q", state["lost"])


def _sampled(grams: U64) -> U64:
    sampled: U64 = grams.take(((grams & _SAMPLE) == 0).nonzero()[0])
    return sampled
