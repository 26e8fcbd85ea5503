"""Kinds of links that bear only now and then get a share of the requests."""

import json

import numpy as np
import pytest

from periplus.plan.adaptive.index import Flags
from periplus.plan.adaptive.seldom import Seldom


def left(seldom: Seldom, *, fetches: float = 100, fruits: float = 20, pages: int = 0) -> Flags:
    """Of three arcs, of which the last is of interest, the second bears always."""
    return seldom.are_left(np.array([0, 100.0, fetches]), np.array([0, 100.0, fruits]), pages)


def spent(times: int, arc: int = 2) -> Seldom:
    """The last arc seldom bears, and some links of one were fetched in vain."""
    seldom = Seldom()
    left(seldom)
    for _ in range(times):
        seldom.count(arc, is_barren=True)
        seldom.count(arc, is_barren=False)  # costs nothing
    return seldom


@pytest.mark.parametrize(
    ("times", "pages", "is_left"),
    [(10, 0, False), (11, 0, True), (20, 200, False), (21, 200, True), (60, 1_000, False)],
)
def test_what_seldom_bears_is_left_after_its_share(times: int, pages: int, is_left: bool) -> None:
    assert left(spent(times), pages=pages).tolist() == [False, False, is_left]


def test_what_often_bears_or_is_hardly_known_is_not() -> None:
    assert left(spent(100)).any()
    assert not left(spent(100), fruits=50).any()
    assert not left(spent(100), fetches=19, fruits=0).any()
    assert not left(spent(100, arc=1)).any()  # it was another one that was fetched in vain


def test_what_is_hidden_says_nothing_of_the_others() -> None:
    """Of a hundred, twenty bear: seldom, unless seventy of the others are hidden."""
    seldom, other = spent(100), Seldom()
    for _ in range(70):
        seldom.hide(2)
    other.restore(json.loads(json.dumps(seldom.save())))
    assert not left(seldom).any()
    assert not left(other).any()
    assert left(seldom, fetches=200).any()


def test_it_goes_on_as_before_from_what_was_saved() -> None:
    seldom, other = spent(10), Seldom()
    other.restore(json.loads(json.dumps(seldom.save())))
    for each in (seldom, other):
        each.count(2, is_barren=True)
        assert left(each).any()
    assert other.save() == seldom.save()
