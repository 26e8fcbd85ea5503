"""The exact cut: the dynamic programme equals the best of all cuts, on every small tree."""

import itertools
import math

import numpy as np
import pytest

from periplus.site.pattern_tree import Pattern, PatternTree
from periplus.site.visit_cut import pattern_cost, sums_over_tree, visit_cut


def random_tree(seed: int, most_leaves: int = 12) -> PatternTree:
    draws = np.random.default_rng(seed)
    patterns = [Pattern(0, -1, 1, {}, {})]
    leaves = [0]
    while len(leaves) < most_leaves:
        index = leaves.pop(int(draws.integers(len(leaves))))
        parent = patterns[index]
        parent.key = "k"
        for number in range(int(draws.integers(2, 4))):
            child = len(patterns)
            patterns.append(Pattern(child, index, parent.depth + 1, {"k": str(number)}, {}))
            parent.branches[str(number)] = child
            leaves.append(child)
    return PatternTree(patterns)


def all_cuts(tree: PatternTree, index: int = 0) -> list[tuple[int, ...]]:
    """Every set of patterns that the tree below one of them can be cut to."""
    cuts: list[tuple[int, ...]] = [(index,)]
    if not tree.is_leaf(index):
        below = [all_cuts(tree, child) for child in tree.patterns[index].children]
        cuts += [tuple(itertools.chain(*parts)) for parts in itertools.product(*below)]
    return cuts


@pytest.mark.parametrize("seed", range(40))
def test_the_cut_is_the_best_of_all(seed: int) -> None:
    draws = np.random.default_rng(1000 + seed)
    tree = random_tree(seed)
    leaves = np.array(tree.leaves(), dtype=np.int32)
    leaf_of = np.concatenate((leaves, draws.choice(leaves, 60))).astype(np.int32)
    rates = dict(
        zip(leaves.tolist(), draws.choice([0.0, 1.0, 1.2, 20.0], len(leaves)), strict=True)
    )
    visits = draws.poisson([rates[leaf] for leaf in leaf_of.tolist()])
    visits[0] += 1

    found = tuple(sorted(visit_cut(tree, leaf_of, visits).leaves()))

    size = len(tree.patterns)
    urls = sums_over_tree(tree, np.bincount(leaf_of, minlength=size).astype(float))
    sums = sums_over_tree(tree, np.bincount(leaf_of, visits, size).astype(float))

    def length(cut: tuple[int, ...]) -> float:
        return sum(pattern_cost(sums[index], urls[index], sums[0]) for index in cut)

    best = min(length(cut) for cut in all_cuts(tree))
    assert length(found) == pytest.approx(best, rel=1e-12)


def test_the_description_length_is_that_of_the_paper() -> None:
    # K patterns: (K - 1)/2 log F and -log p for every visit; the constant -1/2 log F is left out.
    total, visits, urls = 100.0, 30.0, 6.0
    expected = 0.5 * math.log(total) - visits * math.log(visits / total / urls)
    assert pattern_cost(visits, urls, total) == pytest.approx(expected)
    assert pattern_cost(0, 5, total) == pytest.approx(0.5 * math.log(total))
    assert pattern_cost(0, 5, 0) == 0.0


def test_siblings_visited_alike_are_one_and_others_are_not() -> None:
    patterns = [Pattern(0, -1, 1, {}, {}, "k", {"a": 1, "b": 2})]
    patterns += [Pattern(n, 0, 2, {"k": "ab"[n - 1]}, {}) for n in (1, 2)]
    tree = PatternTree(patterns)
    leaf_of = np.repeat(np.array([1, 2], dtype=np.int32), 50)
    assert visit_cut(tree, leaf_of, np.full(100, 3)).leaves() == [0]
    visits = np.repeat(np.array([30, 1]), 50)
    assert visit_cut(tree, leaf_of, visits).leaves() == [1, 2]


def test_no_visits_at_all_leave_the_root() -> None:
    tree = random_tree(3)
    leaf_of = np.array(tree.leaves(), dtype=np.int32)
    assert visit_cut(tree, leaf_of, np.zeros(len(leaf_of), dtype=np.int64)).leaves() == [0]
