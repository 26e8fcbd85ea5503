"""What all waiting links will bring, as the shown estimate has it."""

import json

import numpy as np
import pytest

from periplus.plan.adaptive.index import ArcColumns
from periplus.plan.adaptive.outlook import Outlook
from tests.unit.plan.adaptive.test_coverage import columns

ARC = 0


def missing(outlook: Outlook, arcs: ArcColumns, hope: float = 0.0, in_hand: float = 0.0) -> float:
    return outlook.missing(arcs, np.ones(1), np.array([hope]), in_hand)


def fetched(gains: list[float], first: int = 1) -> Outlook:
    outlook = Outlook()
    for page, gain in enumerate(gains, first):
        outlook.learn(ARC, gain, page)
    return outlook


def test_what_is_left_brings_a_little_less_than_what_came() -> None:
    expected = missing(fetched([20.0] * 50), columns(own=20.0, stock=10.0, fetches=50.0))
    assert 0.7 * 200 < expected < 0.95 * 200


def test_later_fetches_count_for_more_however_few_came_from_the_group() -> None:
    turned = fetched([100.0] * 10, first=10)
    for page in (800, 900):
        turned.learn(ARC, 1.0, page)
    arcs = columns(own=1.0, stock=10.0, fetches=12.0)
    assert missing(turned, arcs) < 2.0 * missing(fetched([1.0] * 12), arcs)


def test_one_bad_run_does_not_change_what_many_fetches_said() -> None:
    steady = fetched([100.0] * 300 + [40.0] * 12)
    arcs = columns(own=45.0, stock=10.0, fetches=312.0)  # as the short memory has it
    assert missing(steady, arcs) > 1.3 * missing(fetched([45.0] * 312), arcs)


def test_a_group_that_has_turned_is_believed_before_the_long_memory_knows() -> None:
    outlook = fetched([100.0] * 300)
    before = missing(outlook, columns(own=100.0, stock=10.0, fetches=300.0))
    assert missing(outlook, columns(own=25.0, stock=10.0, fetches=300.0)) == pytest.approx(
        before / 2
    )


def test_less_is_expected_of_a_group_never_fetched_from() -> None:
    tried = missing(fetched([20.0]), columns(own=20.0, stock=10.0, fetches=1.0))
    assert missing(Outlook(), columns(own=20.0, stock=10.0, fetches=0.0)) < tried


def test_what_is_known_from_elsewhere_counts_before_the_first_fetch() -> None:
    known = missing(Outlook(), columns(own=20.0, stock=10.0, fetches=5.0))
    assert known == missing(fetched([20.0]), columns(own=20.0, stock=10.0, fetches=5.0))


def test_what_links_reveal_and_what_none_tells_of_is_missing_as_well() -> None:
    arcs = columns(own=20.0, stock=0.0, fetches=1.0)
    assert missing(Outlook(), arcs, hope=30.0) == 30.0
    assert 0.0 < missing(Outlook(), arcs, in_hand=1000.0) < 10.0


def test_what_is_not_believed_is_not_missing() -> None:
    arcs = columns(own=20.0, stock=10.0, fetches=1.0)
    assert Outlook().missing(arcs, np.zeros(1), np.array([30.0]), 0.0) == 0.0


def test_state_survives_json() -> None:
    outlook, restored = fetched([20.0, 30.0]), Outlook()
    restored.restore(json.loads(json.dumps(outlook.save())))
    arcs = columns(own=20.0, stock=10.0, fetches=2.0)
    assert missing(restored, arcs) == missing(outlook, arcs)
