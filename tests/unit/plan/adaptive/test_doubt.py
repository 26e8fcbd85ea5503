"""What kinds of links may hold that were never tried or were given up."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from periplus.plan.adaptive.doubt import doubts
from periplus.plan.adaptive.index import ArcColumns

USEFUL = 1_000


def columns(
    stock: Sequence[float], fetches: Sequence[float], fruits: Sequence[float]
) -> ArcColumns:
    """A pattern for each arc, none an other spelling or made of its page's URL."""
    size = len(stock)
    return ArcColumns(
        own=np.zeros(size),
        mean=np.zeros(size),
        hope=np.zeros(size),
        stock=np.array(stock),
        fetches=np.array(fetches),
        patterns=np.arange(size, dtype=np.int32),
        shapes=np.arange(size, dtype=np.int32),
        is_other_spelling=np.zeros(size, bool),
        is_wall=np.zeros(size, bool),
        priors=np.ones(size),
        is_revealing_known=np.ones(size, bool),
        is_dry=np.zeros(size, bool),
        fruits=np.array(fruits),
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


def by_arc(arcs: ArcColumns, useful: int = USEFUL) -> list[float]:
    found = doubts(arcs, useful)
    return [float(page) for page in found.pages[found.kinds]]


def test_each_barren_fetch_leaves_less_and_one_fruit_leaves_the_estimate_to_the_yield() -> None:
    none, few, many, fruit = by_arc(columns([300] * 4, [0, 3, 12, 3], [0, 0, 0, 1]))
    assert none > few > many > 0.0 == fruit


def test_a_third_of_three_hundred_links_is_not_given_up_after_three_barren_fetches() -> None:
    (after_three,) = by_arc(columns([300], [3], [0]))
    (after_fifteen,) = by_arc(columns([300], [15], [0]))
    assert after_three > 1.0 > after_fifteen


def test_more_links_may_hold_more_but_no_kind_more_than_half_of_what_is_in_hand() -> None:
    little, much, endless = by_arc(columns([10, 300, 1e6], [2, 2, 2], [0, 0, 0]))
    assert little < much < endless
    (capped,) = by_arc(columns([500], [2], [0]), USEFUL)
    assert by_arc(columns([1e6], [2], [0]), USEFUL) == [capped]


def test_links_named_as_chores_and_other_spellings_are_doubted_less() -> None:
    plain = columns([300], [0], [0])
    (usual,) = by_arc(plain)
    (chore,) = by_arc(replace(plain, priors=np.array([0.15])))
    (spelling,) = by_arc(replace(plain, is_other_spelling=np.array([True])))
    assert chore < usual
    assert spelling < usual


def test_what_views_of_pages_have_brought_is_learned_apart_from_other_links() -> None:
    stock, fetches = [300.0] * 6, [5.0, 5.0, 5.0, 5.0, 0.0, 0.0]
    arcs = replace(
        columns(stock, fetches, [0, 0, 5, 5, 0, 0]),
        derived=np.array([300.0, 300.0, 0.0, 0.0, 300.0, 0.0]),
    )
    *_, view_of_a_page, other = by_arc(arcs)
    assert view_of_a_page < other


def test_a_kind_has_less_of_a_chance_where_others_of_its_shape_were_tried_in_vain() -> None:
    tried = columns([100, 100, 100, 100], [0, 1, 1, 0], [0, 0, 0, 0])
    alike, other = by_arc(replace(tried, shapes=np.array([0, 0, 0, 3], np.int32)))[::3]
    assert alike < other / 2
    fruitful = columns([100, 100, 100, 100], [0, 1, 1, 0], [0, 1, 1, 0])
    alike, other = by_arc(replace(fruitful, shapes=np.array([0, 0, 0, 3], np.int32)))[::3]
    assert alike == other
