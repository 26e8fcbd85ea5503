import numpy as np
import pytest

from periplus.plan.behaviour.ranking import (
    Ordering,
    PatternCounts,
    Values,
    authorities_and_hubs,
    scores,
)


def counts(seed: int = 0, size: int = 6) -> PatternCounts:
    draws = np.random.default_rng(seed)
    times = draws.integers(1, 50, (size, size)).astype(float)
    sources, targets = np.nonzero(times)
    return PatternCounts(
        urls=draws.integers(1, 9, size).astype(float),
        visits=times.sum(axis=0) + draws.integers(0, 40, size),
        referrals=times.sum(axis=1),
        sources=sources.astype(np.int32),
        targets=targets.astype(np.int32),
        times=times[sources, targets],
    )


def unit(values: Values) -> Values:
    return np.asarray(values / np.linalg.norm(values))


@pytest.mark.parametrize("seed", range(3))
def test_with_restart_it_is_a_power_iteration(seed: int) -> None:
    given, size, restart = counts(seed), 6, 0.85
    out, back = np.zeros((size, size)), np.zeros((size, size))
    out[given.sources, given.targets] = given.times / given.referrals[given.sources]
    back[given.sources, given.targets] = given.times / given.visits[given.targets]
    own_authority, own_hub = unit(given.visits), unit(given.referrals)
    authority, hub = own_authority, own_hub
    for _ in range(500):
        authority, hub = (
            unit((1 - restart) * own_authority + restart * unit(out.T @ hub)),
            unit((1 - restart) * own_hub + restart * unit(back @ authority)),
        )
    found = authorities_and_hubs(given, restart)
    assert found[0] == pytest.approx(authority, abs=1e-9)
    assert found[1] == pytest.approx(hub, abs=1e-9)


def test_the_papers_rule_forgets_where_it_started() -> None:
    given = counts()
    first = authorities_and_hubs(given, None)
    # Other beginnings (eq. 9) by other totals of entries would change the transition shares as
    # well, so the fixed point is looked for directly: one more round changes nothing.
    out = np.zeros((6, 6))
    out[given.sources, given.targets] = given.times / given.referrals[given.sources]
    back = np.zeros((6, 6))
    back[given.sources, given.targets] = given.times / given.visits[given.targets]
    _, vectors = np.linalg.eig(out.T @ back)
    leading = np.abs(np.real(vectors[:, np.argmax(np.abs(np.linalg.eigvals(out.T @ back)))]))
    assert unit(first[0]) == pytest.approx(unit(leading), abs=1e-6)


def test_the_order_of_each_kind() -> None:
    given = counts()
    assert scores(given, Ordering.VOLUME).tolist() == given.urls.tolist()
    assert scores(given, Ordering.OVERALL_VISIT).tolist() == given.visits.tolist()
    assert scores(given, Ordering.AVERAGE_VISIT).tolist() == (given.visits / given.urls).tolist()
    assert scores(given, Ordering.OVERALL_REFERRAL).tolist() == given.referrals.tolist()
    assert scores(given, Ordering.AVERAGE_REFERRAL) == pytest.approx(given.referrals / given.urls)
    authority, hub = authorities_and_hubs(given)
    assert scores(given, Ordering.FETCH) == pytest.approx((authority + hub) / 2)
    assert scores(given, Ordering.DISCOVERY) == pytest.approx(hub)


def test_without_transitions_there_are_only_own_shares() -> None:
    none = np.empty(0, dtype=np.int32)
    given = PatternCounts(np.ones(2), np.array([3.0, 4.0]), np.zeros(2), none, none, np.empty(0))
    authority, hub = authorities_and_hubs(given)
    assert authority == pytest.approx([0.6, 0.8])
    assert hub.tolist() == [0.0, 0.0]
