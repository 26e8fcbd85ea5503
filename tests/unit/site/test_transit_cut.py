import numpy as np
import pytest

from periplus.site.pattern_tree import Pattern, PatternTree
from periplus.site.transit_cut import THRESHOLD, transit_cut


def tree_of(parents: list[int]) -> PatternTree:
    """Patterns numbered from 0; each one's parent is given, -1 for the root."""
    patterns: list[Pattern] = []
    for index, parent in enumerate(parents):
        depth = patterns[parent].depth + 1 if parent >= 0 else 1
        patterns.append(Pattern(index, parent, depth, {}, {}))
        if parent >= 0:
            patterns[parent].branches[str(index)] = index
    return PatternTree(patterns)


def cut(
    tree: PatternTree, ways: list[tuple[int, int, int]], threshold: float = THRESHOLD
) -> list[int]:
    sources, targets, times = (
        np.array(column, dtype=np.int64) for column in zip(*ways, strict=True)
    )
    ends = transit_cut(tree, sources.astype(np.int32), targets.astype(np.int32), times, threshold)
    return ends.leaves()


# The example of the paper's Figure 5: 6 and 7 are entered from 10 and 11, both below 9, and left to
# 3 and 4, both below 2.  0 is the root, 5 the parent of 6 and 7, 1 and 8 keep the branches apart.
FIGURE_5 = [-1, 0, 1, 2, 2, 0, 5, 5, 0, 8, 9, 9]
WAYS = [(10, 6, 5), (11, 7, 5), (6, 3, 5), (7, 4, 5)]


def test_different_ways_are_alike_after_smoothing() -> None:
    tree = tree_of(FIGURE_5)
    # Ways to siblings: not alike as they stand, alike through their parents.
    assert 5 in cut(tree, WAYS, threshold=0.6)


def test_without_common_ancestors_they_stay_apart() -> None:
    # 10 and 11 far apart: only the root is common, and the root weighs little.
    tree = tree_of([-1, 0, 0, 1, 2, 0, 5, 5, 0, 0, 8, 9])
    leaves = cut(tree, WAYS, threshold=0.6)
    assert 6 in leaves
    assert 7 in leaves


def test_equal_ways_are_one_and_the_cut_goes_on_upwards() -> None:
    tree = tree_of([-1, 0, 0, 1, 1, 2, 2])
    same = [(leaf, leaf_to, 3) for leaf in (3, 4, 5, 6) for leaf_to in (3, 4, 5, 6)]
    assert cut(tree, same) == [0]


def test_patterns_that_nobody_links_are_alike() -> None:
    tree = tree_of([-1, 0, 0, 1, 1])
    assert cut(tree, [(2, 2, 1)]) == [1, 2]


def test_a_pattern_without_ways_is_unlike_one_that_has_some() -> None:
    tree = tree_of([-1, 0, 0])
    assert cut(tree, [(1, 1, 4)]) == [1, 2]


def test_the_parent_waits_until_all_its_children_are_leaves() -> None:
    # 1 has leaves 3 and 4 used differently: it is not cut, so the root is never looked at.
    tree = tree_of([-1, 0, 0, 1, 1])
    assert cut(tree, [(2, 3, 9), (4, 2, 9)]) == [3, 4, 2]


@pytest.mark.parametrize("seed", range(5))
def test_a_higher_threshold_never_cuts_more(seed: int) -> None:
    draws = np.random.default_rng(seed)
    tree = tree_of([-1, *(int(draws.integers(0, n)) for n in range(1, 40))])
    leaves = tree.leaves()
    ways = [
        (int(a), int(b), 1)
        for a, b in zip(draws.choice(leaves, 80), draws.choice(leaves, 80), strict=True)
    ]
    sizes = [len(cut(tree, ways, threshold)) for threshold in (0.0, 0.5, 0.9, 1.0)]
    assert sizes == sorted(sizes)
