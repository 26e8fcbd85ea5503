"""The transit-based cut: sibling patterns that visitors come to and leave in the same way are one.

Ways in and out are compared after they were passed on to the ancestors of the patterns at their
other ends, weaker with each step up, so that "from some list page" counts as the same way in even
where the list pages are different. From the deepest patterns upwards: where the least similar pair
of children is more similar than a threshold, the parent takes their place.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from periplus.site.pattern_tree import PatternTree

THRESHOLD = 0.9


class _Transits:
    """Transitions between the current leaves of a tree that is being cut."""

    def __init__(
        self,
        tree: PatternTree,
        sources: npt.NDArray[np.int32],
        targets: npt.NDArray[np.int32],
        times: npt.NDArray[np.int64],
    ) -> None:
        self._patterns = tree.patterns
        self._now = list(range(len(tree.patterns)))  # the leaf that a former leaf is part of
        self._ways_in: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._ways_out: defaultdict[int, Counter[int]] = defaultdict(Counter)
        for source, target, number in zip(
            sources.tolist(), targets.tolist(), times.tolist(), strict=True
        ):
            self._ways_in[target][source] += number
            self._ways_out[source][target] += number
        self._leaves_at = Counter(tree.patterns[leaf].depth for leaf in tree.leaves())

    def merge(self, parent: int, children: Sequence[int]) -> None:
        """Make one leaf of several."""
        for ways in (self._ways_in, self._ways_out):
            total: Counter[int] = Counter()
            for child in children:
                total.update(ways.pop(child, Counter()))
            ways[parent] = total
        for child in children:
            self._now[child] = parent
            self._leaves_at[self._patterns[child].depth] -= 1
        self._leaves_at[self._patterns[parent].depth] += 1

    def least_similarity(self, children: Sequence[int]) -> float:
        """Of the least similar pair, the mean of the cosines of their ways in and out."""
        if len(children) < 2:
            return 1.0
        alike = (
            self._cosines(self._ways_in, children) + self._cosines(self._ways_out, children)
        ) / 2
        return float(alike.min())

    def _cosines(
        self, ways: defaultdict[int, Counter[int]], children: Sequence[int]
    ) -> npt.NDArray[np.float64]:
        height = max(depth for depth, leaves in self._leaves_at.items() if leaves)
        vectors = [self._smoothed(ways[child], height) for child in children]
        columns = {node: place for place, node in enumerate({n for v in vectors for n in v})}
        matrix = np.zeros((len(children), max(1, len(columns))))
        for row, vector in enumerate(vectors):
            for node, value in vector.items():
                matrix[row, columns[node]] = value
        lengths = np.linalg.norm(matrix, axis=1)
        empty = lengths == 0
        matrix /= np.where(empty, 1.0, lengths)[:, None]
        return np.asarray(matrix @ matrix.T) + np.outer(empty, empty)

    def _smoothed(self, ways: Counter[int], height: int) -> dict[int, float]:
        """What a pattern's ways lead to, and in weaker form all ancestors of that."""
        current: Counter[int] = Counter()
        for leaf, number in ways.items():
            current[self._leaf_now(leaf)] += number
        smoothed: defaultdict[int, float] = defaultdict(float)
        for leaf, number in current.items():
            value, node = float(number), leaf
            smoothed[node] += value
            while self._patterns[node].parent >= 0:
                node = self._patterns[node].parent
                value *= self._patterns[node].depth / height
                smoothed[node] += value
        return smoothed

    def _leaf_now(self, leaf: int) -> int:
        while self._now[leaf] != leaf:
            self._now[leaf] = self._now[self._now[leaf]]
            leaf = self._now[leaf]
        return leaf


def transit_cut(
    tree: PatternTree,
    sources: npt.NDArray[np.int32],
    targets: npt.NDArray[np.int32],
    times: npt.NDArray[np.int64],
    threshold: float = THRESHOLD,
) -> PatternTree:
    """The tree cut where children are used alike.

    Args:
        sources, targets, times: transitions between leaves of the tree.
    """
    transits = _Transits(tree, sources, targets, times)
    patterns = tree.patterns
    is_leaf = {index: tree.is_leaf(index) for index in tree.walk()}
    inner_children = {
        index: sum(not is_leaf[child] for child in patterns[index].children)
        for index, leaf in is_leaf.items()
        if not leaf
    }
    queue = [
        (-patterns[index].depth, index) for index, inner in inner_children.items() if not inner
    ]
    heapq.heapify(queue)
    ends = []
    while queue:
        _, index = heapq.heappop(queue)
        children = patterns[index].children
        if transits.least_similarity(children) <= threshold:
            continue
        transits.merge(index, children)
        ends.append(index)
        parent = patterns[index].parent
        if parent >= 0:
            inner_children[parent] -= 1
            if not inner_children[parent]:
                heapq.heappush(queue, (-patterns[parent].depth, parent))
    return tree.cut(ends)
