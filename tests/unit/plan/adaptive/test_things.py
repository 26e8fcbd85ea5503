"""Links to things in hand are told from others where first pages of things bear more often."""

import json

import pytest

from periplus.plan.adaptive import things as module
from periplus.plan.adaptive.things import Part, Things, is_named, parts

SITE = "http://forum.test"
POSTS = 3  # a pattern
MAY, JUNE, BY_DATE, MESSAGES = 5, 6, 7, 8  # patterns of one shape, but for the last
PATTERNS = {
    POSTS: ("/topic/*/?post=N", "/*/*/?post"),
    POSTS + 1: ("/old/*/?post=N", "/*/*/?post"),
    MAY: ("/N-may/*.html", "/*/*.html"),
    JUNE: ("/N-june/*.html", "/*/*.html"),
    BY_DATE: ("/*/date.html", "/*/*.html"),
    MESSAGES: ("/may/N.html", "/*/N.html"),
}


def make_things() -> Things:
    return Things(lambda number: PATTERNS[number][0], lambda number: PATTERNS[number][1])


def topic(number: int) -> str:
    return f"{SITE}/topic/t-{number}/"


def post(number: int, of: int) -> str:
    return f"{topic(of)}?post={number}"


def varies(url: str) -> bool:
    return "/topic/" in url


def learn(things: Things, url: str, *, is_fruit: bool | None = True) -> bool:
    return things.learn(1, url, POSTS, varies, is_fruit)


def tell(things: Things, laters: int = 4, later_fruits: int = 0) -> None:
    """Three topics, each by one post first, and then other posts of the first of them."""
    for n in range(3):
        assert not learn(things, post(n, of=n))
    for n in range(laters):
        learn(things, post(100 + n, of=0), is_fruit=n < later_fruits)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/topic/t-7/?post=31", [("post", "/topic/t-7/")]),
        ("/t.php?tid=7&pid=31", [("tid", "/t.php?pid=31"), ("pid", "/t.php?tid=7")]),
        ("/t.php?tid=7;view=all", [("tid", "/t.php?view=all")]),
        ("/topic/7/title/31", [("/", "/topic/7/title")]),
        ("/topic/7/title/31/", [("/", "/topic/7/title/")]),
        ("/topic/7/title", [("/*", "/topic/7")]),
        ("/2026-May/date.html", [("/*", "/2026-May")]),
        ("/2026-May/by-date/", [("/*", "/2026-May")]),
        ("/title", []),
        ("/title/", []),
        ("/", []),
        ("/?q=a&empty=&name", []),
    ],
)
def test_a_url_shows_a_part_of_itself_without_a_number_or_name(
    path: str, expected: list[tuple[str, str]]
) -> None:
    assert list(parts(SITE + path)) == [Part(name, SITE + thing) for name, thing in expected]


def test_what_is_in_hand_matters_where_later_pages_of_things_are_barren() -> None:
    things = make_things()
    tell(things, laters=3)
    assert not things.shows_known(9, post(200, of=0), POSTS)
    assert learn(things, post(103, of=0), is_fruit=False)  # one more is enough
    assert things.shows_known(9, post(200, of=0), POSTS)
    assert not things.shows_known(9, post(200, of=9), POSTS)
    assert not things.shows_known(9, post(200, of=0), POSTS + 1)  # of another pattern


def test_it_does_not_where_later_pages_bear_nearly_as_often() -> None:
    things = make_things()
    tell(things, laters=12, later_fruits=8)
    assert not things.shows_known(9, post(200, of=0), POSTS)
    for n in range(2):
        learn(things, post(300 + n, of=0), is_fruit=False)
    assert things.shows_known(9, post(200, of=0), POSTS)


def test_pages_that_tell_nothing_are_in_hand_all_the_same() -> None:
    things = make_things()
    tell(things)
    learn(things, topic(5), is_fruit=None)
    assert things.shows_known(9, post(200, of=5), POSTS)


def test_a_thing_that_is_the_only_one_of_its_kind_is_none() -> None:
    things = make_things()
    for n in range(20):
        assert not things.learn(n, f"{SITE}/news?id={n}", POSTS, varies, n < 5)
    assert not things.shows_known(9, f"{SITE}/news?id=99", POSTS)


