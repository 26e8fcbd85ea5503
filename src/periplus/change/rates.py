"""How often a page changes: estimators for irregular visits, complete observations, and both.

Changes come as a Poisson process. A visit tells whether the page changed since the last one, not
how often, so counting changes is biased low; Cho and Garcia-Molina's maximum-likelihood estimator
is not. Where a page has too few visits, a prior from the pages of its template fills in. Times are
epoch seconds, rates are changes per second. Clocks may go backwards: intervals never do.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

DAY = 86_400.0
LOWEST_RATE = 1 / (3650 * DAY)
HIGHEST_RATE = 1 / 60.0
_BINS_PER_OCTAVE = 2  # intervals between which a page changed are kept by size, not one by one
_STEPS = 80


@dataclass(frozen=True, slots=True)
class History:
    """The visits of one page, in bounded space. `add` gives the history with one visit more."""

    last: float | None = None  # time of the latest visit
    visits: int = 0  # intervals between visits
    changes: int = 0  # of these: with a change
    quiet: float = 0.0  # seconds of intervals without a change
    moved: tuple[tuple[int, int, float], ...] = ()  # size, number, seconds of intervals with one
    known_changes: int = 0  # changes whose every time is known (Last-Modified, dates)
    known_time: float = 0.0  # seconds that are known so

    def add(self, time: float, changed: bool) -> "History":
        """One visit more. A time before the last visit's counts as no time at all."""
        if not math.isfinite(time):
            return self
        if self.last is None:
            return replace(self, last=time)
        interval = max(0.0, time - self.last)
        last = max(time, self.last)
        if not changed:
            return replace(self, last=last, visits=self.visits + 1, quiet=self.quiet + interval)
        moved = {size: (number, seconds) for size, number, seconds in self.moved}
        interval = max(interval, 1.0)  # what changed within no time changed within a second
        size = round(_BINS_PER_OCTAVE * math.log2(interval))
        number, seconds = moved.get(size, (0, 0.0))
        moved[size] = (number + 1, seconds + interval)
        return replace(
            self,
            last=last,
            visits=self.visits + 1,
            changes=self.changes + 1,
            moved=tuple((size, *moved[size]) for size in sorted(moved)),
        )

    def add_known(self, changes: int, seconds: float) -> "History":
        """A stretch of time in which every change is known, from dates that the page tells."""
        if changes < 0 or not seconds > 0 or not math.isfinite(seconds):
            return self
        return replace(
            self,
            known_changes=self.known_changes + changes,
            known_time=self.known_time + seconds,
        )

    @property
    def observed(self) -> float:
        """Seconds between the first and the last visit."""
        return self.quiet + sum(seconds for _, _, seconds in self.moved)

    def to_json(self) -> list[Any]:
        """For the job database."""
        moved = [list(entry) for entry in self.moved]
        head = [self.last, self.visits, self.changes, self.quiet]
        return [*head, moved, self.known_changes, self.known_time]

    @classmethod
    def from_json(cls, value: list[Any]) -> "History":
        """As `to_json` wrote it."""
        last, visits, changes, quiet, moved, known_changes, known_time = value
        entries = tuple((int(size), int(n), float(s)) for size, n, s in moved)
        return cls(last, visits, changes, quiet, entries, known_changes, known_time)


@dataclass(frozen=True, slots=True)
class Prior:
    """A gamma distribution of rates: as if `changes` had been seen in `seconds`."""

    changes: float
    seconds: float

    @property
    def rate(self) -> float:
        """Its mean."""
        return self.changes / self.seconds


WEEKLY = Prior(0.5, 3.5 * DAY)  # for pages of which nothing is known


def naive(history: History) -> float:
    """Changes seen by time: biased low, for comparison."""
    return history.changes / history.observed if history.observed else 0.0


def regular(visits: int, changes: int, interval: float) -> float:
    """Cho and Garcia-Molina's bias-reduced estimator for visits at one interval."""
    if visits <= 0 or interval <= 0:
        return 0.0
    return -math.log((visits - changes + 0.5) / (visits + 0.5)) / interval


def maximum_likelihood(history: History) -> float:
    """Their estimator for irregular visits: infinite where each visit saw a change."""
    if not history.changes:
        return 0.0
    if not history.quiet:
        return math.inf
    return _solve(history.moved, history.quiet, 0.0)


def bias_reduced(history: History) -> float:
    """The same, finite and less biased: half an unchanged visit more, as in `regular`."""
    if not history.changes:
        return 0.0
    return _solve(history.moved, history.quiet + 0.5 * history.observed / history.visits, 0.0)


def complete(changes: int, seconds: float, prior: Prior = WEEKLY) -> float:
    """Where every change is known: the posterior mean."""
    return (changes + prior.changes) / (max(seconds, 0.0) + prior.seconds)


def estimate(history: History, prior: Prior = WEEKLY) -> float:
    """The rate that visits, known changes and a prior make likeliest (on a logarithmic scale)."""
    rate = _solve(
        history.moved,
        history.quiet + history.known_time + prior.seconds,
        history.known_changes + prior.changes,
    )
    return min(max(rate, LOWEST_RATE), HIGHEST_RATE)


def pooled(histories: Iterable[History], strength: float = 1.0, prior: Prior = WEEKLY) -> Prior:
    """The prior that the pages of a template give each other; `strength` in visits' worth.

    All intervals are taken for those of one page, then held as lightly as `strength` changes.
    """
    moved: list[tuple[int, int, float]] = []
    quiet, known_changes, known_time = prior.seconds, prior.changes, 0.0
    for history in histories:
        moved.extend(history.moved)
        quiet += history.quiet
        known_changes += history.known_changes
        known_time += history.known_time
    rate = _solve(tuple(moved), quiet + known_time, known_changes)
    rate = min(max(rate, LOWEST_RATE), HIGHEST_RATE)
    return Prior(strength, strength / rate)


def _solve(moved: tuple[tuple[int, int, float], ...], quiet: float, changes: float) -> float:
    """The root of sum t/(e^(rt) - 1) + changes/r = quiet: the left side falls in r."""
    times = [(number, seconds / number) for _, number, seconds in moved if number]
    total = changes + sum(number for number, _ in times)
    if not total:
        return 0.0
    # sum t/(e^(rt)-1) is less than changes/r, so the root is at most changes by quiet time.
    high = total / quiet if quiet else math.inf
    if math.isinf(high):
        return high
    low = 0.0
    for _ in range(_STEPS):
        rate = 0.5 * (low + high)
        if rate <= 0.0:
            break
        excess = sum(n * _mean_wait(t, rate) for n, t in times) + changes / rate - quiet
        low, high = (rate, high) if excess > 0 else (low, rate)
        if high - low <= 1e-9 * high:
            break
    return 0.5 * (low + high)


def _mean_wait(interval: float, rate: float) -> float:
    exponent = rate * interval
    return interval / math.expm1(exponent) if exponent < 700 else 0.0
