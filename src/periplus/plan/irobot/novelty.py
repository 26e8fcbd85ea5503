"""Whether pages still say something that others did not.

A calendar without end, empty search results and prompts differ from page to page in a word or two:
a page is compared with the last ones of its kind. Print views and views of single posts repeat a
page of another kind: a page is compared with all, by the few smallest hashes of its text.
"""

from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import U64

_PAGES = 8
_HASHES = 64
_MOST_KINDS = 2_000
_LEAST_SHARE = 0.1  # of the 5-word shingles
_LEAST_COUNT = 5  # as many as one word has part in
_MARKS = 8
_KEPT_MARKS = 24  # of each page: a print view has less text than the page that it repeats
_SHARED_MARKS = 5  # of two pages: about 0.6 of their text is the same
_SAMPLED = 2**64 // 32  # hashes below it are the same for a text wherever it stands
_LEAST_SAMPLED = 4
_MOST_SAID = 500_000


class Novelty:
    """Remembers sketches of the last pages of each kind, and marks of all pages."""

    def __init__(self) -> None:
        self._last: dict[str, deque[list[int]]] = {}
        self._owners: dict[int, tuple[int, str]] = {}  # mark -> first page that had it, its kind
        self._said: set[int] = set()  # of all texts, one shingle of 32

    def is_new(self, kind: str, page: int, sketch: U64, *, turned: bool = False) -> bool:
        """Whether a page says enough that is new; takes it in.

        Args:
            turned: it is a later page of something worth having, which may repeat other lists.
        """
        repeats = self.repeats(kind, page, sketch) and not turned
        return self._is_unlike_last(kind, sketch) and not repeats

    def note_text(self, sketch: U64) -> None:
        """Remember what was said, whichever pages it stands on together."""
        if len(self._said) < _MOST_SAID:
            self._said.update(sketch[sketch < _SAMPLED].tolist())

    def is_unsaid(self, sketch: U64) -> bool:
        """Whether most of a text was on no page that was noted, not even in parts."""
        sampled = sketch[sketch < _SAMPLED].tolist()
        unsaid = sum(value not in self._said for value in sampled)
        return len(sampled) >= _LEAST_SAMPLED and 2 * unsaid > len(sampled)

    def repeats(self, kind: str, page: int, sketch: U64) -> bool:
        """Whether most of a text was on one page of another kind before; takes it in."""
        marks = sketch[:_MARKS].tolist()
        if len(marks) < _MARKS:
            return False
        owners = Counter(self._owners[mark] for mark in marks if mark in self._owners)
        for mark in sketch[:_KEPT_MARKS].tolist():
            self._owners.setdefault(mark, (page, kind))
        return any(
            count >= _SHARED_MARKS and other != page and other_kind != kind
            for (other, other_kind), count in owners.items()
        )

    def _is_unlike_last(self, kind: str, sketch: U64) -> bool:
        if kind not in self._last and len(self._last) >= _MOST_KINDS:
            return True
        last = self._last.setdefault(kind, deque(maxlen=_PAGES))
        own = sketch[:_HASHES]
        known = np.array([value for one in last for value in one], np.uint64)
        new = int((~np.isin(own, known)).sum())
        is_first = not last
        last.append(own.tolist())
        return is_first or (new >= _LEAST_COUNT and new >= _LEAST_SHARE * len(own))

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "last": {kind: list(last) for kind, last in self._last.items()},
            "owners": [[mark, *owner] for mark, owner in self._owners.items()],
            "said": sorted(self._said),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._last = {kind: deque(last, maxlen=_PAGES) for kind, last in state["last"].items()}
        self._owners = {int(mark): (int(page), kind) for mark, page, kind in state["owners"]}
        self._said = set(map(int, state["said"]))
