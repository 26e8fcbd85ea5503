"""A tree of URL patterns: URLs divided by the key whose values are most concentrated, recursively.

Every node is a pattern: what all its URLs have in common. Its children divide it by the values of
one key. Values that many URLs share get a child each (salient), the others share one (trivial).
A tree can be cut: a node without its children is a coarser pattern for the same URLs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from periplus.site.url_values import ABSENT, url_values

Rows = npt.NDArray[np.intp]

SMALLEST_SPLIT = 10  # URLs; fewer stay together
_SALIENT_SHARE = 0.01
_SALIENT_URLS = 5
_MOST_KEYS = 64
_DEEPEST = 20


@dataclass(slots=True)
class Pattern:
    """One node: what its URLs share, and by which key its children differ."""

    index: int
    parent: int  # -1 for the root
    depth: int  # 1 for the root
    conditions: dict[str, str | None]  # by key, from the root down; None: any of the trivial values
    fixed: dict[str, str]  # what turned out to be the same for all URLs here, not above
    key: str = ""  # the children differ by its values
    branches: dict[str, int] = field(default_factory=dict)
    other: int = -1  # the child for values without a branch

    @property
    def children(self) -> list[int]:
        """All children, as places in the tree."""
        return [*self.branches.values(), *([self.other] if self.other >= 0 else [])]


class PatternTree:
    """Patterns by number, parents before children; number 0 is the root."""

    def __init__(self, patterns: list[Pattern]) -> None:
        self.patterns = patterns
        self._is_leaf = [not pattern.children for pattern in patterns]

    def is_leaf(self, index: int) -> bool:
        """Whether a pattern has no children, or lost them to a cut."""
        return self._is_leaf[index]

    def leaves(self) -> list[int]:
        """The patterns at the ends, from left to right."""
        return [index for index in self.walk() if self._is_leaf[index]]

    def walk(self) -> Iterator[int]:
        """Every pattern that no cut has removed, parents first."""
        stack = [0]
        while stack:
            index = stack.pop()
            yield index
            if not self._is_leaf[index]:
                stack.extend(reversed(self.patterns[index].children))

    @property
    def height(self) -> int:
        """Patterns on the longest way down."""
        return max(self.patterns[index].depth for index in self.walk())

    def cut(self, ends: Sequence[int]) -> "PatternTree":
        """The same tree without what is below the given patterns."""
        tree = PatternTree(self.patterns)
        tree._is_leaf = list(self._is_leaf)
        for index in ends:
            tree._is_leaf[index] = True
        return tree

    def ends(self) -> npt.NDArray[np.int32]:
        """The leaf that each pattern is part of, also those that were cut off; itself if inner."""
        now = np.arange(len(self.patterns), dtype=np.int32)
        for pattern in self.patterns[1:]:
            above = int(now[pattern.parent])
            if self._is_leaf[above]:
                now[pattern.index] = above
        return now

    def match(self, values: Mapping[str, str]) -> tuple[int, bool]:
        """The deepest pattern that a URL fits, and whether that is a leaf."""
        index = 0
        if not _fits(self.patterns[0], values):
            return 0, False
        while not self._is_leaf[index]:
            pattern = self.patterns[index]
            child = pattern.branches.get(values.get(pattern.key, ABSENT), pattern.other)
            if child < 0 or not _fits(self.patterns[child], values):
                return index, False
            index = child
        return index, True


def _fits(pattern: Pattern, values: Mapping[str, str]) -> bool:
    return all(values.get(key, ABSENT) == value for key, value in pattern.fixed.items())


def build_tree(urls: Sequence[str]) -> tuple[PatternTree, npt.NDArray[np.int32]]:
    """The tree of some URLs, and the leaf that each of them is in."""
    table = _Table(urls)
    root = Pattern(0, -1, 1, {}, {})
    patterns, leaf_of = [root], np.zeros(len(urls), dtype=np.int32)
    stack: list[tuple[int, Rows, tuple[int, ...]]] = [
        (0, np.arange(len(urls)), tuple(range(len(table.keys))))
    ]
    while stack:
        index, rows, columns = stack.pop()
        leaf_of[rows] = index
        pattern = patterns[index]
        if len(rows) < SMALLEST_SPLIT or pattern.depth >= _DEEPEST:
            table.note_missing(rows, columns, pattern)
            continue
        split = table.split(rows, columns, pattern)
        if split is None:
            continue
        pattern.key = table.keys[split.column]
        for value, part in split.parts:
            child = len(patterns)
            conditions = {**pattern.conditions, **pattern.fixed, pattern.key: value}
            patterns.append(Pattern(child, index, pattern.depth + 1, conditions, {}))
            if value is None:
                pattern.other = child
            else:
                pattern.branches[value] = child
            stack.append((child, part, split.columns))
    return PatternTree(patterns), leaf_of


@dataclass(frozen=True, slots=True)
class _Split:
    column: int
    parts: list[tuple[str | None, Rows]]
    columns: tuple[int, ...]  # those left for the children


class _Table:
    """The URLs as numbers: a row each, a column for each key, a code for each value."""

    def __init__(self, urls: Sequence[str]) -> None:
        rows = [url_values(url) for url in urls]
        known = Counter(key for row in rows for key in row)
        # Rare keys can't divide anything: their values are absent nearly everywhere.
        self.keys = sorted(sorted(known, key=lambda key: -known[key])[:_MOST_KEYS])
        self._values: list[list[str]] = []
        self._missing: list[int | None] = []  # the code of a key that is not there
        self._codes = np.empty((len(self.keys), len(urls)), dtype=np.int32)
        for column, key in enumerate(self.keys):
            codes: dict[str, int] = {}
            self._codes[column] = [
                codes.setdefault(row.get(key, ABSENT), len(codes)) for row in rows
            ]
            self._values.append(list(codes))
            self._missing.append(codes.get(ABSENT))

    def split(self, rows: Rows, columns: Sequence[int], pattern: Pattern) -> _Split | None:
        """Divide by the most concentrated key. Notes in the pattern what all rows share."""
        ranked = []
        for column in columns:
            codes, counts = self._counts(column, rows)
            if len(codes) == 1:
                pattern.fixed[self.keys[column]] = self._values[column][codes[0]]
            else:
                ranked.append((_entropy(counts), column, codes, counts))
        ranked.sort(key=lambda one: one[:2])
        left = [column for _, column, _, _ in ranked]
        for _, column, codes, counts in ranked:
            left.remove(column)
            salient = codes[_salient(counts)]
            if len(salient):
                return _Split(column, self._parts(column, rows, salient), tuple(left))
        return None

    def note_missing(self, rows: Rows, columns: Sequence[int], pattern: Pattern) -> None:
        """Note which keys none of a few rows has: too few to tell what else they share."""
        for column in columns:
            missing = self._missing[column]
            if missing is not None and bool((self._codes[column][rows] == missing).all()):
                pattern.fixed[self.keys[column]] = ABSENT

    def _counts(self, column: int, rows: Rows) -> tuple[npt.NDArray[np.intp], Rows]:
        codes = self._codes[column][rows]
        size = len(self._values[column])
        if size <= 4 * len(rows):
            counts = np.bincount(codes, minlength=size)
            present = np.flatnonzero(counts)
            return present, counts[present]
        present, counts = np.unique(codes, return_counts=True)
        return present.astype(np.intp), counts

    def _parts(
        self, column: int, rows: Rows, salient: npt.NDArray[np.intp]
    ) -> list[tuple[str | None, Rows]]:
        codes = self._codes[column][rows]
        order = np.argsort(codes, kind="stable")
        starts = np.searchsorted(codes[order], salient, "left")
        ends = np.searchsorted(codes[order], salient, "right")
        parts: list[tuple[str | None, Rows]] = [
            (self._values[column][code], np.sort(rows[order[start:end]]))
            for code, start, end in zip(salient.tolist(), starts, ends, strict=True)
        ]
        rest = rows[~np.isin(codes, salient)]
        if len(rest):
            parts.append((None, rest))
        return parts


def _entropy(counts: Rows) -> float:
    shares = counts / counts.sum()
    return float(-(shares * np.log(shares)).sum())


def _salient(counts: Rows) -> Rows:
    """Which values get a branch of their own: the frequent ones, down to the largest drop."""
    order = np.argsort(-counts, kind="stable")
    ranked = counts[order]
    enough = ranked >= max(_SALIENT_URLS, _SALIENT_SHARE * ranked.sum())
    if enough.all():
        return order
    drops = np.log(ranked[:-1]) - np.log(ranked[1:])
    last = int(np.argmax(drops)) + 1
    chosen: Rows = order[:last][enough[:last]]
    return chosen
