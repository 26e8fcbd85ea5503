"""Links that pages of their own kind show are told apart where they bear much less."""

import json

from periplus.plan.adaptive.kin import Counts, Kin

THREADS, OTHERS = "/*/*/*", "/*"  # shapes


def told(later_fruits: int, laters: int = 8) -> Kin:
    """Three threads that no other showed, and then some that one did: these have even ids."""
    kin = Kin()
    for page in (1, 3, 5):
        kin.learn(page, THREADS, is_fruit=True)
    for number in range(laters):
        page = 100 + 2 * number
        kin.show(page)
        kin.learn(page, THREADS, is_fruit=number < later_fruits)
    kin.show(600)
    return kin


def test_where_shown_pages_bear_nothing_they_are_told_from_others() -> None:
    kin = told(later_fruits=0)
    assert kin.shows_known(600, THREADS)
    assert not kin.shows_known(601, THREADS)
    assert not kin.shows_known(99_999, THREADS)
    assert not kin.shows_known(600, OTHERS)


def test_where_they_bear_about_as_often_nothing_is_told() -> None:
    assert not told(later_fruits=8, laters=12).shows_known(600, THREADS)
    assert told(later_fruits=2, laters=7).shows_known(600, THREADS)


def test_it_is_said_once_that_it_matters() -> None:
    kin = Kin()
    for page in (1, 3, 5):
        assert not kin.learn(page, THREADS, is_fruit=True)
    kin.show(8)
    assert [kin.learn(8, THREADS, is_fruit=False) for _ in range(6)] == [0, 0, 0, 1, 0, 0]


def test_few_pages_tell_nothing() -> None:
    assert not Counts(firsts=2, first_fruits=2, laters=9).differ()
    assert not Counts(firsts=9, first_fruits=9, laters=3).differ()
    assert Counts(firsts=3, first_fruits=3, laters=4).differ()


def test_what_is_saved_is_taken_up() -> None:
    kin = told(later_fruits=0)
    other = Kin()
    other.restore(json.loads(json.dumps(kin.save())))
    assert other.save() == kin.save()
    assert other.shows_known(600, THREADS)
    assert not other.shows_known(602, THREADS)
