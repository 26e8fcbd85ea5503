"""Page-flipping links."""

import pytest

from periplus.plan.irobot.turns import Change, PageTurns, changes, is_date
from unit.plan.irobot.samples import BASE


@pytest.mark.parametrize(
    ("own", "other", "found"),
    [
        ("/t?id=5", "/t?id=5&p=2", [Change("?p.0", -1, 2)]),
        ("/t?id=5&p=3", "/t?id=5&p=2", [Change("?p.0", 3, 2)]),
        ("/t?id=5&p=3", "/t?id=5", [Change("?p.0", 3, -1)]),
        ("/t?topic=7.0", "/t?topic=7.20", [Change("?topic.2", 0, 20)]),
        ("/a/x/", "/a/x/page/2/", [Change("/page", -1, 2)]),
        ("/a/x/page/2/", "/a/x/page/3/", [Change("/page", 2, 3)]),
        ("/t?id=5", "/t?id=6&p=2", [Change("?id.0", 5, 6), Change("?p.0", -1, 2)]),
        ("/t?id=5&x=1", "/t?id=6&x=2", None),  # two numbers replaced
        ("/t?id=5", "/u?id=5", None),
        ("/t?name=ann", "/t?name=bob", None),
        ("/a/b/c", "/a", None),
        ("/t?id=5", "/t?id=5", None),
        ("/2019/05/", "/2019/05/17/", None),  # dates count days, not pages
        ("/2019/05/17/", "/2019/05/18/", None),
        ("/news/2019/", "/news/2020/", None),
        ("/2019/05/", "/2019/05/page/2/", [Change("/page", -1, 2)]),
        ("/t/2019/page/2", "/t/2019/page/3", [Change("/page", 2, 3)]),
    ],
)
def test_the_numbers_in_which_urls_differ(own: str, other: str, found: list[Change] | None) -> None:
    assert changes(BASE + own, BASE + other) == found


def learned() -> PageTurns:
    turns = PageTurns()
    for thread in (5, 6):
        turns.learn(f"{BASE}/t?id={thread}", f"{BASE}/t?id={thread}&p=2", "2")
    return turns


def test_numbers_beside_words_count_too() -> None:
    turns = PageTurns()
    turns.learn(f"{BASE}/a/x/", f"{BASE}/a/x/page/2/", "Page 2")
    turns.learn(f"{BASE}/a/y/", f"{BASE}/a/y/page/7/", "Page 7 of 9")
    assert turns.places() == {"/page"}


def test_numbers_show_where_pages_are_counted() -> None:
    turns = learned()
    assert turns.places() == {"?p.0"}
    assert turns.is_turn(f"{BASE}/t?id=9", f"{BASE}/t?id=9&p=4")
    assert turns.is_turn(f"{BASE}/t?id=9&p=4", f"{BASE}/t?id=9")
    assert not turns.is_turn(f"{BASE}/t?id=9", f"{BASE}/t?id=10")
    assert not turns.is_turn(f"{BASE}/t?id=9", f"{BASE}/t?id=10&p=2")


def test_offsets_count_pages_too() -> None:
    turns = PageTurns()
    for offset, number in ((20, "2"), (40, "[3]")):
        turns.learn(f"{BASE}/t?topic=7.0", f"{BASE}/t?topic=7.{offset}", number)
    assert turns.is_turn(f"{BASE}/t?topic=8.20", f"{BASE}/t?topic=8.60")
    assert not turns.is_turn(f"{BASE}/t?topic=8.0", f"{BASE}/t?topic=9.0")


def test_one_number_is_not_enough_and_other_anchors_show_nothing() -> None:
    turns = PageTurns()
    turns.learn(f"{BASE}/t?id=5", f"{BASE}/t?id=5&p=2", "2")
    turns.learn(f"{BASE}/t?id=5", f"{BASE}/t?id=5&p=7", "3")
    turns.learn(f"{BASE}/t?id=5", f"{BASE}/t?id=5&p=2", "next")
    assert not turns.is_turn(f"{BASE}/t?id=5", f"{BASE}/t?id=5&p=2")


def test_what_was_learned_is_kept() -> None:
    again = PageTurns()
    again.restore(learned().save())
    assert again.places() == learned().places()


@pytest.mark.parametrize(
    ("path", "dated"),
    [
        ("/2019/", True),
        ("/2019/05/", True),
        ("/2019/05/17", True),
        ("/2019/05/page/2/", True),
        ("/2019/05/17/a-title/", False),
        ("/2019/57/", False),
        ("/news/2019/", False),
        ("/2019?p=5", False),
        ("/", False),
        ("/1234/", False),
    ],
)
def test_urls_that_name_dates_alone(path: str, dated: bool) -> None:
    assert is_date(BASE + path) is dated
