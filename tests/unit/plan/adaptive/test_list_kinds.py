"""Kinds of lists that have many pages."""

import json

from periplus.plan.adaptive.list_kinds import ListKinds


def test_kinds_are_long_by_the_mean_of_their_lists() -> None:
    kinds = ListKinds()
    kinds.count("/category/*/", 12)
    kinds.count("/category/*/", 4)
    kinds.count("/tag/*/", 6)
    for _ in range(3):
        kinds.count("/tag/*/", 1)
    kinds.count("/author/*/", 5)
    for _ in range(9):
        kinds.count("/post/*/", 1)
    kinds.count("/post/*/", 2)
    assert kinds.long() == {"/category/*/": 8.0, "/author/*/": 5.0}
    assert kinds.short() == {"/tag/*/": 2.25}


def test_a_list_without_numbers_grows_while_its_pages_are_turned() -> None:
    kinds = ListKinds()
    kinds.count("/category/*/", 1)
    for _ in range(4):
        kinds.add_page("/category/*/")
    kinds.add_page("/unknown/*/")
    assert kinds.long() == {"/category/*/": 5.0}


def test_what_was_counted_is_saved() -> None:
    kinds = ListKinds()
    kinds.count("/category/*/", 12)
    other = ListKinds()
    other.restore(json.loads(json.dumps(kinds.save())))
    assert other.long() == kinds.long() != {}


def test_a_long_list_speaks_for_those_beside_it() -> None:
    kinds = ListKinds()
    kinds.count("/tags/cats/", 9)
    assert set(kinds.long()) == {"/tags/cats/", "/tags/*/"}
    kinds.count("/tags/*/", 1)
    assert kinds.short() == {}
    assert kinds.long()["/tags/*/"] == 5.0
    for pattern in ("/", "/news/", "/list?name=cats"):  # what is beside them may be anything
        alone = ListKinds()
        alone.count(pattern, 9)
        assert set(alone.long()) == {pattern}
