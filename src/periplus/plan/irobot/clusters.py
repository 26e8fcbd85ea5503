"""Hierarchical clustering with the threshold found from the data."""

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
_RANGE = (0.15, 0.75)  # of the largest distance: where the threshold may lie
_MOST_CUTS = 64  # tried: the widest gaps


@dataclass(frozen=True, slots=True)
class Clustering:
    """Which cluster each point is in, from 0 in the order of first points."""

    numbers: Numbers
    threshold: float  # where the tree was cut
    widest: float  # the middle of its widest gap: how far apart clusters are

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
    kinds: Sequence[object] | None = None,
) -> Clustering:
    """Agglomerate points and cut the tree at its widest gap, or where it agrees best with `kinds`.

    Equal points are one from the start, so thousands of pages of a few templates cost little.

    Args:
        distances: of every pair of the rows that it is given.
        single: single linkage, as the paper has it, in place of average linkage.
        scale: the distance that counts as one for `margins`.
        kinds: what is known of the points otherwise; each point's.
    """
    if not points.size:  # no points, or nothing that tells them apart
        return Clustering(np.zeros(len(points), np.intp), *(2 * [margins[1] * scale]))
    distinct, owner, weights = np.unique(points, axis=0, return_inverse=True, return_counts=True)
    owner = owner.reshape(-1)
    merges = _merges(distances(distinct), weights.astype(np.float64), single=single)
    cuts = gaps([height for height, _, _ in merges], *(margin * scale for margin in margins))
    if kinds is None or len(cuts) < 2:
        return Clustering(_cut(merges, owner, cuts[0]), cuts[0], cuts[0])
    divisions = [_cut(merges, owner, threshold) for threshold in cuts[:_MOST_CUTS]]
    agreed = [shared_information(numbers.tolist(), kinds) for numbers in divisions]
    best = int(np.argmax(agreed))  # the first of equals: the widest gap
    return Clustering(divisions[best], cuts[best], cuts[0])


def _cut(merges: list[tuple[float, int, int]], owner: Numbers, threshold: float) -> Numbers:
    """The clusters of all points where merges up to a threshold are made."""
    parents = np.arange(len(merges) + 1)
    for height, one, other in merges:
        if height <= threshold:
            parents[parents == parents[other]] = parents[one]
    _, first, numbers = np.unique(parents[owner], return_index=True, return_inverse=True)
    order = np.empty(len(first), np.intp)
    order[np.argsort(first)] = np.arange(len(first))
    return order[numbers.reshape(-1)]


def gaps(heights: list[float], low: float, high: float) -> list[float]:
    """The middles of the gaps between heights that lie between the bounds, the widest first."""
    inside = sorted({min(high, max(low, height)) for height in heights} | {low, high})
    found = [(after - before, before) for before, after in itertools.pairwise(inside)]
    found.sort(key=lambda gap: (-gap[0], -gap[1]))
    return [before + width / 2 for width, before in found] or [low]


def shared_information(one: Sequence[object], other: Sequence[object]) -> float:
    """How much two divisions of the same things say about each other, from 0 to 1."""
    own, others = _entropy(Counter(one)), _entropy(Counter(other))
    both = _entropy(Counter(zip(one, other, strict=True)))
    return 2.0 * (own + others - both) / (own + others) if own + others else 1.0


def _entropy(counts: Counter[object]) -> float:
    total = sum(counts.values())
    return -sum(n / total * log(n / total) for n in counts.values())


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
