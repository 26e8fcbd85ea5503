"""The visit-based cut: the patterns that describe where visits go in the fewest bits.

Minimum description length: a model of K patterns costs (K - 1)/2 log F(root), a visit to a URL the
-log of its pattern's share of all visits, spread evenly over the pattern's URLs. Both are sums over
patterns, so that the best cut is found exactly in one pass from the leaves up: children are kept if
they cost less than their parent alone. In a draw the smaller model wins.
"""

import math

import numpy as np
import numpy.typing as npt

from periplus.site.pattern_tree import PatternTree


def pattern_cost(visits: float, urls: float, all_visits: float) -> float:
    """What one pattern adds to the length of the description, in nats."""
    model = 0.5 * math.log(all_visits) if all_visits > 0 else 0.0
    if visits <= 0:
        return model
    return model - visits * math.log(visits / (urls * all_visits))


def sums_over_tree(tree: PatternTree, leaf_values: npt.NDArray[np.float64]) -> list[float]:
    """For each pattern the sum over its leaves; `leaf_values` has a place for every pattern."""
    sums: list[float] = leaf_values.tolist()
    # Parents stand before their children.
    for pattern in reversed(tree.patterns[1:]):
        sums[pattern.parent] += sums[pattern.index]
    return sums


def visit_cut(
    tree: PatternTree, leaf_of: npt.NDArray[np.int32], visits: npt.NDArray[np.int64]
) -> PatternTree:
    """The tree cut where it describes the visits best.

    Args:
        leaf_of: the leaf of each URL.
        visits: how often each URL was visited.
    """
    count = len(tree.patterns)
    urls_in = sums_over_tree(tree, np.bincount(leaf_of, minlength=count).astype(np.float64))
    visits_in = sums_over_tree(tree, np.bincount(leaf_of, visits, count).astype(np.float64))
    alone = [pattern_cost(v, n, visits_in[0]) for v, n in zip(visits_in, urls_in, strict=True)]
    best = list(alone)
    ends = []
    for index in reversed(list(tree.walk())):
        if tree.is_leaf(index):
            continue
        below = sum(best[child] for child in tree.patterns[index].children)
        if below < alone[index]:
            best[index] = below
        else:
            ends.append(index)
    return tree.cut(ends)
