"""Links that pages of their own kind show: a thread under the address of another of its messages.

`/list/7@host/thread` and `/list/9@host/thread` may be two threads or the same one: nothing in the
URLs tells, but where it is the same, the page in hand links to the other address. For each shape of
URLs it is counted how often pages bore to which no page of their kind had a link, and how often
others did. Where those bear much less, they are told apart.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from periplus.site.hash_table import packed, unpacked

_LEAST_FIRST, _LEAST_BARREN = 3, 4  # fetches, and later ones in vain, before they are compared
_LESS = 0.6  # of how often first pages bear


class Counts(NamedTuple):
    """Fetches of what was not known before, and of what was shown in part."""

    firsts: int = 0
    first_fruits: int = 0
    laters: int = 0
    later_fruits: int = 0

    def with_one(self, *, is_first: bool, is_fruit: bool) -> "Counts":
        """One more page was fetched."""
        if is_first:
            return self._replace(firsts=self.firsts + 1, first_fruits=self.first_fruits + is_fruit)
        return self._replace(laters=self.laters + 1, later_fruits=self.later_fruits + is_fruit)

    def differ(self) -> bool:
        """Whether later ones bear much less."""
        if self.firsts < _LEAST_FIRST or self.laters - self.later_fruits < _LEAST_BARREN:
            return False
        return self.later_fruits * self.firsts < _LESS * self.first_fruits * self.laters


class Kin:
    """Which URLs pages of their own kind show; of which kinds it matters."""

    def __init__(self) -> None:
        self._shown = bytearray()  # by URL id
        # By the shape of URLs: each list of threads may have a pattern of its own.
        self._counts: dict[str, Counts] = {}
        self._telling: set[str] = set()

    def show(self, target: int) -> None:
        """A page in hand, of its own kind, has a link to a URL."""
        missing = target + 1 - len(self._shown)
        if missing > 0:
            self._shown.extend(bytes(missing + len(self._shown) // 8))
        self._shown[target] = True

    def learn(self, page: int, shape: str, *, is_fruit: bool) -> bool:
        """A page is in hand. Whether it has turned out to matter for URLs of its shape."""
        counts = self._counts.get(shape, Counts())
        counts = counts.with_one(is_first=not self.is_shown(page), is_fruit=is_fruit)
        self._counts[shape] = counts
        has_turned_out = shape not in self._telling and counts.differ()
        if has_turned_out:
            self._telling.add(shape)
        return has_turned_out

    def shows_known(self, target: int, shape: str) -> bool:
        """Whether a waiting URL is shown by a page of its kind, where that matters."""
        return shape in self._telling and self.is_shown(target)

    def is_shown(self, target: int) -> bool:
        """Whether a page of its own kind shows a URL."""
        return target < len(self._shown) and bool(self._shown[target])

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "shown": packed(np.flatnonzero(np.frombuffer(self._shown, np.uint8)).astype(np.int32)),
            "counts": [[shape, *counts] for shape, counts in self._counts.items()],
            "telling": sorted(self._telling),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        targets = unpacked(state["shown"], np.int32)
        shown = np.zeros(int(targets.max(initial=-1)) + 1, np.uint8)
        shown[targets] = True
        self._shown = bytearray(shown.tobytes())
        self._counts = {str(shape): Counts(*counts) for shape, *counts in state["counts"]}
        self._telling = set(map(str, state["telling"]))
