"""How much is missing by the estimate that is shown."""

import json
from dataclasses import replace

import numpy as np
import pytest

from periplus.plan.adaptive.index import ArcColumns
from periplus.plan.adaptive.outlook import Outlook
from tests.unit.plan.adaptive.test_coverage import columns

PAGES = 400


def missing(outlook: Outlook, arcs: ArcColumns, hope: float = 0.0, in_hand: float = 0.0) -> float:
    return outlook.missing(arcs, np.ones(1), np.array([hope]), in_hand, PAGES)


def fetched(page: int) -> Outlook:
    """The only arc was last fetched from so far into the crawl."""
    outlook = Outlook()
    outlook.learn(0, page)
    return outlook


def test_what_is_left_brings_a_little_less_than_what_came() -> None:
    arcs = columns(own=20.0, stock=10.0, fetches=50.0)
    assert 0.7 * 200 < missing(fetched(PAGES), arcs) < 0.95 * 200


def test_what_came_lately_counts_in_full_and_of_what_came_long_ago_what_is_nowhere_else() -> None:
    arcs = columns(own=5.0, stock=10.0, fetches=50.0, mean=20.0)
    now, half, never = (missing(fetched(page), arcs) for page in (PAGES, PAGES // 2, 0))
    assert now == pytest.approx(4 * never)
    assert half == pytest.approx((now + never) / 2)


def test_what_is_left_where_others_went_to_a_better_place_brings_less() -> None:
    arcs = columns(own=20.0, stock=10.0, fetches=50.0)
    all_stayed, half, hardly_any = (
        missing(fetched(PAGES), replace(arcs, outdone=np.array([gone])))
        for gone in (0.0, 10.0, 1e12)
    )
    assert half == pytest.approx((all_stayed + hardly_any) / 2)
    assert 0.3 * all_stayed < hardly_any < 0.5 * all_stayed


def test_an_arc_made_since_the_last_fetch_counts_as_what_it_is_worth() -> None:
    two = [columns(own=own, stock=10.0, fetches=0.0, mean=20.0) for own in (5.0, 10.0)]
    first, second = (missing(Outlook(), arcs) for arcs in two)
    assert second == pytest.approx(2 * first)


def test_what_links_reveal_and_what_none_tells_of_is_missing_as_well() -> None:
    arcs = columns(own=20.0, stock=0.0, fetches=1.0)
    assert missing(Outlook(), arcs, hope=30.0) == 30.0
    assert 0.0 < missing(Outlook(), arcs, in_hand=1000.0) < 10.0


def test_what_is_not_believed_is_not_missing() -> None:
    arcs = columns(own=20.0, stock=10.0, fetches=1.0)
    assert fetched(9).missing(arcs, np.zeros(1), np.array([30.0]), 0.0, PAGES) == 0.0


def test_arcs_are_told_apart() -> None:
    outlook = Outlook()
    outlook.learn(2, 7)
    outlook.learn(1, 9)
    assert outlook.save() == [0, 9, 7]


def test_state_survives_json() -> None:
    outlook, restored = fetched(100), Outlook()
    restored.restore(json.loads(json.dumps(outlook.save())))
    arcs = columns(own=5.0, stock=10.0, fetches=2.0, mean=20.0)
    assert missing(restored, arcs) == missing(outlook, arcs)
