"""Repetitive regions: siblings of one shape, such as the topics of a board or the posts of a topic.

Siblings are given symbols: equal label segments are one symbol, and where a segment is a bare tag,
similar shapes below it. A region is a run of one symbol, of two or three symbols in turn (header
row and body row), or most of the children of an element. Every step is linear in the page.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import xxhash

from periplus.page.area import Areas
from periplus.page.labels import deeper, segment
from periplus.page.options import PageOptions
from periplus.page.parser import FlatTree

# What never is a record, nor stands between records: text level, form fields, cells (they are the
# columns of a row), metadata.
_NO_RECORDS = """
br hr wbr img picture input option optgroup script style link meta noscript template param source
track col colgroup td th b i em strong u s small big font code tt sub sup abbr cite q mark var kbd
time label button select textarea rect path circle polygon g use head body
"""
NO_RECORD_TAGS = frozenset(_NO_RECORDS.split())
# What is part of a record, but no record by itself.
_WEAK_TAGS = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "pre"))
# A bare one is text level too; with a class it may be a record.
_BARE_TEXT_TAGS = frozenset(("span", "ins", "del", "center"))
_NO_PARENTS = frozenset(("tr", "head", "select", "svg", "math", "datalist", "picture", "map"))
_TEXT_LEVEL = (NO_RECORD_TAGS | {"p"}) - {"td", "th", "img"}
_SIMILAR = 0.6
_LEADERS = 8
_PERIODS = (2, 3)
_MOST = 0.5
MAX_REGIONS = 500
_SHAPE_CHILDREN = 40
_NO_SHAPE: frozenset[str] = frozenset()


Record = tuple[int, ...]
_Value = TypeVar("_Value", int, str)


@dataclass(slots=True)
class _Leader:
    """The first of siblings that are alike."""

    row: int
    tokens: frozenset[str]  # its normalised classes
    symbol: int


@dataclass(slots=True)
class RawRegion:
    """A region by rows: one tuple of sibling rows a record."""

    parent_row: int
    records: list[Record]
    pattern: int
    parent: int = -1  # index of the enclosing region

    @property
    def period(self) -> int:
        return len(self.records[0])


class RegionFinder:
    """Finds the regions of one page."""

    def __init__(self, flat: FlatTree, areas: Areas, options: PageOptions) -> None:
        self._flat = flat
        self._areas = areas
        self._min_records = max(2, options.min_records)
        ids, classes, style = flat.ids, flat.classes, options.label_style
        bare = {tag: segment(tag, "", "", style) for tag in set(flat.tags)}
        self.segments = [bare[tag] for tag in flat.tags]
        for row in ids.keys() | classes.keys():
            step = segment(flat.tags[row], ids.get(row, ""), classes.get(row, ""), style)
            self.segments[row] = step
        self._labels: dict[int, tuple[str, int]] = {}
        self._shapes: dict[int, frozenset[str]] = {}
        # For each row the innermost record row at or above it, and where that record stands.
        self.homes: list[int] = []
        self.places: dict[int, tuple[int, int, int]] = {}
        self.too_many = False

    def find(self) -> list[RawRegion]:
        """All regions in document order of their parents, nested ones included."""
        regions: list[RawRegion] = []
        tags = self._flat.tags
        counts = np.bincount(np.array(self._flat.parents[1:], dtype=np.intp))
        for parent in np.flatnonzero(counts >= self._min_records).tolist():
            if self.too_many:
                break
            if tags[parent] in _NO_PARENTS:
                continue
            for records in self._record_runs(parent, self._children(parent)):
                if len(regions) == MAX_REGIONS:
                    self.too_many = True
                    break
                for number, record in enumerate(records):
                    for member, row in enumerate(record):
                        self.places[row] = (len(regions), number, member)
                regions.append(RawRegion(parent, records, self._pattern(parent, records)))
        self._settle(regions)
        return regions

    def _children(self, row: int, limit: int | None = None) -> list[int]:
        """The rows of an element's children, walked by the ends of their subtrees."""
        ends = self._flat.ends
        child, end = row + 1, ends[row]
        children: list[int] = []
        while child < end and len(children) != limit:
            children.append(child)
            child = ends[child]
        return children

    def label(self, row: int) -> str:
        """The label of a row."""
        chain: list[int] = []
        while row not in self._labels:
            chain.append(row)
            if row == 0:
                break
            row = self._flat.parents[row]
        label, depth = self._labels.get(row, ("", 0))
        for below in reversed(chain):
            step = self.segments[below]
            label = deeper(label, depth, step) if label else step
            depth += 1
            self._labels[below] = (label, depth)
        return label

    def _settle(self, regions: list[RawRegion]) -> None:
        homes, places = self.homes, self.places
        for row, parent in enumerate(self._flat.parents):
            homes.append(row if row in places else (homes[parent] if row else -1))
        for region in regions:
            home = homes[region.parent_row]
            if home >= 0:
                region.parent = places[home][0]

    def _record_runs(self, parent: int, children: list[int]) -> list[list[Record]]:
        symbols, children = self._symbols(children)
        if not symbols:
            return []
        counts = _counts(symbols)
        strong = [s for s in counts if s > 0]
        most = max((counts[s] for s in strong), default=0)
        if most < self._min_records or self._in_prose(parent, children):
            return []
        found: list[list[Record]] = []
        taken: set[int] = set()
        longest = _longest_runs(symbols)
        for symbol in strong:
            if longest[symbol] >= self._min_records:
                found.append(_rows_of(symbol, children, symbols))
                taken.add(symbol)
        if len(taken) < len(strong):
            for period in _PERIODS:
                run = _periodic(symbols, period, self._min_records, taken)
                if run is not None:
                    start, stop = run
                    taken.update(symbols[start : start + period])
                    ends = range(start, stop, period)
                    found.append([tuple(children[at : min(at + period, stop)]) for at in ends])
            for symbol in strong:
                if symbol not in taken and counts[symbol] >= self._min_records:
                    rows = _rows_of(symbol, children, symbols)
                    if len(rows) >= _MOST * len(children):
                        found.append(rows)
        return found

    def _symbols(self, children: list[int]) -> tuple[list[int], list[int]]:
        """A number for each child that can be part of a record, and those children.

        Children of one shape share their number; it is negative where such a child is no record
        by itself.
        """
        tags, segments = self._flat.tags, self.segments
        frequent = _counts([tags[row] for row in children])
        if not any(
            count >= self._min_records and tag not in NO_RECORD_TAGS and tag not in _WEAK_TAGS
            for tag, count in frequent.items()
        ):
            return [], []
        numbers: dict[str, int] = {}
        leaders: dict[str, list[_Leader]] = {}
        symbols: list[int] = []
        kept: list[int] = []
        for row in children:
            step, tag = segments[row], tags[row]
            if tag in NO_RECORD_TAGS or (tag == step and tag in _BARE_TEXT_TAGS):
                continue
            kept.append(row)
            if tag in _WEAK_TAGS:
                symbols.append(-numbers.setdefault(tag, len(numbers) + 1))
            elif step != tag and step in numbers:
                symbols.append(numbers[step])
            elif frequent[tag] < self._min_records:
                symbols.append(numbers.setdefault(step, len(numbers) + 1))
            else:
                symbols.append(self._leader(row, step, leaders.setdefault(tag, []), numbers))
        return symbols, kept

    def _leader(self, row: int, step: str, leaders: list[_Leader], numbers: dict[str, int]) -> int:
        """The number of the first sibling before that this one is like, else a new one."""
        tokens = frozenset(step.split(".")[1:])
        for leader in leaders:
            if self._is_like(leader, row, tokens):
                return numbers.setdefault(step, leader.symbol) if tokens else leader.symbol
        symbol = len(numbers) + 1
        numbers[step if step not in numbers else f"{step}\0{symbol}"] = symbol
        if len(leaders) < _LEADERS:
            leaders.append(_Leader(row, tokens, symbol))
        return symbol

    def _is_like(self, leader: _Leader, row: int, tokens: frozenset[str]) -> bool:
        if tokens != leader.tokens and not tokens & leader.tokens:
            return False
        one, other = self._shape(leader.row), self._shape(row)
        return one == other or len(one & other) >= _SIMILAR * len(one | other)

    def _shape(self, row: int) -> frozenset[str]:
        """The paths one and two steps below a row, text-level ones left out."""
        segments, tags = self.segments, self._flat.tags
        if self._flat.ends[row] == row + 1:
            return _NO_SHAPE
        shape = self._shapes.get(row)
        if shape is not None:
            return shape
        paths: list[str] = []
        for child in self._children(row, _SHAPE_CHILDREN):
            if tags[child] in _TEXT_LEVEL:
                continue
            step = segments[child]
            paths.append(step)
            for below in self._children(child, _SHAPE_CHILDREN):
                if tags[below] not in _TEXT_LEVEL:
                    paths.append(f"{step}/{segments[below]}")  # noqa: PERF401  (twice as fast)
        shape = self._shapes[row] = frozenset(paths)
        return shape

    def _in_prose(self, parent: int, children: list[int]) -> bool:
        """Whether the children are links in running text: then they are no list."""
        if all(self._flat.tags[row] != "a" for row in children):
            return False
        return 2 * self._areas.own_chars(parent) > self._areas.chars([parent])

    def _pattern(self, parent: int, records: list[Record]) -> int:
        """An id that is the same on all pages of a template: where the region is and of what."""
        parts = [self.label(parent)]
        for member in range(len(records[0])):
            rows = [record[member] for record in records if member < len(record)]
            steps = _counts([self.segments[row] for row in rows])
            step = min(steps, key=lambda s: (-steps[s], s)) if len(steps) > 1 else next(iter(steps))
            parts.append(step)
            if step == self._flat.tags[rows[0]]:
                parts.append(self._common_children(rows))
        return xxhash.xxh3_64_intdigest("\n".join(parts).encode("utf-8", "surrogatepass"))

    def _common_children(self, rows: list[int]) -> str:
        """What most of the records consist of: tells lists apart that have no classes."""
        shapes = [self._shape(row) for row in rows[:_SHAPE_CHILDREN]]
        counts = _counts([step for shape in shapes for step in shape if "/" not in step])
        most = _MOST * min(len(rows), _SHAPE_CHILDREN)
        return " ".join(sorted(step for step, count in counts.items() if count > most))


