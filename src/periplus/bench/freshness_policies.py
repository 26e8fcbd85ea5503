"""Rules for what to visit next, side by side: ours, the optimum, and what others do.

Each rule picks so many pages at a time and hears whether they had changed. Only `Optimal` and
`Proportional` know the true rates.
"""

from typing import Protocol

import numpy as np

from periplus.change.population import Populations
from periplus.change.rates import DAY, WEEKLY
from periplus.change.schedule import value
from periplus.synthetic.evolving import F64, I64, EvolvingPages, Mask

# Nutch's AdaptiveFetchSchedule with the values of its default configuration.
_NUTCH_FIRST = 30 * DAY
_NUTCH_SLOWER, _NUTCH_FASTER = 1.4, 0.8
_NUTCH_SHORTEST, _NUTCH_LONGEST = 60.0, 365 * DAY
_NUTCH_SYNC = 0.3

_POINTS = 96


class Policy(Protocol):
    """One rule."""

    name: str

    def pick(self, count: int, now: float, ages: F64) -> I64:
        """The pages to visit now."""
        ...

    def saw(self, rows: I64, now: float, intervals: F64, changed: Mask, differs: Mask) -> None:
        """What the visits found: `changed` by content, `differs` by bytes."""
        ...


def largest(values: F64, count: int) -> I64:
    """The rows of the largest values, in no order."""
    if count >= len(values):
        return np.arange(len(values))
    return np.argpartition(values, len(values) - count)[len(values) - count :].astype(np.int64)


class Uniform:
    """Every page in turn."""

    name = "uniform"

    def __init__(self, world: EvolvingPages) -> None:
        self._world = world

    def pick(self, count: int, now: float, ages: F64) -> I64:
        return largest(ages, count)

    def saw(self, rows: I64, now: float, intervals: F64, changed: Mask, differs: Mask) -> None:
        """Nothing to learn."""


class Proportional(Uniform):
    """Twice as often where pages change twice as often, from the true rates."""

    name = "proportional"

    def pick(self, count: int, now: float, ages: F64) -> I64:
        return largest(ages * self._world.rates, count)


class Optimal(Uniform):
    """The largest value index from the true rates."""

    name = "optimal"

    def pick(self, count: int, now: float, ages: F64) -> I64:
        return largest(value(self._world.rates, self._world.importances, ages), count)


class NutchAdaptive(Uniform):
    """Nutch's AdaptiveFetchSchedule: longer intervals after no change, shorter after one.

    It compares bytes, as Nutch's default signature does. The pages due longest are fetched first;
    where fewer are due than can be fetched, the next ones are, so that the requests are as many.
    """

    name = "nutch"

    def __init__(self, world: EvolvingPages) -> None:
        super().__init__(world)
        count = len(world.rates)
        self._intervals = np.full(count, _NUTCH_FIRST)
        self._due = np.full(count, _NUTCH_FIRST)
        self._modified = np.zeros(count)

    def pick(self, count: int, now: float, ages: F64) -> I64:
        return largest(-self._due, count)

    def saw(self, rows: I64, now: float, intervals: F64, changed: Mask, differs: Mask) -> None:
        known = self._intervals[rows]
        wanted = known * np.where(differs, _NUTCH_FASTER, _NUTCH_SLOWER)
        modified = np.where(differs, now, self._modified[rows])
        quiet = now - modified
        wanted = np.clip(np.maximum(wanted, quiet), _NUTCH_SHORTEST, _NUTCH_LONGEST)
        self._modified[rows] = modified
        self._intervals[rows] = wanted
        self._due[rows] = now - _NUTCH_SYNC * quiet + wanted


class Periplus(Uniform):
    """Rates estimated from visits with the spread of each template's pages; the value index."""

    name = "periplus"

    def __init__(self, world: EvolvingPages) -> None:
        super().__init__(world)
        self._pages = Populations(world.templates)
        self._unlearned = 0

    def pick(self, count: int, now: float, ages: F64) -> I64:
        pages = self._pages
        return largest(value(pages.rates, self._world.importances, ages, pages.speeds), count)

    def saw(self, rows: I64, now: float, intervals: F64, changed: Mask, differs: Mask) -> None:
        self._pages.observe(rows, intervals, changed)
        self._unlearned += len(rows)
        if 2 * self._unlearned > len(ages := self._pages.rates):
            self._unlearned = 0
            self._pages.learn_spreads(rounds=2 if len(ages) > 50_000 else 6)


class PooledGamma(Uniform):
    """Rates as `change.rates.estimate` with `pooled` priors of each template; the value index."""

    name = "pooled"

    def __init__(self, world: EvolvingPages) -> None:
        super().__init__(world)
        self._grid = np.geomspace(1 / (3650 * DAY), 1 / 60.0, _POINTS)
        count, templates = len(world.rates), int(world.templates.max()) + 1
        self._logs = np.zeros((count, _POINTS), dtype=np.float32)
        self._pools = np.zeros((templates, _POINTS))
        self._rates = np.full(count, WEEKLY.rate)

    def pick(self, count: int, now: float, ages: F64) -> I64:
        return largest(value(self._rates, self._world.importances, ages), count)

    def saw(self, rows: I64, now: float, intervals: F64, changed: Mask, differs: Mask) -> None:
        exponents = np.maximum(intervals, 1.0)[:, None] * self._grid
        told = np.where(changed[:, None], np.log(-np.expm1(-exponents)), -exponents)
        self._logs[rows] += told.astype(np.float32)
        templates = self._world.templates
        np.add.at(self._pools, templates[rows], told)
        weekly = WEEKLY.changes * np.log(self._grid) - WEEKLY.seconds * self._grid
        pooled = self._grid[np.argmax(self._pools + weekly, axis=1)]
        prior = np.log(self._grid) - self._grid / pooled[:, None]
        self._rates[rows] = self._grid[np.argmax(self._logs[rows] + prior[templates[rows]], axis=1)]


POLICIES: tuple[type[Uniform], ...] = (
    Uniform,
    Proportional,
    NutchAdaptive,
    PooledGamma,
    Periplus,
    Optimal,
)
