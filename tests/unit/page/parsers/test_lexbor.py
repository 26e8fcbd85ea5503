"""The second parser gives the same columns as the first."""

import pytest

from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.parsers.lexbor import LexborTree
from periplus.page.parsers.turbo import TurboTree
from periplus.page.view import Cut

PAGES = [
    b"<div id=a class='b c'>one <b>two</b> <i>three</i><br>four<!-- no --></div><p hidden>five",
    b"<ul><li>1<li>2</ul><table><tr><td>x<td>y</table>",
    b"<title>t</title><script>var a = '<p>';</script><p class>&amp;&copy; x</p>",
    "<p>Größe &nbsp; ﬁn 漢字</p>".encode(),
]


@pytest.mark.parametrize("page", PAGES)
def test_same_columns(page: bytes) -> None:
    one = TurboTree.parse(page, "utf-8").flatten(DEFAULT_LIMITS)
    other = LexborTree.parse(page, "utf-8").flatten(DEFAULT_LIMITS)
    for name in ("tags", "parents", "ends", "first_text", "texts", "owners", "ids", "classes"):
        assert getattr(one, name) == getattr(other, name), name
    assert list(one.marked) == list(other.marked)


def test_selection_is_in_document_order() -> None:
    tree = LexborTree.parse(b"<a href=1></a><b></b><a href=2></a>", None)
    assert [element.tag for element in tree.select("b,a")] == ["a", "b", "a"]
    assert tree.select_one("i") is None


def test_element_members() -> None:
    tree = LexborTree.parse(b"<a href=1 name>x<b>y</b></a>", "no-such-charset")
    link = tree.select("a")[0]
    assert link.attr("href") == "1"
    assert link.attr("name") == ""
    assert link.attr("class") is None
    assert link.text == "xy"
    assert link.parent is not None
    assert link.parent.tag == "body"
    assert link == tree.select("a")[0]


def test_nodes_are_cut() -> None:
    flat = LexborTree.parse(b"<p>x" * 50, None).flatten(Limits(page_nodes=20))
    assert flat.cut == Cut.NODES
