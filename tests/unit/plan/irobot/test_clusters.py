"""Hierarchical clustering: against a plain implementation, and the cut at the widest gap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplus.plan.irobot.clusters import Clustering, cluster, widest_gap
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
    assert widest_gap([0.01, 0.2, 0.22, 0.9], 0.15, 0.6) == pytest.approx(0.41)
    assert widest_gap([], 0.1, 0.3) == pytest.approx(0.2)


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
    threshold = widest_gap(heights, 150.0, 750.0)
    found = cluster(np.array(values)[:, None], distances, scale=1000.0)
    assert found.threshold == pytest.approx(threshold)
    assert found.count == 1 + sum(height > threshold for height in heights)
