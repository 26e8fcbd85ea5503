"""Login walls, prompts and soft errors: different links of a kind lead to one and the same page.

The first of them brings new text, and the kind seems to bear. When a second one has the very same
text, the first is known for what it was, and its gain says nothing of its kind any more.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

_FIRST_FETCHES = 20  # of a pattern: a kind that has led elsewhere so often is no wall
_MOST_TEXTS = 50_000


class First(NamedTuple):
    """The page that had a text first."""

    node: int  # of its arc, in the tree of yields
    pattern: int
    gain: float


class Walls:
    """Texts of the first pages of each pattern."""

    def __init__(self) -> None:
        self._firsts: dict[int, First] = {}  # by the hash of the text

    def meet(self, text: int, first: First, fetches: int) -> First | None:
        """A page with this text was fetched, of a pattern fetched so often before.

        Returns: the page of the same pattern that had the text first, once.
        """
        known = self._firsts.get(text)
        if known is not None:
            return self._firsts.pop(text) if known.pattern == first.pattern else None
        if fetches < _FIRST_FETCHES and len(self._firsts) < _MOST_TEXTS:
            self._firsts[text] = first
        return None

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"firsts": [[text, *first] for text, first in self._firsts.items()]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._firsts = {int(text): First(*first) for text, *first in state["firsts"]}
