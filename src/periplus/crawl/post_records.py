"""The records of a page that are its posts: the region with the most text, or a known shape.

A page with one post repeats nothing. Where other pages of its kind have shown where posts stand,
the same place is looked up. Answers that stand inside the post they answer are posts of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from periplus.page.area import Areas
from periplus.page.parser import FlatTree
from periplus.page.regions import Record, RegionFinder

_SHARE = 0.3  # of a page's text that its posts must have
_INNER = 0.9
_ALIKE = 0.5  # of the classes of a record that an answer inside it must have


@dataclass(frozen=True, slots=True)
class RecordShape:
    """Where posts stand: the steps from the root to their parent, their tag and classes."""

    parents: tuple[str, ...]
    tag: str
    classes: frozenset[str]
    author: str | None = None  # where in a post its author's name stands
    date: str | None = None


class PostRecords:
    """The records of one page."""

    def __init__(self, flat: FlatTree, areas: Areas, finder: RegionFinder) -> None:
        self._flat = flat
        self._areas = areas
        self._finder = finder
        self._nested: frozenset[int] = frozenset()
        self._found_largest: list[Record] | None = None
        self.found_by: RecordShape | None = None

    def find(self, shapes: Sequence[RecordShape] = ()) -> list[Record]:
        """The records in order, those inside others after them.

        Args:
            shapes: of posts on other pages of the kind, the commonest first.
        """
        records = self._of_shapes(shapes) or self._largest()
        return self._with_answers(records)

    def _largest(self) -> list[Record]:
        if self._found_largest is None:
            self._found_largest = self._find_largest()
        return self._found_largest

    def _find_largest(self) -> list[Record]:
        """Of the regions with the most text, the innermost that has almost all of it."""
        best: list[Record] = []
        most = 0
        for region in self._finder.find():
            chars = self._areas.chars([row for record in region.records for row in record])
            if chars > most or (best and chars >= _INNER * most and region.parent >= 0):
                best, most = region.records, max(chars, most)
        return best if most >= _SHARE * self._areas.chars([0]) else []

    def _of_shapes(self, shapes: Sequence[RecordShape]) -> list[Record]:
        for shape in shapes:
            found = [
                (row,)
                for row, tag in enumerate(self._flat.tags)
                if tag == shape.tag
                and shape.classes <= _classes(self._finder.segments[row])
                and self._parents(row) == shape.parents
            ]
            if found:
                self.found_by = shape
                return list(found)
        return []

    def shape(self, records: Sequence[Record]) -> RecordShape | None:
        """Where these records stand, if they are elements with something in common."""
        if len(records) < 2 or any(len(record) != 1 for record in records):
            return None
        outer = [record[0] for record in records if record[0] not in self._nested]
        classes = frozenset.intersection(*(_classes(self._finder.segments[row]) for row in outer))
        parents = self._parents(outer[0])
        if not classes and not any("." in step or "#" in step for step in parents[-2:]):
            return None  # bare elements in bare elements are anywhere
        return RecordShape(parents, self._flat.tags[outer[0]], classes)

    def _parents(self, row: int) -> tuple[str, ...]:
        steps = []
        while row:
            row = self._flat.parents[row]
            steps.append(self._finder.segments[row])
        return tuple(reversed(steps))

    def _with_answers(self, records: list[Record]) -> list[Record]:
        found: list[Record] = []
        nested: set[int] = set()
        for record in records:
            found.append(record)
            classes = _classes(self._finder.segments[record[0]])
            if len(record) != 1 or not classes:
                continue
            for row in range(record[0] + 1, self._flat.ends[record[0]]):
                if self._flat.tags[row] == self._flat.tags[record[0]]:
                    own = _classes(self._finder.segments[row])
                    if len(own & classes) > _ALIKE * len(own | classes):
                        found.append((row,))
                        nested.add(row)
        self._nested = frozenset(nested)
        return found

    def inside(self, rows: Iterable[int]) -> list[int]:
        """The outermost answers below some rows: their texts are not the rows' own."""
        answers: list[int] = []
        for row in rows:
            end = 0
            for one in sorted(n for n in self._nested if row < n < self._flat.ends[row]):
                if one >= end:
                    answers.append(one)
                    end = self._flat.ends[one]
        return answers


def _classes(segment: str) -> frozenset[str]:
    return frozenset(segment.split(".")[1:])
