"""Where pages are counted in URLs."""

import pytest

from periplus.site.page_counts import Change, PageCounts, changes, page_numbers, says_number

BASE = "http://site.test"


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("/t?id=1", "/t?id=1&p=2", [Change("?p.0", -1, 2)]),
        ("/t?id=1&p=3", "/t?id=1", [Change("?p.0", 3, -1)]),
        ("/i?board=1.0", "/i?board=1.20", [Change("?board.1", 0, 20)]),
        ("/", "/page/2/", [Change("/page", -1, 2)]),
        ("/a/b/page/2/", "/a/b/page/3/", [Change("/page", 2, 3)]),
        ("/a/", "/a/comment-page-2/", [Change("/page", -1, 2)]),
        ("/thread-9.html", "/thread-9-2.html", [Change("/#1", -1, 2)]),
        ("/thread-9-2.html", "/thread-9-3.html", [Change("/#1", 2, 3)]),
        ("/users", "/users?sort=name&dir=asc&p=2", [Change("?p.0", -1, 2)]),
        ("/t?id=1", "/t?pid=7", [Change("?id.0", 1, -1), Change("?pid.0", -1, 7)]),
        ("/a", "/b", None),
        ("/a/", "/a/b/c/d/2/", None),
        ("/a?sort=x", "/a?sort=y", None),
        ("/a", "/a", None),
    ],
)
def test_changes_are_the_numbers_in_which_urls_differ(
    own: str, other: str, expected: list[Change] | None
) -> None:
    found = changes(BASE + own, BASE + other)
    assert found == (None if expected is None else tuple(expected))


def pager(counts: PageCounts, base: str, own: int, step: int | None = None) -> None:
    def url(number: int) -> str:
        if step is None:
            return f"{base}&p={number}" if number > 1 else base
        return f"{base}.{(number - 1) * step}"

    numbers = [number for number in (1, own - 1, own + 1, 9) if number > 0 and number != own]
    counts.learn(url(own), [(url(number), number) for number in numbers])


def test_numbers_in_anchors_show_the_place_that_counts_pages() -> None:
    counts = PageCounts()
    for thread in (1, 2):
        pager(counts, f"{BASE}/t?id={thread}", own=1)
    assert counts.is_turn(f"{BASE}/t?id=5", f"{BASE}/t?id=5&p=7")
    assert not counts.is_turn(f"{BASE}/t?id=5", f"{BASE}/t?id=6")
    assert not counts.is_turn(f"{BASE}/t?id=5", f"{BASE}/t?id=6&p=2")


def test_offsets_count_pages_by_a_step() -> None:
    counts = PageCounts()
    for thread in (1, 2, 3):
        pager(counts, f"{BASE}/t?topic={thread}", own=2, step=15)
    assert counts.is_turn(f"{BASE}/t?topic=8.0", f"{BASE}/t?topic=8.45")
    assert not counts.is_turn(f"{BASE}/t?topic=8.0", f"{BASE}/t?topic=9.0")


def test_that_the_first_page_has_no_number_says_nothing_of_how_the_others_count() -> None:
    counts = PageCounts()
    list_ = f"{BASE}/members"
    for own in range(6):
        others = [n for n in (0, own - 1, own + 1) if n not in (-1, own)]
        url = f"{list_}?start={own * 25}" if own else list_
        links = [(f"{list_}?start={n * 25}" if n else list_, n + 1) for n in others]
        counts.learn(url, links)
    counts.learn(f"{list_}?start=25", [(list_, 1)])  # the last of two pages has no other link
    assert counts.is_turn(list_, f"{list_}?start=150")


def test_kinds_of_lists_may_have_steps_of_their_own() -> None:
    counts = PageCounts()
    for kind, step in (("questions", 20), ("users", 30), ("tags", 10)):
        url = f"http://site.test/{kind}"
        for _ in range(3):
            counts.learn(url, [(f"{url}?start={step * n}", n + 1) for n in (1, 2, 3)])
    assert counts.is_turn("http://site.test/tags", "http://site.test/tags?start=50")


