"""Pages that change on their own: rates, importances and templates by a seed, and their history.

Changes of each page are a Poisson process. Rates are skewed twice: templates differ from each other
and pages within a template. Only what a visit can tell is handed out; freshness and age are kept
here, exactly, between the moments of visits.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from periplus.errors import ConfigError

F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

DAY = 86_400.0
_LEAST_RATE, _MOST_RATE = 1 / (1000 * DAY), 100 / DAY


@dataclass(frozen=True, slots=True)
class EvolvingParameters:
    """How many pages there are and how their rates are spread. Times are in days."""

    pages: int = 20_000
    seed: int = 0
    templates: int = 12
    median_days: float = 3.0  # between changes of the middle page
    between: float = 1.8  # standard deviation of the logarithm of templates' rates
    within: float = 0.8  # of pages' rates within a template
    importance_shape: float = 0.0  # of a Pareto distribution; 0: all pages matter alike
    moving_share: float = 0.0  # of pages whose bytes differ at every visit

    def __post_init__(self) -> None:
        if self.pages < 1 or self.templates < 1:
            raise ConfigError("a world of evolving pages needs at least one page and one template")
        if not self.median_days > 0 or self.between < 0 or self.within < 0:
            raise ConfigError("evolving pages need a median above 0 and spreads of at least 0")
        if not 0 <= self.moving_share <= 1:
            raise ConfigError("the share of pages with moving parts goes from 0 to 1")


@dataclass(frozen=True, slots=True)
class Freshness:
    """How good the copies were, weighted by importance."""

    fresh: float  # share of time in which a copy was what the site showed
    age: float  # mean seconds since a copy was overtaken (0 while fresh)


class EvolvingPages:
    """The world: it goes on whether anybody looks or not."""

    def __init__(self, parameters: EvolvingParameters, observed_from: float = 0.0) -> None:
        """Freshness and age count from `observed_from` on, in seconds from the start."""
        self.parameters = parameters
        count = parameters.pages
        draw = np.random.default_rng(parameters.seed)
        self.templates: I64 = draw.integers(0, parameters.templates, count)
        middle = parameters.between * draw.standard_normal(parameters.templates)
        own = parameters.within * draw.standard_normal(count)
        rates = np.exp(middle - np.median(middle))[self.templates] * np.exp(own)
        rates /= parameters.median_days * DAY
        self.rates: F64 = np.clip(rates, _LEAST_RATE, _MOST_RATE)
        shape = parameters.importance_shape
        weights = draw.pareto(shape, count) + 1.0 if shape else np.ones(count)
        self.importances: F64 = weights / weights.mean()
        self.moving: Mask = draw.random(count) < parameters.moving_share
        self._draw = draw
        self._from = observed_from
        self.last: F64 = np.zeros(count)  # all pages were fetched at the start
        self._overtaken: F64 = draw.exponential(1.0 / self.rates)
        self._fresh: F64 = np.zeros(count)
        self._age: F64 = np.zeros(count)

    def visit(self, rows: I64, now: float) -> Mask:
        """Fetch pages; whether each had changed since the visit before."""
        self._count(rows, now)
        changed: Mask = self._overtaken[rows] <= now
        self.last[rows] = now
        self._overtaken[rows] = now + self._draw.exponential(1.0 / self.rates[rows])
        return changed

    def fresh_since_visit(self, rows: I64, now: float) -> F64:
        """For how long each copy has been fresh since its last visit."""
        fresh: F64 = np.maximum(np.minimum(self._overtaken[rows], now) - self.last[rows], 0.0)
        return fresh

    def _count(self, rows: I64, now: float) -> None:
        start = np.maximum(self.last[rows], self._from)
        overtaken = self._overtaken[rows]
        self._fresh[rows] += np.maximum(np.minimum(overtaken, now) - start, 0.0)
        until = np.maximum(now - overtaken, 0.0)
        before = np.maximum(np.minimum(start, now) - overtaken, 0.0)
        self._age[rows] += 0.5 * (until * until - before * before)

    def measured(self, now: float) -> Freshness:
        """Freshness and age from `observed_from` to now; ends the world."""
        self._count(np.arange(len(self.rates)), now)
        span = (now - self._from) * self.importances.sum()
        return Freshness(
            fresh=float((self.importances * self._fresh).sum() / span),
            age=float((self.importances * self._age).sum() / span),
        )
