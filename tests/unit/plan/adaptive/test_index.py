"""The index: own gain and the worth of what is revealed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from periplus.page.view import F64, I32
from periplus.plan.adaptive.index import ArcColumns, worth
from periplus.plan.adaptive.settings import AdaptiveSettings

SETTINGS = AdaptiveSettings(patience=0.7, price_share=0.5, stock_scale=100.0, curiosity=0.0)
PRICE = 1.0


def columns(
    own: Sequence[float], stock: Sequence[float], fetches: Sequence[float] | None = None
) -> ArcColumns:
    """A pattern for each arc, none an other spelling, all fetched from."""
    size = len(own)
    return ArcColumns(
        own=np.array(own),
        mean=np.array(own),
        hope=np.zeros(size),
        stock=np.array(stock),
        fetches=np.full(size, 9.0) if fetches is None else np.array(fetches),
        patterns=np.arange(size, dtype=np.int32),
        shapes=np.arange(size, dtype=np.int32),
        is_other_spelling=np.zeros(size, bool),
        is_wall=np.zeros(size, bool),
        priors=np.ones(size),
        is_revealing_known=np.ones(size, bool),
        is_dry=np.zeros(size, bool),
        fruits=np.ones(size),
        links=np.array(stock),
        derived=np.zeros(size),
        outdone=np.zeros(size),
        trust=np.ones(size),
        bred=np.zeros(size),
        lasting=np.zeros(size),
        of_fruit=np.zeros(size),
        missing=np.zeros(size),
        is_place_barren=np.zeros(size, bool),
        is_often_shown=np.zeros(size, bool),
        is_left=np.zeros(size, bool),
        is_partly_told=np.zeros(size, bool),
    )


def reveals(*entries: tuple[int, int, float]) -> tuple[I32, I32, F64]:
    sources, targets, means = zip(*entries, strict=True)
    return np.array(sources, np.int32), np.array(targets, np.int32), np.array(means)


def test_a_list_is_worth_more_by_the_pages_that_it_reveals() -> None:
    arcs = columns([2.0, 50.0], [5.0, 0.0])
    value = worth(arcs, reveals((0, 1, 3.0)), PRICE, SETTINGS).arcs
    more = worth(arcs, reveals((0, 1, 6.0)), PRICE, SETTINGS).arcs
    assert 2.0 < value[0] < more[0]
    assert value[1] == 50.0


def test_links_of_which_many_wait_or_that_are_not_worth_the_price_add_less() -> None:
    revealed = reveals((0, 1, 3.0))
    scarce = worth(columns([2.0, 50.0], [5.0, 0.0]), revealed, PRICE, SETTINGS).arcs
    plenty = worth(columns([2.0, 50.0], [5.0, 900.0]), revealed, PRICE, SETTINGS).arcs
    dear = worth(columns([2.0, 50.0], [5.0, 0.0]), revealed, 60.0, SETTINGS).arcs
    assert scarce[0] > plenty[0] > dear[0] == 2.0


def test_a_circle_of_hopes_stays_finite() -> None:
    arcs = columns([10.0, 10.0], [1.0, 1.0])
    revealed = reveals((0, 1, 1e6), (1, 0, 1e6))
    value = worth(arcs, revealed, PRICE, SETTINGS).arcs
    longer = worth(arcs, revealed, PRICE, replace(SETTINGS, sweeps=200)).arcs
    assert np.isfinite(value).all()
    assert (longer <= 1000 * arcs.own).all()


def test_other_spellings_neither_hope_nor_are_hoped_for() -> None:
    arcs = replace(
        columns([2.0, 50.0, 2.0], [5.0, 0.0, 5.0]), is_other_spelling=np.array([False, True, True])
    )
    value = worth(arcs, reveals((0, 1, 3.0), (2, 0, 3.0)), PRICE, SETTINGS).arcs
    assert value.tolist() == arcs.own.tolist()


def test_what_leads_to_a_wall_hopes_for_nothing_behind_it() -> None:
    lists = columns([2.0, 0.0, 50.0], [5.0, 5.0, 0.0])
    revealed = reveals((0, 1, 3.0), (1, 2, 3.0))
    beyond = worth(lists, revealed, PRICE, SETTINGS)
    walled = worth(
        replace(lists, is_wall=np.array([False, True, False])), revealed, PRICE, SETTINGS
    )
    assert beyond.arcs[0] > 2.0
    assert beyond.arcs[1] > 0.0
    assert walled.arcs.tolist() == lists.own.tolist()
    assert walled.revealed[1] == 0.0


def test_arcs_never_tried_are_lent_the_hope_of_their_pattern() -> None:
    arcs = replace(
        columns([2.0, 50.0, 2.0, 2.0], [5.0, 0.0, 5.0, 5.0], [9.0, 9.0, 0.0, 0.0]),
        patterns=np.array([0, 1, 0, 2], np.int32),
        is_revealing_known=np.array([True, True, False, False]),
    )
    value = worth(arcs, reveals((0, 1, 3.0)), PRICE, SETTINGS).arcs
    assert value[0] > value[2] > value[3] == 2.0


def test_revealed_kinds_never_tried_are_believed_in_part() -> None:
    revealed = reveals((0, 1, 3.0))
    tried = worth(columns([2.0, 50.0], [5.0, 0.0], [9.0, 9.0]), revealed, PRICE, SETTINGS)
    untried = worth(columns([2.0, 50.0], [5.0, 0.0], [9.0, 0.0]), revealed, PRICE, SETTINGS)
    assert 2.0 < untried.arcs[0] < tried.arcs[0]
    assert 0.0 < untried.revealed[1] < tried.revealed[1]
