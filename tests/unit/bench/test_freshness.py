"""The simulation of freshness."""

from dataclasses import replace

import pytest

from periplus.bench.freshness import (
    SCENARIOS,
    FreshnessResult,
    best_possible,
    freshness_table,
    measure_freshness,
    run,
    summary,
)
from periplus.bench.freshness_policies import NutchAdaptive, Optimal, Periplus, Uniform
from periplus.synthetic.evolving import EvolvingPages

BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}


@pytest.fixture(scope="module")
def tight() -> dict[str, dict[str, float]]:
    scenario = replace(BY_NAME["tight"], days=100.0)
    policies = (Uniform, NutchAdaptive, Periplus, Optimal)
    results = list(measure_freshness([scenario], [3], 700, policies))
    return {row["policy"]: row for row in summary(results)}


def test_all_rules_make_as_many_requests(tight: dict[str, dict[str, float]]) -> None:
    requests = {row["requests"] for row in tight.values()}
    assert len(requests) == 1
    assert requests.pop() == pytest.approx(14_000, abs=2)


def test_estimated_rates_come_near_the_optimum(tight: dict[str, dict[str, float]]) -> None:
    ours = tight["periplus"]
    assert ours["of_optimum"] > 0.9
    assert ours["by_uniform"] > 1.2
    assert ours["by_nutch"] > 1.3


def test_the_optimal_rule_reaches_the_bound(tight: dict[str, dict[str, float]]) -> None:
    assert tight["optimal"]["of_bound"] == pytest.approx(1.0, abs=0.03)


def test_important_pages_are_kept_fresh_first() -> None:
    scenario = replace(BY_NAME["important"], days=60.0)
    scenario = replace(scenario, world=replace(scenario.world, pages=400))
    assert run(scenario, Periplus).fresh > 1.2 * run(scenario, Uniform).fresh


def test_what_moves_by_itself_misleads_only_those_who_compare_bytes() -> None:
    results = {}
    for name in ("tight", "moving"):
        scenario = replace(BY_NAME[name], days=40.0)
        scenario = replace(scenario, world=replace(scenario.world, pages=200))
        results[name] = [run(scenario, policy).fresh for policy in (Periplus, NutchAdaptive)]
    assert results["tight"][0] == results["moving"][0]
    assert results["tight"][1] != results["moving"][1]


def test_the_bound_grows_with_the_budget() -> None:
    world = EvolvingPages(replace(BY_NAME["tight"].world, pages=300))
    assert best_possible(world, 1.0) > best_possible(world, 5.0) > best_possible(world, 50.0)


def test_results_are_printed_and_written() -> None:
    result = FreshnessResult("w", "uniform", 1, 10, 20, 0.5, 0.51, 1.25, 0.6, 0.123456789)
    assert result.to_json()["seconds"] == 0.12346
    (row,) = summary([result])
    assert row["by_uniform"] == 1.0
    assert row["by_nutch"] is None
    table = freshness_table([row])
    assert "uniform" in table.splitlines()[1]
