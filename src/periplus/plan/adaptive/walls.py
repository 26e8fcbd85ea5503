"""Login walls, prompts and soft errors: different links of a kind lead to one and the same page.

The first of them brings new text, and the kind seems to bear. When a third one has the very same
text, the first is known for what it was, and its gain says nothing of its kind any more. Two may be
the same page by different links.

A wall that is to be in no index is a prompt. Another one may stand for pages that nobody has
written yet, among others that somebody has: of many links that led to it some more are tried.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from periplus.page.view import I32
from periplus.plan.adaptive.index import Flags
from periplus.plan.strategy import Visit

_FIRST_FETCHES = 20  # of a pattern: a kind that has led elsewhere so often is no wall
_TIMES = 3  # that a text is met
_MOST_TEXTS = 50_000


class First(NamedTuple):
    """The page that had a text first."""

    node: int  # of its arc, in the tree of yields
    pattern: int
    gain: float
    times: int = 1  # pages that had the text


class Walls:
    """Texts of the first pages of each pattern."""

    def __init__(self) -> None:
        self._firsts: dict[tuple[int, int], First] = {}  # by the hash of the text and the pattern
        self.patterns: set[int] = set()  # that have led to one
        self._prompts: set[int] = set()  # of them: to one that is to be in no index
        self._texts: set[int] = set()  # hashes of the texts of walls

    def meet(
        self, text: int, first: First, fetches: int, *, is_unindexed: bool = False
    ) -> First | None:
        """A page with this text was fetched, of a pattern fetched so often before.

        Returns: the page of the same pattern that had the text first, once.
        """
        key = text, first.pattern
        known = self._firsts.get(key)
        if known is None:
            if fetches < _FIRST_FETCHES and len(self._firsts) < _MOST_TEXTS:
                self._firsts[key] = first
            return None
        if known.times + 1 < _TIMES:
            self._firsts[key] = known._replace(times=known.times + 1)
            return None
        self.patterns.add(first.pattern)
        if len(self._texts) < _MOST_TEXTS:
            self._texts.add(text)
        if is_unindexed:
            self._prompts.add(first.pattern)
        return self._firsts.pop(key)

    def is_text_of_one(self, text: int) -> bool:
        """Whether a page with this text is a wall."""
        return text in self._texts

    def are_met(self, patterns: I32) -> Flags:
        """Which of these patterns have led to one."""
        return are_among(patterns, self.patterns)

    def are_prompts(self, patterns: I32) -> Flags:
        """Which of these patterns have led to one that is to be in no index."""
        return are_among(patterns, self._prompts)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "firsts": [[text, *first] for (text, _), first in self._firsts.items()],
            "patterns": sorted(self.patterns),
            "prompts": sorted(self._prompts),
            "texts": sorted(self._texts),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        firsts = [(int(text), First(*first)) for text, *first in state["firsts"]]
        self._firsts = {(text, first.pattern): first for text, first in firsts}
        self.patterns, self._prompts = set(state["patterns"]), set(state["prompts"])
        self._texts = set(state.get("texts", ()))


def text_of(visit: Visit) -> int:
    """The hash of a page's text; 0 where there is none."""
    words = visit.view.words if visit.view else None
    return words.text_hash if words else 0


def are_among(patterns: I32, some: set[int]) -> Flags:
    """By pattern: whether it is one of some; much faster than numpy's `isin` for few."""
    among = np.zeros(max(int(patterns.max(initial=0)), *some, 0) + 1, np.bool_)
    among[list(some)] = True
    return among[patterns]
