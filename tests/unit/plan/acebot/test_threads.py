"""Pages that belong together."""

import pytest

from periplus.plan.acebot.threads import Threads, natural

LIST, ITEM = frozenset({1, 2, 3}), frozenset({7, 8, 9})


def test_pages_are_joined_in_their_order() -> None:
    threads = Threads()
    threads.add(5, "http://a.test/t?id=1", "http://a.test/t?id=1", ITEM, [6, 9])
    threads.add(9, "http://a.test/t?id=1&p=10", "http://a.test/t?id=1&p=10", ITEM, [5])
    threads.add(6, "http://a.test/t?id=1&p=2", "http://a.test/t?id=1&p=2", ITEM, [5, 9])
    threads.add(2, "http://a.test/t?id=2", "http://a.test/t?id=2", ITEM, [])
    assert threads.joined({}) == [[5, 6, 9]]


def test_pages_of_another_layout_are_not_turned_to() -> None:
    """A list may say "2" beside the title of a thread."""
    threads = Threads()
    threads.add(1, "http://a.test/board", "http://a.test/board", LIST, [2])
    threads.add(2, "http://a.test/thread?p=2", "http://a.test/thread?p=2", ITEM, [])
    assert threads.joined({}) == []


def test_pages_that_were_not_fetched_are_left_out() -> None:
    threads = Threads()
    threads.add(1, "http://a.test/1", "http://a.test/1", LIST, [2, 3])
    threads.add(3, "http://a.test/3", "http://a.test/3", LIST, [2])
    assert threads.joined({}) == [[1, 3]]


def test_views_of_single_posts_are_no_pages_of_the_thread() -> None:
    threads = Threads()
    for page, url, turned in ((1, "t", [2]), (2, "t/2", [1]), (3, "p9", [1, 2]), (4, "p7", [1])):
        threads.add(page, f"http://a.test/{url}", f"http://a.test/{url}", ITEM, turned)
    assert threads.joined({}) == [[1, 2]]


def test_a_spelling_is_joined_in_the_place_of_a_page_that_was_not_fetched() -> None:
    threads = Threads()
    threads.add(1, "http://a.test/t1", "http://a.test/t1", ITEM, [2])
    threads.add(7, "http://a.test/post9", "http://a.test/t1/2", ITEM, [1])
    assert threads.joined({}) == [[1, 7]]
    threads.add(8, "http://a.test/t1/3", "http://a.test/t1/3", ITEM, [1])
    threads.add(9, "http://a.test/t1/4", "http://a.test/t1/4", ITEM, [1])
    assert threads.joined({2: 7}) == [[1, 7]]


def test_of_two_spellings_the_proper_one_stands_in_the_thread() -> None:
    threads = Threads()
    threads.add(1, "http://a.test/t1", "http://a.test/t1", ITEM, [2, 3])
    threads.add(2, "http://a.test/post9", "http://a.test/t1/2", ITEM, [1])
    threads.add(3, "http://a.test/t1/2", "http://a.test/t1/2", ITEM, [1])
    assert threads.joined({}) == [[1, 3]]


def test_a_spelling_stands_where_its_form_would() -> None:
    threads = Threads()
    threads.add(1, "http://a.test/t1", "http://a.test/t1", ITEM, [2, 3])
    threads.add(2, "http://a.test/a-post", "http://a.test/t1/2", ITEM, [1])
    threads.add(3, "http://a.test/t1/3", "http://a.test/t1/3", ITEM, [1])
    assert threads.joined({}) == [[1, 2, 3]]


def test_what_is_saved_is_taken_up() -> None:
    threads = Threads()
    threads.add(1, "http://a.test/1", "http://a.test/1", LIST, [2])
    other = Threads()
    other.restore(threads.save())
    for both in (threads, other):
        both.add(2, "http://a.test/2", "http://a.test/2", LIST, [1])
    assert other.joined({}) == threads.joined({}) == [[1, 2]]


@pytest.mark.parametrize(
    ("first", "second"),
    [("/t?p=2", "/t?p=10"), ("/t", "/t?p=2"), ("/list/9/x", "/list/10/a"), ("/a2b3", "/a2b20")],
)
def test_numbers_in_urls_are_numbers(first: str, second: str) -> None:
    assert natural(first) < natural(second)
