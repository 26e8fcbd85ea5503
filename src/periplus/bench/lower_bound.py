"""How few requests could suffice at best: the dual of the linear program of partial set cover.

Connectivity is ignored, so no crawl, however clever, reaches X of the items with fewer requests:

    k >= max over tau >= 0, 0 <= q <= w tau of
         sum q  -  (1 - X) W tau  -  sum over pages of max(0, (sum of q on the page) - 1)

with items of identical page sets merged into one of weight w, and W the weight of all. The start
page is always fetched: its term of the last sum may be below zero. Every feasible (q, tau) is a
valid bound, so an approximate optimiser is enough: a primal-dual hybrid gradient with diagonal
steps and restarts. For a fixed tau the best q does not depend on X: one run serves every level.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from periplus.bench.ragged import Ragged

Weights = npt.NDArray[np.float64]
Signatures = npt.NDArray[np.uint64]

_ITERATIONS = 300
_RESTART_EVERY = 50  # iterations whose mean the next round begins with
_BALANCE = 0.1  # between the steps of q and of x; 0.03 to 0.3 do equally well on real sites
_ROUNDING = 1e-6  # a bound of 12.0000001 requests proves 12, not 13


@dataclass(frozen=True, slots=True)
class Cover:
    """A partial set cover with distinct pages as rows of merged items; no row is empty."""

    items: Ragged
    weights: Weights
    start: int  # the row of the start page, -1 where that holds nothing


def lower_bounds(
    items: Ragged,
    item_count: int,
    start: int,
    levels: Sequence[float],
    taus: Sequence[float],
    iterations: int = _ITERATIONS,
) -> list[int]:
    """For each level a number of requests below which no crawl from `start` reaches it.

    Good values of tau are about 1 / (new items that the last page needed for a level brings).
    """
    solver = _Solver(merge(items, item_count, start))
    best = [1.0 if level > 0 else 0.0 for level in levels]
    for tau in sorted(taus):
        value = solver.value_at(tau, iterations)
        for number, level in enumerate(levels):
            best[number] = max(best[number], value - (1.0 - level) * item_count * tau)
    return [int(np.ceil(bound - _ROUNDING)) for bound in best]


def geometric_taus(first_gain: float, last_gain: float, count: int = 12) -> list[float]:
    """Values of tau for pages that bring between `first_gain` and `last_gain` new items."""
    high, low = max(first_gain, last_gain, 1.0), max(1.0, min(first_gain, last_gain))
    return [float(1.0 / gain) for gain in np.geomspace(high, low, count)]


def merge(items: Ragged, item_count: int, start: int) -> Cover:
    """Pages with the same items become one row, items on the same pages one item."""
    random = np.random.default_rng(20080421)
    filled = np.flatnonzero(items.lengths)
    if not len(filled):
        empty = Ragged(np.empty(0, np.uint32), np.zeros(1, np.int64))
        return Cover(empty, np.empty(0), -1)
    page_signs = _signatures(random, items.values, items.offsets[filled], item_count)
    signs, first = np.unique(page_signs, return_index=True)
    pages = [items[row] for row in filled[first]]
    rows = np.repeat(np.arange(len(pages)), [len(page) for page in pages])
    values = np.concatenate(pages)
    item_signs = np.zeros(item_count, dtype=np.uint64)
    np.add.at(item_signs, values, _numbers(random, len(pages))[rows])
    present = np.flatnonzero(item_signs)
    _, group, sizes = np.unique(item_signs[present], return_inverse=True, return_counts=True)
    group_of = np.zeros(item_count, dtype=np.int64)
    group_of[present] = group
    cells = np.unique(rows * len(sizes) + group_of[values])
    offsets = np.searchsorted(cells, np.arange(len(pages) + 1) * len(sizes))
    merged = Ragged((cells % len(sizes)).astype(np.uint32), offsets.astype(np.int64))
    at = np.flatnonzero(filled == start)
    start_row = int(np.searchsorted(signs, page_signs[at[0]])) if len(at) else -1
    return Cover(merged, sizes.astype(np.float64), start_row)


def _numbers(random: np.random.Generator, count: int) -> Signatures:
    return random.integers(1, 2**63, size=count, dtype=np.uint64)


def _signatures(
    random: np.random.Generator,
    values: npt.NDArray[np.uint32],
    starts: npt.NDArray[np.int64],
    count: int,
) -> Signatures:
    """Equal for equal sets: sums of one random number for each member."""
    signatures: Signatures = np.add.reduceat(_numbers(random, count)[values], starts)
    return signatures


class _Solver:
    """Maximises over q for one tau after the other, each from where the last one ended."""

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        self._pages_of = cover.items.transpose(len(cover.weights))
        if len(cover.weights):
            pages = self._pages_of.lengths.astype(np.float64)
            lengths = cover.items.lengths.astype(np.float64)
            self._page_step = 1.0 / (_BALANCE * lengths)
            self._item_step = _BALANCE / pages
            self._q = self._spread(1.0 / lengths)
            self._x = self._held(np.full(len(lengths), 0.3))

    def value_at(self, tau: float, iterations: int) -> float:
        """The dual's value without the term of the level."""
        if not len(self._cover.weights):
            return 1.0  # the start page alone
        cap = self._cover.weights * tau
        q, x = np.minimum(self._q, cap), self._x
        best, mean = 1.0, np.zeros_like(q)
        for iteration in range(1, iterations + 1):
            loads = self._loads(q)
            best = max(best, self._value(q, loads))
            ahead = self._held(np.clip(x - self._page_step * (1.0 - loads), 0.0, 1.0))
            covered = self._sums(2.0 * ahead - x)
            x = ahead
            q = np.clip(q + self._item_step * (1.0 - covered), 0.0, cap)
            mean += q / _RESTART_EVERY
            if iteration % _RESTART_EVERY == 0:
                q, mean = mean, np.zeros_like(q)
        self._q, self._x = q, x
        return max(best, self._value(q, self._loads(q)))

    def _value(self, q: Weights, loads: Weights) -> float:
        value = float(q.sum()) - float(np.maximum(0.0, loads - 1.0).sum())
        start = self._cover.start
        return value + max(0.0, 1.0 - float(loads[start]) if start >= 0 else 1.0)

    def _loads(self, q: Weights) -> Weights:
        loads: Weights = np.add.reduceat(
            q[self._cover.items.values], self._cover.items.offsets[:-1]
        )
        return loads

    def _sums(self, x: Weights) -> Weights:
        sums: Weights = np.add.reduceat(x[self._pages_of.values], self._pages_of.offsets[:-1])
        return sums

    def _spread(self, shares: Weights) -> Weights:
        """For each item the least of its pages' shares: no page is over-full to begin with."""
        least: Weights = np.minimum.reduceat(
            shares[self._pages_of.values], self._pages_of.offsets[:-1]
        )
        return least

    def _held(self, x: Weights) -> Weights:
        """The start page is fetched in any case."""
        if self._cover.start >= 0:
            x[self._cover.start] = 1.0
        return x
