"""Numbers that stand beside a link (replies, views, "Reviews (3)") and what they say of its page.

An arc learns which of the columns that its records print goes with the gain. Its links are then
divided by the size of that number, so that long threads come first and empty ones last.
"""

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from periplus.page.view import F64, AnchorKind, PageView

_NUMBER = re.compile(r"(?<![\w.,:/-])(\d{1,3}(?:[,.]\d{3})+|\d+)(?![\w:/-])")
_LONGEST_ANCHOR = 40
_MOST_COLUMNS = 6
_LARGEST_SIZE = 12
_LEAST_FETCHES = 6
_LEAST_CORRELATION = 0.3
_LEAST_SCORE = 2.0
_CHANGE_OF_MIND = 1.5
_NO_SUMS = [0.0] * 6

_MOST_READ = 1 << 13  # anchors whose number is remembered
_WORD, _IMAGE = int(AnchorKind.WORD), int(AnchorKind.IMAGE)

ANCHOR_COLUMN = -1
Numbers = dict[int, float]  # column -> value; never changed once made
NO_NUMBERS: Numbers = {}


def numbers_of_links(view: PageView | None, rows: Sequence[int]) -> dict[int, Numbers]:
    """For those of some links of a page that show numbers, by row: which."""
    if view is None or not rows:
        return {}
    kinds, anchors = view.links.kinds.tolist(), view.links.anchors
    records = _numbers_of_records(view, rows)
    found = {}
    for row in rows:
        numbers = numbers_of(anchors[row], kinds[row], records.get(row, NO_NUMBERS))
        if numbers:
            found[row] = numbers
    return found


def numbers_of(anchor: str, kind: int, record: Numbers) -> Numbers:
    """The numbers that a link shows: in its own text, and in the columns of its record."""
    if kind == _WORD:
        if anchor and len(anchor) <= _LONGEST_ANCHOR:
            number = _anchor_number(anchor)
            if number is not None:
                return {ANCHOR_COLUMN: number, **record}
        return record
    return record if kind == _IMAGE else NO_NUMBERS


@lru_cache(_MOST_READ)
def _anchor_number(anchor: str) -> float | None:
    texts = _NUMBER.findall(anchor)
    return float(texts[0].replace(",", "").replace(".", "")) if len(texts) == 1 else None


def _numbers_of_records(view: PageView, rows: Sequence[int]) -> dict[int, Numbers]:
    """For links in records, by row, the numbers in the columns of the record."""
    if view.structure is None:
        return {}
    regions, records = view.links.regions.tolist(), view.links.records.tolist()
    tables: dict[int, list[Numbers]] = {}
    found = {}
    for row in rows:
        region = regions[row]
        if region < 0:
            continue
        table = tables.get(region)
        if table is None:
            table = tables[region] = record_rows(view.structure.regions[region].numbers)
        if 0 <= records[row] < len(table):
            found[row] = table[records[row]]
    return found


def record_rows(numbers: F64) -> list[Numbers]:
    """The numbers of each record of a region by column."""
    if not numbers.size:
        return []
    return [
        {column: value for column, value in enumerate(row) if value == value}  # else it is NaN
        for row in numbers[:, :_MOST_COLUMNS].tolist()
    ]


def size_of(value: float) -> int:
    """A number by its order of magnitude: 0, 1, 2-3, 4-7 ..."""
    if value < 1:
        return 0 if value <= 0 else 1
    return min(_LARGEST_SIZE, 1 + int(math.log2(value)))


class NumberColumn:
    """Which column of an arc's records goes with the gain, by running correlations."""

    __slots__ = ("_sums", "column")

    def __init__(
        self, column: int | None = None, sums: dict[int, list[float]] | None = None
    ) -> None:
        self.column = column
        self._sums: dict[int, list[float]] = {} if sums is None else sums

    def learn(self, numbers: Numbers, gain: float) -> bool:
        """Take in a fetch; whether another column is the best one now."""
        y = math.log1p(gain)
        for column, value in numbers.items():
            x = math.log1p(max(value, 0.0))
            added = (1.0, x, x * x, y, y * y, x * y)
            sums = self._sums.get(column, _NO_SUMS)
            self._sums[column] = [a + b for a, b in zip(sums, added, strict=True)]
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
        return [self.column, [[column, sums] for column, sums in self._sums.items()]]

    @classmethod
    def restored(cls, state: list[Any]) -> "NumberColumn":
        """What `save` returned, as an object again."""
        column, sums = state
        return cls(column, {int(c): [float(n) for n in s] for c, s in sums})


def _score(sums: Sequence[float]) -> float:
    n, x, xx, y, yy, xy = sums
    if n < _LEAST_FETCHES:
        return 0.0
    spread = (xx - x * x / n) * (yy - y * y / n)
    if spread <= 1e-12:
        return 0.0
    correlation = abs(xy - x * y / n) / math.sqrt(spread)
    return correlation * math.sqrt(n) if correlation > _LEAST_CORRELATION else 0.0
