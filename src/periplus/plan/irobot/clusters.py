"""Hierarchical clustering with the threshold found from the data."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
_RANGE = (0.15, 0.75)  # of the largest distance: where the threshold may lie


@dataclass(frozen=True, slots=True)
class Clustering:
    """Which cluster each point is in, from 0 in the order of first points; and the threshold."""

    numbers: Numbers
    threshold: float

    @property
    def count(self) -> int:
        return int(self.numbers.max()) + 1 if len(self.numbers) else 0


def cluster(
    points: Matrix,
    distances: Callable[[Matrix], Matrix],
    *,
    single: bool = False,
    scale: float = 1.0,
    margins: tuple[float, float] = _RANGE,
) -> Clustering:
    """Agglomerate points and cut the tree at its widest gap.

    Equal points are one from the start, so thousands of pages of a few templates cost little.

    Args:
        distances: of every pair of the rows that it is given.
        single: single linkage, as the paper has it, in place of average linkage.
        scale: the distance that counts as one for `margins`.
    """
    if not points.size:  # no points, or nothing that tells them apart
        return Clustering(np.zeros(len(points), np.intp), margins[1] * scale)
    distinct, owner, weights = np.unique(points, axis=0, return_inverse=True, return_counts=True)
    owner = owner.reshape(-1)
    merges = _merges(distances(distinct), weights.astype(np.float64), single=single)
    low, high = (margin * scale for margin in margins)
    threshold = widest_gap([height for height, _, _ in merges], low, high)
    parents = np.arange(len(distinct))
    for height, one, other in merges:
        if height <= threshold:
            parents[parents == parents[other]] = parents[one]
    _, first, numbers = np.unique(parents[owner], return_index=True, return_inverse=True)
    order = np.empty(len(first), np.intp)
    order[np.argsort(first)] = np.arange(len(first))
    return Clustering(order[numbers.reshape(-1)], threshold)


def widest_gap(heights: list[float], low: float, high: float) -> float:
    """The middle of the widest gap between heights that lies between the bounds."""
    inside = sorted({min(high, max(low, height)) for height in heights} | {low, high})
    gaps = [(after - before, before) for before, after in itertools.pairwise(inside)]
    width, before = max(gaps, default=(0.0, low))
    return before + width / 2


def _merges(distances: Matrix, weights: Matrix, *, single: bool) -> list[tuple[float, int, int]]:
    """The merges from the closest to the last, by the nearest-neighbour chain: quadratic."""
    count = len(distances)
    near = distances.copy()
    np.fill_diagonal(near, np.inf)
    alive = np.ones(count, np.bool_)
    sizes = weights.copy()
    merges: list[tuple[float, int, int]] = []
    chain: list[int] = []
    while len(merges) < count - 1:
        if not chain:
            chain.append(int(np.argmax(alive)))
        while True:
            last = chain[-1]
            closest = int(np.argmin(near[last]))
            if len(chain) > 1 and near[last, chain[-2]] <= near[last, closest]:
                closest = chain[-2]
                break
            chain.append(closest)
        one, other = sorted((chain.pop(), chain.pop()))
        merges.append((float(near[one, other]), one, other))
        joined = (
            np.minimum(near[one], near[other])
            if single
            else (sizes[one] * near[one] + sizes[other] * near[other]) / (sizes[one] + sizes[other])
        )
        near[one], near[:, one] = joined, joined
        near[other], near[:, other] = np.inf, np.inf
        near[one, one] = np.inf
        alive[other] = False
        sizes[one] += sizes[other]
    merges.sort(key=lambda merge: merge[0])
    return merges
