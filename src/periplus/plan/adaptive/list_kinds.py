"""Which kinds of URLs are lists of many pages: one that was never begun is missed as a whole."""

import re
from collections.abc import Mapping
from typing import Any

_LONG, _SEVERAL = 5.0, 1.2  # pages that the lists of a kind have on average
_MOST_KINDS = 20_000
_LAST_NAME = re.compile(r"^(/[^?]+/)[^/?*]+(/?)$")  # of a path that has others before it


class ListKinds:
    """By URL pattern: how many first pages were seen, and how many pages they announced."""

    def __init__(self) -> None:
        self._kinds: dict[str, list[int]] = {}

    def count(self, pattern: str, pages: int) -> None:
        """A page of this pattern is the first of so many, 1 where it has no others."""
        for kind in _with_siblings(pattern):
            if kind in self._kinds or len(self._kinds) < _MOST_KINDS:
                seen = self._kinds.setdefault(kind, [0, 0])
                seen[0] += 1
                seen[1] += pages

    def add_page(self, pattern: str) -> None:
        """A list of this pattern turned out to have one more page."""
        for kind in _with_siblings(pattern):
            if kind in self._kinds:
                self._kinds[kind][1] += 1

    def long(self) -> dict[str, float]:
        """The patterns whose lists have many pages, the longest first, and how many on average."""
        return {pattern: mean for pattern, mean in self._means() if mean >= _LONG}

    def short(self) -> dict[str, float]:
        """The same of those of which some have a few pages."""
        return {pattern: mean for pattern, mean in self._means() if _SEVERAL <= mean < _LONG}

    def _means(self) -> list[tuple[str, float]]:
        means = {pattern: pages / lists for pattern, (lists, pages) in self._kinds.items()}
        return sorted(means.items(), key=lambda kind: (-kind[1], kind[0]))

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"kinds": [[pattern, *seen] for pattern, seen in self._kinds.items()]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._kinds = {str(pattern): list(seen) for pattern, *seen in state["kinds"]}


def _with_siblings(pattern: str) -> set[str]:
    """A pattern, and that of the lists beside it.

    A list of many pages makes a word of its own name: /tags/cats/ is beside /tags/*/.
    """
    return {pattern, _LAST_NAME.sub(r"\1*\2", pattern)}
