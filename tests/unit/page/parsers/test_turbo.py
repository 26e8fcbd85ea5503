"""The default parser's columns."""

from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.parsers.turbo import TurboTree
from periplus.page.view import Cut

MARKUP = b"<div id=a class='b c'>one <b>two</b> <i>three</i><br>four<!-- no --></div><p hidden>five"


def test_columns() -> None:
    flat = TurboTree.parse(MARKUP, None).flatten(DEFAULT_LIMITS)
    assert flat.tags == ["html", "head", "body", "div", "b", "i", "br", "p"]
    assert flat.parents == [0, 0, 0, 2, 3, 3, 3, 2]
    assert flat.ends == [8, 2, 8, 7, 5, 6, 7, 8]
    assert flat.texts == ["one ", "two", " three", "four", "five"]
    assert [flat.tags[row] for row in flat.owners] == ["div", "b", "i", "div", "p"]
    assert flat.first_text == [0, 0, 0, 0, 1, 2, 3, 4, 5]
    assert flat.ids == {3: "a"}
    assert flat.classes == {3: "b c"}
    assert list(flat.marked) == [7]
    assert flat.cut == Cut.NONE


def test_nodes_are_cut_and_that_is_said() -> None:
    flat = TurboTree.parse(b"<p>x" * 50, None).flatten(Limits(page_nodes=20))
    assert flat.cut == Cut.NODES
    assert len(flat.tags) + len(flat.texts) == 20
    assert len(flat.first_text) == len(flat.tags) + 1
    assert len(flat.rows) == len(flat.tags) == len(flat.ends)


def test_unknown_charset_falls_back_to_sniffing() -> None:
    tree = TurboTree.parse("<title>é</title>".encode(), "x-no-such")
    title = tree.select_one("title")
    assert title is not None
    assert title.text == "é"


def test_within_looks_below_an_element_only() -> None:
    tree = TurboTree.parse(b"<img id=x><a href=1><img id=y></a>", None)
    link = tree.select("a")[0]
    found = tree.within(link, "img")
    assert found is not None
    assert found.attr("id") == "y"
    assert tree.within(link, "svg") is None