def test_later_pages_may_have_a_parameter_that_the_first_lacks_and_that_counts_nothing() -> None:
    counts = PageCounts()
    first = "http://shop.test/list?c=5"
    for _ in range(3):
        counts.learn(first, [(f"{first}&order=8&page={n}", n) for n in (2, 3)])
    assert counts.is_turn(first, f"{first}&order=8&page=4")
    assert not counts.is_turn(first, f"{first}&order=8")
    assert not counts.is_turn(f"{first}&order=4&page=2", f"{first}&order=8&page=3")
    assert counts.is_turn(f"{first}&page=2", first)
    assert not counts.is_turn(f"{first}&page=2", f"{first}&post=31")  # shown by itself


def test_numbers_of_posts_and_days_count_no_pages() -> None:
    counts = PageCounts()
    for thread in range(1, 6):
        own = f"{BASE}/t?id={thread}"
        counts.learn(own, [(f"{BASE}/t?pid={9001 + 7 * n + thread}", n) for n in range(1, 9)])
        month = f"{BASE}/2019/{thread}/"
        days = [(f"{month}{day}/", day) for day in (5 + thread, 12, 20)]
        counts.learn(month, days, [f"{BASE}/2019/{thread + 1}/"])
    assert not counts.is_turn(f"{BASE}/t?id=1", f"{BASE}/t?pid=9010")
    assert not counts.is_turn(f"{BASE}/2019/1/", f"{BASE}/2019/1/12/")


def test_neighbours_may_be_named_by_words() -> None:
    counts = PageCounts()
    for own in (1, 2):
        here = f"{BASE}/page/{own}/" if own > 1 else f"{BASE}/"
        counts.learn(here, [(f"{BASE}/page/125/", 125)], [f"{BASE}/page/{own + 1}/"])
    assert counts.is_turn(f"{BASE}/", f"{BASE}/page/2/")


def test_steps_alone_show_the_place_too() -> None:
    counts = PageCounts()
    for name in "ab":
        counts.learn_step(f"{BASE}/{name}?from=20", f"{BASE}/{name}?from=40")
    assert counts.is_turn(f"{BASE}/c", f"{BASE}/c?from=20")


def test_page_numbers_are_read_where_one_place_counts() -> None:
    urls = [f"{BASE}/t?id=1&p=10", f"{BASE}/t?id=1", f"{BASE}/t?id=1&p=2"]
    assert page_numbers(urls) == {urls[1]: -1, urls[2]: 2, urls[0]: 10}
    assert page_numbers([f"{BASE}/a", f"{BASE}/b"]) == {}
    assert page_numbers([]) == {}


@pytest.mark.parametrize(
    ("own", "other", "number", "expected"),
    [
        ("/l", "/l?p=2", 2, True),
        ("/l?p=2", "/l", 1, True),
        ("/l?p=2", "/l?p=0", 1, True),
        ("/l", "/l?p=4", 5, True),
        ("/l", "/l?start=40", 3, True),
        ("/l", "/l?start=41", 3, True),
        ("/l?p=2", "/l?stars=few", 14, False),
        ("/l?p=2", "/l?p=3", 14, False),
        ("/l?p=2", "/other", 1, False),
    ],
)
def test_a_link_says_the_number_of_its_page(
    own: str, other: str, number: int, expected: bool
) -> None:
    assert says_number(BASE + own, BASE + other, number) is expected


def test_lists_may_count_down_to_their_oldest_page() -> None:
    counts = PageCounts()
    for number in (5, 4):
        counts.learn_step(
            f"{BASE}/hens/index-{number}.html", f"{BASE}/hens/index-{number - 1}.html"
        )
    assert counts.is_turn(f"{BASE}/cows/index-3.html", f"{BASE}/cows/index-2.html")
