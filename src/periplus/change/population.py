"""How the rates of many pages are spread, and what that says of one page with few visits.

The likelihood of a page's visits is taken on a fixed grid of rates. The spread of rates over the
pages of a template is learned from the pages themselves (a nonparametric mixture, by expectation
and maximisation), so no shape has to be believed in: templates with a few busy and many silent
pages are common. The rate to schedule by is the harmonic mean of what remains possible for a page:
it leans to the slow side, where a visit is worth more, and so finds out sooner.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.change.rates import DAY, HIGHEST_RATE, LOWEST_RATE, History

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

POINTS = 48
GRID: F64 = np.geomspace(LOWEST_RATE, HIGHEST_RATE, POINTS)
_FIRST_MEDIAN = 7 * DAY
_FIRST_SPREAD = 2.0  # of the logarithm
_FIRST_PAGES = 3.0  # as many pages as the first guess is worth
_SHORTEST = 1.0
_ROUNDS = 6


@lru_cache(maxsize=1)
def first_guess() -> F64:
    """The spread of rates before any page was visited twice."""
    apart = (np.log(GRID) + np.log(_FIRST_MEDIAN)) / _FIRST_SPREAD
    weights = np.exp(-0.5 * apart * apart)
    guess: F64 = weights / weights.sum()
    return guess


def log_likelihood(history: History) -> F64:
    """How likely a page's visits are at each rate of the grid, up to a factor."""
    found: F64 = -GRID * (history.quiet + history.known_time)
    if history.known_changes:
        found += history.known_changes * np.log(GRID)
    for _, number, seconds in history.moved:
        if number:
            found += number * np.log(-np.expm1(-GRID * max(seconds / number, _SHORTEST)))
    return found


def _posterior(log_weights: F64) -> F64:
    weights = np.exp(log_weights - log_weights.max(axis=-1, keepdims=True))
    share: F64 = weights / weights.sum(axis=-1, keepdims=True)
    return share


@dataclass(slots=True)
class Population:
    """The spread of rates over the pages of one template, learned visit by visit."""

    mass: F64 = field(default_factory=lambda: np.zeros(POINTS))

    @property
    def spread(self) -> F64:
        """The share of pages at each rate of the grid."""
        guess = first_guess()
        total = self.mass.sum() + _FIRST_PAGES
        share: F64 = (self.mass + _FIRST_PAGES * guess) / total
        return share

    def posterior(self, history: History) -> F64:
        """The probability of each rate of the grid for a page with these visits."""
        return _posterior(log_likelihood(history) + np.log(self.spread))

    def rate(self, history: History) -> float:
        """The rate to schedule a page by."""
        return float(1.0 / np.sum(self.posterior(history) / GRID))

    def speed(self, history: History) -> float:
        """How fast the page goes stale, for `schedule.value`: the geometric mean."""
        return float(np.exp(np.sum(self.posterior(history) * np.log(GRID))))

    def learn(self, before: History, after: History) -> None:
        """A page was visited once more: what it says now takes the place of what it said."""
        said = self.posterior(before) if _tells(before) else 0.0
        self.mass = np.maximum(self.mass - said + self.posterior(after) * _tells(after), 0.0)

    def learn_all(self, histories: Iterable[History], rounds: int = _ROUNDS) -> None:
        """Learn from all pages at once, forgetting what was."""
        told = [log_likelihood(history) for history in histories if _tells(history)]
        if not told:
            self.mass = np.zeros(POINTS)
            return
        likelihoods = np.array(told)
        for _ in range(rounds):
            self.mass = _posterior(likelihoods + np.log(self.spread)).sum(axis=0)

    def to_json(self) -> list[Any]:
        """For the job database."""
        return [round(float(mass), 6) for mass in self.mass]

    @classmethod
    def from_json(cls, value: list[Any]) -> "Population":
        """As `to_json` wrote it; another grid's is forgotten."""
        return cls(np.array(value, dtype=np.float64)) if len(value) == POINTS else cls()


def _tells(history: History) -> bool:
    return history.visits > 0 or history.known_time > 0


class Populations:
    """The same for many pages as arrays: each page belongs to one template."""

    def __init__(self, templates: I64) -> None:
        self._templates = templates
        self._logs: F32 = np.zeros((len(templates), POINTS), dtype=np.float32)
        count = int(templates.max()) + 1 if len(templates) else 0
        self._spreads: F64 = np.tile(first_guess(), (count, 1))
        self._visited = np.zeros(len(templates), dtype=bool)
        self.rates: F64 = np.empty(len(templates))  # harmonic means
        self.speeds: F64 = np.empty(len(templates))  # geometric means
        self._set_rates(np.arange(len(templates)))

    def observe(self, rows: I64, intervals: F64, changed: Mask) -> None:
        """Visits of different pages, each after its interval in seconds."""
        exponents = np.maximum(intervals, _SHORTEST)[:, None] * GRID
        moved = np.log(-np.expm1(-exponents))
        self._logs[rows] += np.where(changed[:, None], moved, -exponents).astype(np.float32)
        self._visited[rows] = True
        self._set_rates(rows)

    def learn_spreads(self, rounds: int = _ROUNDS) -> None:
        """Learn the spread of each template from its pages."""
        for template in range(len(self._spreads)):
            rows = np.flatnonzero((self._templates == template) & self._visited)
            if not len(rows):
                continue
            logs = self._logs[rows]
            likelihoods = np.exp(logs - logs.max(axis=1, keepdims=True))
            spread = self._spreads[template]
            for _ in range(rounds):
                shares = likelihoods * spread.astype(np.float32)
                shares /= shares.sum(axis=1, keepdims=True)
                mass = shares.sum(axis=0, dtype=np.float64) + _FIRST_PAGES * first_guess()
                spread = mass / mass.sum()
            self._spreads[template] = spread
        self._set_rates(np.arange(len(self.rates)))

    def _set_rates(self, rows: I64) -> None:
        logs = self._logs[rows].astype(np.float64)
        shares = _posterior(logs + np.log(self._spreads[self._templates[rows]]))
        self.rates[rows] = 1.0 / (shares @ (1.0 / GRID))
        self.speeds[rows] = np.exp(shares @ np.log(GRID))