def _counts(values: list[_Value]) -> dict[_Value, int]:
    # A Counter costs more to make than these short lists to count.
    counts: dict[_Value, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def _longest_runs(symbols: list[int]) -> dict[int, int]:
    longest: dict[int, int] = {}
    last, length = -1, 0
    for symbol in symbols:
        length = length + 1 if symbol == last else 1
        last = symbol
        if length > longest.get(symbol, 0):
            longest[symbol] = length
    return longest


def _rows_of(symbol: int, children: list[int], symbols: list[int]) -> list[Record]:
    return [(row,) for row, other in zip(children, symbols, strict=True) if other == symbol]


def _periodic(
    symbols: list[int], period: int, min_records: int, taken: set[int]
) -> tuple[int, int] | None:
    """The longest run of a repeated group of `period` symbols: where it starts and stops.

    The last group may be incomplete.
    """
    best: tuple[int, int] | None = None
    start = 0
    while start + period * (min_records - 1) < len(symbols):
        at = start
        while at + period < len(symbols) and symbols[at] == symbols[at + period]:
            at += 1
        stop = at + period
        group = symbols[start : start + period]
        # One record by itself is in the group, and the group is no smaller one repeated.
        fits = max(group) > 0 and len(set(group)) > 1 and not taken.intersection(group)
        long_enough = stop - start > period * (min_records - 1)
        if fits and long_enough and (best is None or stop - start > best[1] - best[0]):
            best = (start, stop)
        start = at + 1
    return best
