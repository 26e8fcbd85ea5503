"""Numbers that stand beside a link (replies, views, "Reviews (3)") and what they say of its page.

An arc learns which of the columns that its records print goes with the gain. Its links are then
divided by the size of that number, so that long threads come first and empty ones last.
"""

import math
import re
from typing import Any

import numpy as np

from periplus.page.view import F64, AnchorKind

_NUMBER = re.compile(r"(?<![\w.,:/-])(\d{1,3}(?:[,.]\d{3})+|\d+)(?![\w:/-])")
_LONGEST_ANCHOR = 40
_MOST_COLUMNS = 6
_LARGEST_SIZE = 12
_LEAST_FETCHES = 6
_LEAST_CORRELATION = 0.3
_LEAST_SCORE = 2.0
_CHANGE_OF_MIND = 1.5

ANCHOR_COLUMN = -1
Numbers = dict[int, float]  # column -> value


def numbers_of(anchor: str, kind: int, record: F64 | None) -> Numbers:
    """The numbers that a link shows: in its own text, and in the columns of its record."""
    found: Numbers = {}
    if kind == AnchorKind.WORD and anchor and len(anchor) <= _LONGEST_ANCHOR:
        texts = _NUMBER.findall(anchor)
        if len(texts) == 1:
            found[ANCHOR_COLUMN] = float(texts[0].replace(",", "").replace(".", ""))
    if record is not None and kind in (AnchorKind.WORD, AnchorKind.IMAGE):
        for column, value in enumerate(record[:_MOST_COLUMNS].tolist()):
            if not math.isnan(value):
                found[column] = value
    return found


def size_of(value: float) -> int:
    """A number by its order of magnitude: 0, 1, 2-3, 4-7 ..."""
    if value < 1:
        return 0 if value <= 0 else 1
    return min(_LARGEST_SIZE, 1 + int(math.log2(value)))


class NumberColumn:
    """Which column of an arc's records goes with the gain, by running correlations."""

    __slots__ = ("_sums", "column")

    def __init__(self, column: int | None = None, sums: dict[int, F64] | None = None) -> None:
        self.column = column
        self._sums: dict[int, F64] = {} if sums is None else sums

    def learn(self, numbers: Numbers, gain: float) -> bool:
        """Take in a fetch; whether another column is the best one now."""
        y = math.log1p(gain)
        for column, value in numbers.items():
            x = math.log1p(max(value, 0.0))
            sums = self._sums.setdefault(column, np.zeros(6))
            sums += (1.0, x, x * x, y, y * y, x * y)
        scores = {column: _score(sums) for column, sums in self._sums.items()}
        best = max(scores, key=scores.__getitem__, default=None)
        if best is None or best == self.column or scores[best] < _LEAST_SCORE:
            return False
        if self.column is not None and scores[best] < _CHANGE_OF_MIND * scores[self.column]:
            return False
        self.column = best
        return True

    def size(self, numbers: Numbers) -> int | None:
        """The size of the number that matters, None where there is none (yet)."""
        if self.column is None or self.column not in numbers:
            return None
        return size_of(numbers[self.column])

    def save(self) -> list[Any]:
        """All state as JSON values."""
        return [self.column, [[column, sums.tolist()] for column, sums in self._sums.items()]]

    @classmethod
    def restored(cls, state: list[Any]) -> "NumberColumn":
        """What `save` returned, as an object again."""
        column, sums = state
        return cls(column, {int(c): np.array(s) for c, s in sums})


def _score(sums: F64) -> float:
    n, x, xx, y, yy, xy = sums.tolist()
    if n < _LEAST_FETCHES:
        return 0.0
    spread = (xx - x * x / n) * (yy - y * y / n)
    if spread <= 1e-12:
        return 0.0
    correlation = abs(xy - x * y / n) / math.sqrt(spread)
    return correlation * math.sqrt(n) if correlation > _LEAST_CORRELATION else 0.0
