"""An estimate of how much of the screen each element takes, without a browser.

Only shares of the page matter: a character is 7 by 18 pixels, an image what it says or 100 by 100,
links and form fields a little more than their text. The page's frame counts less, hidden parts
nothing. Where a browser has laid the page out and noted each element's box (`MEASURED_AREA`), the
boxes count instead.
"""

import numpy as np

from periplus.page.blocks import FRAME, INVISIBLE
from periplus.page.parser import MEASURED_AREA, FlatTree
from periplus.page.view import F64

_CHARACTER = 7.0 * 18.0
_IMAGE = 100.0 * 100.0
_LARGEST_SIDE = 2000.0
_TAG_AREAS = {"a": 12.0, "form": 30.0, "img": _IMAGE, "input": 30.0, "select": 30.0}
_TAG_AREAS |= {"textarea": 30.0, "button": 30.0, "iframe": _IMAGE, "video": _IMAGE}
_FRAME_SHARE = 0.3
_LARGEST_AREA = 1e12  # a page that lies about its boxes must not overflow anything


class Areas:
    """Areas and text lengths of subtrees, from prefix sums over the rows."""

    __slots__ = ("_areas", "_chars", "_ends", "_measured", "_own")

    def __init__(self, flat: FlatTree, states: list[int]) -> None:
        chars = _own_chars(flat, states)
        self._own: list[float] = chars.tolist()
        tag_areas = {tag: _TAG_AREAS.get(tag, 0.0) for tag in set(flat.tags)}
        areas = np.fromiter(
            map(tag_areas.__getitem__, flat.tags), dtype=np.float64, count=len(flat.tags)
        )
        for row, element in flat.marked.items():
            if flat.tags[row] == "img":
                areas[row] = _image_area(element.attr("width"), element.attr("height"))
        areas += _CHARACTER * chars
        flags = np.frombuffer(bytes(states), dtype=np.uint8)
        areas[(flags & FRAME) > 0] *= _FRAME_SHARE
        areas[(flags & INVISIBLE) > 0] = 0.0
        # Lists, because regions ask for few rows at a time.
        self._areas = [0.0, *np.cumsum(areas).tolist()]
        self._chars = [0.0, *np.cumsum(chars).tolist()]
        self._ends = flat.ends
        self._measured = _measured(flat)

    def share(self, rows: list[int]) -> float:
        """The share of the page that these rows and what is below them take."""
        measured = self._measured
        if measured:
            return min(1.0, sum(measured.get(row, 0.0) for row in rows) / measured[0])
        total = self._areas[-1]
        return self._sum(self._areas, rows) / total if total else 0.0

    def chars(self, rows: list[int]) -> int:
        """The characters of visible text in these rows and below."""
        return round(self._sum(self._chars, rows))

    def own_chars(self, row: int) -> int:
        """The characters of visible text that a row holds itself."""
        return int(self._own[row])

    def _sum(self, sums: list[float], rows: list[int]) -> float:
        ends = self._ends
        return sum(sums[ends[row]] - sums[row] for row in rows)


def _measured(flat: FlatTree) -> dict[int, float]:
    """The boxes that a browser noted, in square pixels; empty where the root has none."""
    root = flat.marked.get(0)
    if root is None or not _box(root.attr(MEASURED_AREA)):
        return {}
    return {row: _box(element.attr(MEASURED_AREA)) for row, element in flat.marked.items()}


def _box(text: str | None) -> float:
    digits = text or ""
    return min(float(digits[:13]), _LARGEST_AREA) if digits.isascii() and digits.isdigit() else 0.0


def _own_chars(flat: FlatTree, states: list[int]) -> F64:
    """The visible characters that each row holds itself."""
    if not flat.texts:
        return np.zeros(len(flat.tags))
    owners = np.array(flat.owners, dtype=np.intp)
    lengths = np.fromiter(map(len, flat.texts), dtype=np.float64, count=len(flat.texts))
    visible = (np.frombuffer(bytes(states), dtype=np.uint8) & INVISIBLE) == 0
    chars: F64 = np.bincount(owners, weights=lengths, minlength=len(flat.tags)) * visible
    return chars


def _image_area(width: str | None, height: str | None) -> float:
    sides = []
    for side in (width, height):
        digits = (side or "").strip().removesuffix("px")
        if not (digits.isascii() and digits.isdigit()):
            return _IMAGE
        sides.append(min(float(digits[:6]), _LARGEST_SIDE))
    return sides[0] * sides[1]
