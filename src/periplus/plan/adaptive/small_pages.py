"""Kinds of pages that say little, but each of them something new: profiles, notes, events.

None of them is worth its request beside pages that say much. Other views of known pages bring as
little on average; they bring it now and then, or as a small part of what they show. Where all pages
of a kind are small and new they are had at the end, within bounds.
"""

from collections.abc import Mapping
from typing import Any

_REMEMBERED = 8  # pages of a pattern, the last
_LEAST = 5
_MOST_OTHERS = 1  # of them
_LEAST_GAIN = 0.005  # of what a useful page brings
_LEAST_NEW = 0.05  # of the word pairs of a page


class SmallPages:
    """Whether the last pages of each pattern said something new."""

    def __init__(self) -> None:
        self._last: dict[int, list[bool]] = {}

    def learn(self, pattern: int, gain: float, usual: float, new: int, grams: int) -> None:
        """A page brought so much, where a useful one brings so much; so many pairs are new."""
        is_new = gain >= _LEAST_GAIN * usual and new >= _LEAST_NEW * grams and new > 0
        last = self._last.setdefault(pattern, [])
        last.append(is_new)
        del last[:-_REMEMBERED]

    def kinds(self) -> list[int]:
        """The patterns whose pages all say something new."""
        return [
            pattern
            for pattern, last in self._last.items()
            if len(last) >= _LEAST and len(last) - sum(last) <= _MOST_OTHERS
        ]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"last": [[pattern, last] for pattern, last in self._last.items()]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._last = {int(pattern): list(last) for pattern, last in state["last"]}
