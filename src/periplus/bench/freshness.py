"""How fresh copies are kept by different rules for the same requests, in simulated worlds.

Scenarios differ in how skewed the rates are, how tight the budget is, and whether some pages matter
more. What the optimum gains over visiting all pages alike is a property of the scenario: where it
is little, no rule can gain much. Figures are of the second half of a run, after learning, and of
the whole of it.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from periplus.bench.freshness_policies import POLICIES, Uniform
from periplus.change.schedule import fresh_share, intervals, price_of
from periplus.synthetic.evolving import DAY, EvolvingPages, EvolvingParameters

_STEPS_A_DAY = 24


@dataclass(frozen=True, slots=True)
class Scenario:
    """One world and one budget."""

    name: str
    about: str
    world: EvolvingParameters
    round_days: float = 5.0  # in which as many requests can be made as there are pages
    days: float = 300.0


SCENARIOS = (
    Scenario(
        "important",
        "skewed rates, some pages matter much more (Pareto 1.5)",
        EvolvingParameters(median_days=1.0, importance_shape=1.5),
    ),
    Scenario(
        "tight",
        "skewed rates, most pages change many times between two visits",
        EvolvingParameters(median_days=0.2),
    ),
    Scenario(
        "moving",
        "as tight, and on a third of the pages something moves at every visit",
        EvolvingParameters(median_days=0.2, moving_share=1 / 3),
    ),
    Scenario(
        "ample",
        "skewed rates, pages change about as often as they are visited",
        EvolvingParameters(),
    ),
    Scenario(
        "unlike",
        "as tight, but templates say nothing of their pages' rates",
        EvolvingParameters(median_days=0.33, templates=1, between=0.0, within=2.0),
    ),
)


@dataclass(frozen=True, slots=True)
class FreshnessResult:
    """What one rule reached in one world."""

    scenario: str
    policy: str
    seed: int
    pages: int
    requests: int
    fresh: float  # second half
    fresh_whole: float
    age_days: float  # second half
    bound: float  # what periodic visits by the true rates reach at best
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """One line of output."""
        return {key: _rounded(found) for key, found in asdict(self).items()}


def _rounded(found: Any) -> Any:
    return round(found, 5) if isinstance(found, float) else found


def measure_freshness(
    scenarios: Iterable[Scenario],
    seeds: Sequence[int],
    pages: int,
    policies: Sequence[type[Uniform]] = POLICIES,
) -> Iterable[FreshnessResult]:
    """Run every rule in every world."""
    for scenario in scenarios:
        for seed in seeds:
            world = replace(scenario.world, pages=pages, seed=seed)
            for policy in policies:
                yield run(replace(scenario, world=world), policy)


def run(scenario: Scenario, policy_type: type[Uniform]) -> FreshnessResult:
    """One rule in one world."""
    started = time.perf_counter()
    half, end = scenario.days * DAY / 2, scenario.days * DAY
    late = EvolvingPages(scenario.world, observed_from=half)
    policy = policy_type(late)
    whole_fresh = _WholeRun(late)
    a_step = scenario.world.pages / scenario.round_days / _STEPS_A_DAY
    requests, owed = 0, 0.0
    for step in range(1, round(scenario.days * _STEPS_A_DAY) + 1):
        now = step * DAY / _STEPS_A_DAY
        owed += a_step
        count = int(owed)
        owed -= count
        if not count:
            continue
        rows = policy.pick(count, now, now - late.last)
        waits = now - late.last[rows]
        whole_fresh.before(rows, now)
        changed = late.visit(rows, now)
        policy.saw(rows, now, waits, changed, changed | late.moving[rows])
        requests += len(rows)
    whole = whole_fresh.at(end)
    found = late.measured(end)
    return FreshnessResult(
        scenario=scenario.name,
        policy=policy.name,
        seed=scenario.world.seed,
        pages=scenario.world.pages,
        requests=requests,
        fresh=found.fresh,
        fresh_whole=whole,
        age_days=found.age / DAY,
        bound=best_possible(late, scenario.round_days),
        seconds=time.perf_counter() - started,
    )


class _WholeRun:
    """Freshness from the start, beside the world's own count of the second half."""

    def __init__(self, world: EvolvingPages) -> None:
        self._world = world
        self._fresh = np.zeros(len(world.rates))

    def before(self, rows: np.ndarray, now: float) -> None:
        """Count what ends with a visit of these rows."""
        self._fresh[rows] += self._world.fresh_since_visit(rows, now)

    def at(self, now: float) -> float:
        """The weighted share of time in which copies were fresh."""
        rows = np.arange(len(self._fresh))
        fresh = self._fresh + self._world.fresh_since_visit(rows, now)
        weights = self._world.importances
        return float((weights * fresh).sum() / weights.sum() / now)


def best_possible(world: EvolvingPages, round_days: float) -> float:
    """The weighted freshness of the best periodic visits, from the true rates (one price)."""
    rates, weights = world.rates, world.importances
    price = price_of(rates, weights, len(rates) / (round_days * DAY))
    shares = fresh_share(rates, intervals(rates, weights, price))
    return float((weights * shares).sum() / weights.sum())


def summary(results: Sequence[FreshnessResult]) -> list[dict[str, Any]]:
    """Means over seeds, with the ratios that matter."""
    rows = []
    for scenario in dict.fromkeys(result.scenario for result in results):
        here = [result for result in results if result.scenario == scenario]
        means = {
            policy: float(np.mean([r.fresh for r in here if r.policy == policy]))
            for policy in dict.fromkeys(result.policy for result in here)
        }
        for policy, fresh in means.items():
            mine = [result for result in here if result.policy == policy]
            rows.append(
                {
                    "scenario": scenario,
                    "policy": policy,
                    "fresh": fresh,
                    "fresh_whole": float(np.mean([r.fresh_whole for r in mine])),
                    "age_days": float(np.mean([r.age_days for r in mine])),
                    "of_optimum": fresh / means["optimal"] if "optimal" in means else None,
                    "of_bound": fresh / float(np.mean([r.bound for r in mine])),
                    "by_uniform": fresh / means["uniform"] if "uniform" in means else None,
                    "by_nutch": fresh / means["nutch"] if "nutch" in means else None,
                    "requests": round(np.mean([r.requests for r in mine])),
                }
            )
    return rows


def freshness_table(rows: Sequence[dict[str, Any]]) -> str:
    """The summary for people, a line for each world and rule."""
    head = f"{'scenario':<10} {'policy':<13} {'fresh':>7} {'whole':>7} {'age days':>9} "
    lines = [head + f"{'of opt.':>8} {'× uniform':>10} {'× nutch':>8} {'requests':>11}"]
    lines += [
        f"{row['scenario']:<10} {row['policy']:<13} {row['fresh']:>7.4f} "
        f"{row['fresh_whole']:>7.4f} {row['age_days']:>9.2f} {_ratio(row['of_optimum']):>8} "
        f"{_ratio(row['by_uniform']):>10} {_ratio(row['by_nutch']):>8} {row['requests']:>11,}"
        for row in rows
    ]
    return "\n".join(lines)


def _ratio(found: float | None) -> str:
    return "" if found is None else f"{found:.3f}"
