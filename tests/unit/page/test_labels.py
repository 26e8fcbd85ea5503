"""Labels: normalised tokens, paths, the back-off chain."""

import pytest

from periplus.page.labels import (
    Labeller,
    coarser,
    deeper,
    normal_token,
    segment,
    tags_only,
    without_classes,
)
from periplus.page.options import LabelStyle, ParserName
from periplus.page.parser import parse


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("items", "items"),
        ("post-1234", "post"),
        ("p1234", ""),
        ("rowodd", "row"),
        ("row-even", "row"),
        ("odd", ""),
        ("Active", ""),
        ("current-menu-item", "menu-item"),
        ("is-open", ""),
        ("has-children", ""),
        ("eleven", "eleven"),
        ("event", "event"),
        ("w-1/2", ""),
        ("col2", "col"),
        ("a.b/c#d", "a-b-c-d"),
        ("", ""),
    ],
)
def test_tokens_lose_digits_and_state(token: str, expected: str) -> None:
    assert normal_token(token) == expected


def test_segment_follows_the_style() -> None:
    assert segment("div", "main", "box odd b2x", LabelStyle.BOTH) == "div#main.box"
    assert segment("div", "main", "box", LabelStyle.ID) == "div#main"
    assert segment("div", "main", "box", LabelStyle.CLASS) == "div.box"
    assert segment("div", "main", "box", LabelStyle.TAGS) == "div"


def test_segment_of_the_page_itself_is_bare() -> None:
    assert segment("body", "home", "logged-in postid-7", LabelStyle.BOTH) == "body"


def test_segment_keeps_three_classes_in_any_order() -> None:
    one = segment("li", "", "b a c category-news", LabelStyle.BOTH)
    assert one == "li.a.b.c"


def test_segment_of_a_strange_tag_keeps_the_syntax() -> None:
    assert "/" not in segment("x.y#z/w", "", "", LabelStyle.BOTH)


def test_label_is_the_path_from_the_root() -> None:
    tree = parse(
        b"<body class=x><div id=main><ul class='items'><li class=odd><a href=/1>1</a>"
        b"<li class=even><a href=/2>2</a></ul></div>",
        None,
        ParserName.TURBO,
    )
    labeller = Labeller(tree.root, LabelStyle.BOTH)
    labels = [labeller.label(element) for element in tree.select("a")]
    assert labels == ["html/body/div#main/ul.items/li/a"] * 2
    assert labeller.deepest == 6


def test_deep_labels_lose_their_upper_part() -> None:
    label = "html"
    for depth in range(1, 300):
        label = deeper(label, depth, f"t{depth}")
    steps = label.split("/")
    assert steps[0] == "*"
    assert steps[-1] == "t299"
    assert len(steps) <= 66


def test_back_off_gets_coarser_and_ends_with_tags() -> None:
    label = "html/body/div#main.wide/section/div.box/ul#list.items/li.row/a.title"
    assert coarser(label) == [
        "div#main.wide/section/div.box/ul#list.items/li.row/a.title",
        "div#main/section/div/ul#list/li/a",
        "div/section/div/ul/li/a",
        "ul/li/a",
    ]


def test_back_off_leaves_out_what_changes_nothing() -> None:
    assert coarser("html/body/a") == []
    assert coarser("html/body/div/a") == ["body/div/a"]


def test_parts_of_a_label_can_be_dropped() -> None:
    assert tags_only("div#a.b/a.c") == "div/a"
    assert without_classes("div#a.b/a.c") == "div#a/a"
