"""Hierarchical clustering: against a plain implementation, and the cut at the widest gap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplus.plan.irobot.clusters import Clustering, cluster, gaps, shared_information
from periplus.plan.irobot.features import Matrix


def distances(points: Matrix) -> Matrix:
    return np.abs(points[:, None, 0] - points[None, :, 0])


def clustered(values: list[float], **more: bool) -> Clustering:
    return cluster(np.array(values)[:, None], distances, **more)


def test_two_groups_are_found() -> None:
    found = clustered([0.0, 0.05, 0.9, 0.92, 0.01])
    assert found.numbers.tolist() == [0, 0, 1, 1, 0]
    assert 0.05 < found.threshold < 0.85


def test_single_linkage_chains_and_average_linkage_does_not() -> None:
    chain = [n * 0.2 for n in range(8)]
    assert clustered(chain, single=True).count == 1
    assert clustered(chain).count > 1


def test_nothing_and_one_point() -> None:
    assert clustered([]).count == 0
    assert clustered([3.0]).numbers.tolist() == [0]


def test_widest_gap_lies_between_the_bounds() -> None:
    assert gaps([0.01, 0.2, 0.22, 0.9], 0.15, 0.6)[:2] == pytest.approx([0.41, 0.175])
    assert gaps([], 0.1, 0.3) == pytest.approx([0.2])


def test_the_cut_agrees_with_what_is_known_of_the_points() -> None:
    values = [0.0, 0.02, 0.25, 0.27, 0.9, 0.92]
    assert clustered(values).count == 2  # the widest gap
    found = cluster(np.array(values)[:, None], distances, kinds="aabbcc")
    assert found.numbers.tolist() == [0, 0, 1, 1, 2, 2]
    assert found.widest > found.threshold
    assert cluster(np.array(values)[:, None], distances, kinds="aaaabb").count == 2


def test_information_that_two_divisions_share() -> None:
    assert shared_information("aabb", "xxyy") == pytest.approx(1.0)
    assert shared_information("abab", "xxyy") == pytest.approx(0.0)
    assert shared_information("aaaa", "xxxx") == 1.0


def slow_heights(values: list[float]) -> list[float]:
    """Average linkage by the book."""
    groups = [[value] for value in values]
    heights = []
    while len(groups) > 1:
        pairs = [
            (np.mean([abs(a - b) for a in one for b in two]), i, j)
            for i, one in enumerate(groups)
            for j, two in enumerate(groups)
            if i < j
        ]
        height, i, j = min(pairs)
        heights.append(float(height))
        groups[i] += groups.pop(j)
    return heights


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=9, unique=True))
def test_merges_are_those_of_average_linkage(numbers: list[int]) -> None:
    values = [n + 0.0001 * at * at for at, n in enumerate(numbers)]  # no ties
    heights = slow_heights(values)
    threshold = gaps(heights, 150.0, 750.0)[0]
    found = cluster(np.array(values)[:, None], distances, scale=1000.0)
    assert found.threshold == pytest.approx(threshold)
    assert found.count == 1 + sum(height > threshold for height in heights)
