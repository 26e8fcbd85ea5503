"""Columns of a tree: ends of subtrees, depths."""

from periplus.page.options import ParserName
from periplus.page.parser import deepest, parse, subtree_ends


def test_ends_of_subtrees() -> None:
    #  0 ─ 1 ─ 2
    #    │   └ 3
    #    └ 4 ─ 5
    assert subtree_ends([0, 0, 1, 1, 0, 4]) == [6, 4, 3, 4, 6, 6]
    assert subtree_ends([]) == []


def test_depth() -> None:
    assert deepest([0, 0, 1, 1, 0, 4]) == 3
    assert deepest([]) == 0


def test_parse_takes_the_parser_asked_for() -> None:
    for name in ParserName:
        title = parse(b"<title>x</title>", None, name).select_one("title")
        assert title is not None
        assert title.text == "x"