def test_waiting_links_are_found_when_their_thing_comes_in_hand() -> None:
    things = make_things()
    tell(things)
    for target, of in ((21, 8), (20, 8), (22, 9)):
        assert not things.shows_known(target, post(target, of), POSTS)
        assert not things.shows_known(target, post(target, of), POSTS)  # shown twice
    assert things.waiting_for(post(500, of=8)) == [20, 21]
    assert things.waiting_for(post(501, of=8)) == []
    assert things.waiting_for(topic(9)) == [22]


def test_there_is_a_limit_on_those_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WAITING", 2)
    things = make_things()
    tell(things)
    for target in range(20, 24):
        things.shows_known(target, post(target, of=target), POSTS)
    assert things.waiting_for(topic(22)) == []
    assert things.waiting_for(topic(20)) == [20]
    things.shows_known(22, post(22, of=22), POSTS)  # there is room again
    assert things.waiting_for(topic(22)) == [22]


def test_state_is_kept() -> None:
    things = make_things()
    tell(things)
    things.shows_known(20, post(20, of=8), POSTS)
    other = make_things()
    other.restore(json.loads(json.dumps(things.save())))
    assert other.save() == things.save()
    assert other.shows_known(9, post(200, of=0), POSTS)
    assert other.waiting_for(topic(8)) == [20]


def of_month(month: str, name: str) -> str:
    return f"{SITE}/{month}/{name}.html"


def tell_months(
    things: Things, months: tuple[str, ...] = ("2025-may", "2026-may", "2026-june")
) -> bool:
    """Of each month one list bears, and no later one does."""
    has_turned_out = False
    for name in ("date", "author", "subject"):
        for month in months:
            pattern = JUNE if "june" in month else MAY
            has_turned_out |= things.learn(
                1, of_month(month, name), pattern, lambda _: True, is_fruit=name == "date"
            )
    return has_turned_out


def test_what_folders_show_is_told_by_the_shape_for_each_may_have_words_of_its_own() -> None:
    things = make_things()
    assert tell_months(things)
    other = make_things()
    other.restore(json.loads(json.dumps(things.save())))
    for each in (things, other):
        assert each.shows_known(9, of_month("2025-may", "thread"), MAY)
        assert each.shows_known(9, of_month("2026-june", "thread"), JUNE)
        assert each.shows_known(9, of_month("2026-june", "date"), BY_DATE)
        assert not each.shows_known(9, of_month("2025-june", "thread"), JUNE)
        assert not each.shows_known(9, of_month("2025-may", "7"), MESSAGES)
    assert things.waiting_for(of_month("2025-june", "date")) == [9]


def test_a_folder_that_is_a_word_of_the_pattern_is_a_section_and_no_thing() -> None:
    things = make_things()
    assert not tell_months(things, months=("N-may",))
    assert not things.shows_known(9, of_month("N-may", "thread"), MAY)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("/N-may/*.html", True),
        ("/*/by-date/", True),
        ("/*/N", False),
        ("/*/N/", False),
        ("/*/t.php?id=N", False),
        ("{}/history", False),
    ],
)
def test_parts_are_told_by_their_names_at_the_end_of_a_path(pattern: str, expected: bool) -> None:
    assert is_named(pattern) is expected


def test_where_no_number_tells_a_page_may_show_other_addresses_of_itself() -> None:
    things = make_things()
    for page in range(10, 14):
        things.show(page, of_month("may", f"a{page}"))
        things.show(page + 10, post(page, of=1))  # the number tells what it is a part of
    for page in range(1, 4):
        assert not things.learn(page, f"{SITE}/x", MAY, lambda _: False, is_fruit=True)
    told = [
        things.learn(page, f"{SITE}/x", MAY, lambda _: False, is_fruit=False)
        for page in range(10, 14)
    ]
    assert told == [False, False, False, True]
    other = make_things()
    other.restore(json.loads(json.dumps(things.save())))
    for each in (things, other):
        assert each.shows_known(13, of_month("may", "a13"), MAY)
        assert not each.shows_known(23, post(13, of=1), MAY)
        assert each.shows_known(13, of_month("june", "a13"), JUNE)  # of the same shape
        assert not each.shows_known(13, of_month("may", "13"), MESSAGES)
