"""Links that were answered for before, at the same place of the layout.

A menu stands on every page, and a list of the newest posts on most. Where such a link waits and was
answered for by the rules of now, nothing new comes of it but that one more page shows it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import xxhash

from periplus.page.view import U64, PageView, Rel
from periplus.plan.adaptive.arcs import NO_ARC
from periplus.plan.strategy import Offered
from periplus.site.hash_table import packed, unpacked

_MOST = 1 << 17  # links that are remembered
_FEW = 24  # links
_MOST_LABELS = 1 << 13  # whose hashes are
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_KINDS = np.uint64(16)  # of anchors, at most
_DISOWNED = int(Rel.NOFOLLOW)
NO_MARK = 0


class Answered:
    """The arc that each link was put into at its place when it was last looked at closely."""

    def __init__(self) -> None:
        self._arcs: dict[int, int] = {}  # by mark

    def find(self, mark: int) -> int:
        """The arc of a link, `NO_ARC` where it was not answered for, or is not remembered."""
        return self._arcs.get(mark, NO_ARC)

    def note(self, mark: int, arc: int) -> None:
        """A link was answered for."""
        if mark == NO_MARK:
            return
        if len(self._arcs) >= _MOST:
            self._arcs.clear()
        self._arcs[mark] = arc

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        count = len(self._arcs)
        return {
            "marks": packed(np.fromiter(self._arcs, np.uint64, count)),
            "arcs": packed(np.fromiter(self._arcs.values(), np.int32, count)),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        if state:  # jobs of before have none
            marks = unpacked(state["marks"], np.uint64).tolist()
            self._arcs = dict(zip(marks, unpacked(state["arcs"], np.int32).tolist(), strict=True))


def marks(view: PageView | None, links: Sequence[Offered]) -> list[int]:
    """For each link of a page what tells it from others: its target, its place and its looks.

    Where few links can have been shown before, it costs no less than to look at them closely.
    """
    if view is None or sum(not (fresh or fetched) for *_, fresh, fetched in links) < _FEW:
        return [NO_MARK] * len(links)
    columns = view.links
    names = np.array([_hash(name) for name in columns.label_names], np.uint64)
    looks = columns.kinds.astype(np.uint64) + _KINDS * ((columns.rels & _DISOWNED) > 0)
    places: U64 = np.append(names[columns.labels] + looks, np.uint64(NO_MARK))
    rows = np.fromiter([row for row, _, _, _, _ in links], np.int64, len(links))
    targets = np.fromiter([target for _, target, _, _, _ in links], np.uint64, len(links))
    found = np.where(rows < 0, np.uint64(NO_MARK), places[rows] ^ targets * _SPREAD)
    told: list[int] = found.tolist()
    return told


@lru_cache(_MOST_LABELS)
def _hash(label: str) -> int:
    return xxhash.xxh3_64_intdigest(label.encode())
