"""Which page to visit next: the value index V, when each page is due, and why.

A page of rate r, importance m and age t since its last visit has the index
V(t) = m/r * (1 - e^(-rt) (1 + rt)), the marginal freshness per request of visiting it every t. At
every moment the page with the largest V (by cost) is worth most. Pages that change too fast for
their importance have a bounded V and may never be due: a copy of them is never fresh for long.
For a budget there is one price: a page is due when its V reaches it. Ages below 0 count as 0.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from periplus.change.rates import DAY, HIGHEST_RATE, LOWEST_RATE

F64 = npt.NDArray[np.float64]
I64 = npt.NDArray[np.int64]
Numbers = F64 | float

_SERIES = 1e-4
_CEILING = 1e-8  # so near to its ceiling V needs for ever
_PRICE_STEPS = 60
_TABLE = 4096


def value(
    rates: Numbers, importances: Numbers, ages: Numbers, speeds: Numbers | None = None
) -> F64:
    """V of each page: what a visit now is worth, in importance times seconds.

    Where rates are uncertain, `rates` may be what a page is worth by (harmonic means) and `speeds`
    by what it goes stale (geometric means): doubtful pages are then looked at sooner.
    """
    r = np.clip(rates, LOWEST_RATE, HIGHEST_RATE)
    s = r if speeds is None else np.clip(speeds, LOWEST_RATE, HIGHEST_RATE)
    found: F64 = np.maximum(importances, 0.0) / r * _gain(s * np.maximum(ages, 0.0))
    return found


def _gain(x: F64) -> F64:
    """1 - e^-x (1 + x), without cancellation where x is small."""
    x = np.minimum(np.asarray(x, dtype=np.float64), 700.0)
    plain = -np.expm1(-x) - x * np.exp(-x)
    gain: F64 = np.where(x < _SERIES, x * x * (0.5 - x / 3), plain)
    return gain


def _wait(y: F64) -> F64:
    """The x at which `_gain` is y; infinite from 1 on."""
    y = np.asarray(y, dtype=np.float64)
    inside = y < 1.0 - _CEILING
    depth = -np.log1p(-np.where(inside, np.maximum(y, 0.0), 0.0))
    x = depth + np.sqrt(2 * depth)
    for _ in range(12):  # x - ln(1+x) = depth; Newton from above never overshoots
        x = x - (x - np.log1p(x) - depth) * (1 + x) / np.maximum(x, 1e-300)
        x = np.maximum(x, 0.0)
    wait: F64 = np.where(inside, x, np.inf)
    return wait


@lru_cache(maxsize=1)
def _wait_table() -> tuple[F64, F64]:
    x = np.geomspace(1e-12, 60.0, _TABLE)
    return np.log(_gain(x)), np.log(x)


def intervals(
    rates: F64,
    importances: F64,
    price: float,
    costs: Numbers = 1.0,
    speeds: F64 | None = None,
) -> F64:
    """The age at which each page is due at a price; infinite where it never is."""
    r = np.clip(rates, LOWEST_RATE, HIGHEST_RATE)
    s = r if speeds is None else np.clip(speeds, LOWEST_RATE, HIGHEST_RATE)
    weights = np.maximum(np.asarray(importances, dtype=np.float64), 1e-300)
    return _wait(price * costs * r / weights) / s


def price_of(rates: F64, importances: F64, budget: float, costs: Numbers = 1.0) -> float:
    """The price at which all due visits cost `budget` a second, or less: V has a ceiling for each
    page, so at some prices many pages cease to be due at once."""
    r = np.clip(rates, LOWEST_RATE, HIGHEST_RATE)
    weights = np.maximum(np.asarray(importances, dtype=np.float64), 1e-300)
    if not len(r) or not budget > 0:
        return np.inf if len(r) else 0.0
    reach = np.log(costs * r / weights)  # of the price's logarithm: V never exceeds 1 by this
    gains, waits = _wait_table()
    rates_of_cost = costs * r
    low, high = float(-reach.max()) - 55.0, float(-reach.min())
    for _ in range(_PRICE_STEPS):
        middle = 0.5 * (low + high)
        y = middle + reach
        due = y < -_CEILING
        spent = float(
            np.sum(np.where(due, rates_of_cost, 0.0) * np.exp(-np.interp(y, gains, waits)))
        )
        low, high = (middle, high) if spent > budget else (low, middle)
        if high - low < 1e-9:
            break
    return float(np.exp(high))


@dataclass(frozen=True, slots=True)
class Schedule:
    """What is due, by row of the arrays that were given."""

    order: I64  # all rows, the most valuable visit first
    values: F64  # V by cost of each row now
    when: F64  # time at which each row is due at `price`; infinite: never
    price: float

    def due(self, now: float, most: int | None = None) -> I64:
        """The rows to visit now, best first."""
        rows = self.order[self.when[self.order] <= now]
        return rows if most is None else rows[:most]


def due(
    rates: F64,
    importances: F64,
    ages: F64,
    now: float,
    *,
    budget: float,
    costs: Numbers = 1.0,
) -> Schedule:
    """The order in which pages should be visited, and when, for `budget` requests a second."""
    ages = np.maximum(np.nan_to_num(np.asarray(ages, dtype=np.float64), nan=0.0), 0.0)
    values = value(rates, importances, ages) / costs
    price = price_of(rates, importances, budget, costs)
    when = now - ages + intervals(rates, importances, price, costs)
    order = np.argsort(-values, kind="stable").astype(np.int64)
    return Schedule(order, values, when, price)


def fresh_share(rates: F64, periods: F64) -> F64:
    """The share of time in which a page visited every `periods` is fresh; 0 if never visited."""
    x = np.clip(rates, LOWEST_RATE, HIGHEST_RATE) * periods
    safe = np.where(np.isfinite(x) & (x > 0), x, 1.0)
    share: F64 = np.where(np.isfinite(x), np.where(x > 0, -np.expm1(-safe) / safe, 1.0), 0.0)
    return share


def explain(rate: float, importance: float, age: float, price: float, cost: float = 1.0) -> str:
    """Why a page is due, or when it will be, in words."""
    one = np.array([rate])
    wait = float(intervals(one, np.array([importance]), price, cost)[0])
    rhythm = f"changes {_every(1 / min(max(rate, LOWEST_RATE), HIGHEST_RATE))}"
    worth = f"importance {importance:.3g}"
    if not np.isfinite(wait):
        return f"never due: {rhythm}, too often for its {worth}; a copy would not stay fresh"
    seen = f"last seen {_span(max(age, 0.0))} ago"
    if age >= wait:
        return f"due: {rhythm}, {worth}, {seen}, worth a visit {_every(wait)}"
    return f"due in {_span(wait - max(age, 0.0))}: {rhythm}, {worth}, {seen}"


def _span(seconds: float) -> str:
    for unit, size in (("d", DAY), ("h", 3600.0), ("min", 60.0)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def _every(seconds: float) -> str:
    return f"every {_span(seconds)}"
