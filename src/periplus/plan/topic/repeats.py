"""Lines that a site repeats: menus and footers say nothing of one page, teasers nothing new.

A line on a third of the pages belongs to the site. Whether a line was on any page before is noted
in a Bloom filter of fixed size, in two generations, so that the oldest lines are forgotten.
"""

import base64
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import xxhash

_SHARE = 0.3  # of the pages: what more of them have is the site's, not the page's
_PAGES_BEFORE = 4  # fewer pages tell nothing
_MOST_LINES = 8_000
_KEPT_LINES = 4_000
_BITS = 20  # of the filter's size
_PROBES = 4
_GENERATION = 100_000  # lines: then one in fifty new ones would seem seen


class OwnText(NamedTuple):
    """What a page says that its site does not say everywhere."""

    text: str
    new: str  # the part of it that no page has said before


class SeenLines:
    """Whether a line was seen, forgetting the oldest."""

    def __init__(self) -> None:
        self._filters = [_empty(), _empty()]
        self._lines = 0

    def add(self, key: int) -> bool:
        """Note a line by its hash; whether it is new."""
        bits = [(key >> (_BITS * probe)) & ((1 << _BITS) - 1) for probe in range(_PROBES)]
        current, before = self._filters
        if all(_has(current, bit) for bit in bits):
            return False
        for bit in bits:
            current[bit >> 3] |= 1 << (bit & 7)
        is_new = not all(_has(before, bit) for bit in bits)
        self._lines += 1
        if self._lines >= _GENERATION:
            self._filters, self._lines = [_empty(), current], 0
        return is_new

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        packed = [base64.b64encode(zlib.compress(f, 1)).decode() for f in self._filters]
        return {"filters": packed, "lines": self._lines}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._filters = [bytearray(zlib.decompress(base64.b64decode(f))) for f in state["filters"]]
        self._lines = int(state["lines"])


def _empty() -> bytearray:
    return bytearray(1 << (_BITS - 3))


def _has(bits: bytearray, bit: int) -> bool:
    return bool(bits[bit >> 3] >> (bit & 7) & 1)


class RepeatedLines:
    """Counts on how many pages each line stands."""

    def __init__(self) -> None:
        self._pages = 0
        self._counts: dict[int, int] = {}
        self._seen = SeenLines()

    def own_text(self, text: str) -> OwnText:
        """A page's text without the lines that the site repeats; the page is counted."""
        limit = max(_PAGES_BEFORE, _SHARE * self._pages)
        own: list[str] = []
        new: list[str] = []
        keys: dict[int, None] = {}
        for line in text.splitlines():
            digest = xxhash.xxh3_128_intdigest(line.encode("utf-8", "replace"))
            key = digest & 0xFFFFFFFFFFFFFFFF
            if self._counts.get(key, 0) < limit:
                own.append(line)
                if key not in keys and self._seen.add(digest):
                    new.append(line)
            keys[key] = None
        self._count(keys)
        return OwnText("\n".join(own), "\n".join(new))

    def _count(self, keys: Mapping[int, None]) -> None:
        self._pages += 1
        for key in keys:
            self._counts[key] = self._counts.get(key, 0) + 1
        if len(self._counts) > _MOST_LINES:
            # Lines of single pages are many; those that repeat survive.
            kept = sorted(self._counts.items(), key=lambda item: -item[1])[:_KEPT_LINES]
            self._counts = dict(kept)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        keys = np.fromiter(self._counts.keys(), dtype="<u8", count=len(self._counts))
        counts = np.fromiter(self._counts.values(), dtype="<u4", count=len(self._counts))
        return {"pages": self._pages, "lines": [_packed(keys), _packed(counts)]} | {
            "seen": self._seen.save()
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages = int(state["pages"])
        keys, counts = (base64.b64decode(column) for column in state["lines"])
        numbers = np.frombuffer(counts, dtype="<u4").tolist()
        self._counts = dict(zip(np.frombuffer(keys, dtype="<u8").tolist(), numbers, strict=True))
        self._seen.restore(state["seen"])


def _packed(column: npt.NDArray[Any]) -> str:
    return base64.b64encode(column.tobytes()).decode()
