"""Skins differ in markup and agree in content."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from periplus.synthetic.skin import Document, Entry, Layout, Skin

ROWS = [("<b>one</b>", "11", "x"), ("<b>two</b>", "22", "y")]
HEAD = ("Name", "Count", "Kind")
ENTRY = Entry("e1", "Ann", ("a", "b"), "today", "<p>words</p>", ('<a href="/do">do</a>',))


def skins_by_layout() -> dict[Layout, Skin]:
    found: dict[Layout, Skin] = {}
    for seed in range(60):
        skin = Skin(seed, "Site")
        found.setdefault(skin.lists, skin)
    return found


def test_every_layout_occurs_and_shows_every_cell():
    skins = skins_by_layout()
    assert set(skins) == set(Layout)
    for skin in skins.values():
        text = LexborHTMLParser(skin.listing("rows", HEAD, ROWS)).text(separator=" ")
        assert re.findall(r"one|two|11|22|\bx\b|\by\b", text) == [
            "one",
            "11",
            "x",
            "two",
            "22",
            "y",
        ]
        assert "Name" in text
        assert skin.listing("rows", HEAD, []) == ""


def test_entries_show_author_text_and_tools():
    markups = set()
    for seed in range(30):
        html = Skin(seed, "Site").thread([ENTRY])
        tree = LexborHTMLParser(html)
        assert tree.css_first("#e1") is not None
        assert tree.css_first('#e1 a[href="/do"]') is not None
        assert {"Ann", "words", "today"} <= set(tree.text(separator=" ").split())
        markups.add(re.sub(r'"[^"]*"', "", html))
    assert len(markups) > 5


def test_pager_reaches_neighbours_and_both_ends():
    skin = Skin(1, "Site")
    links = re.findall(r'href="([^"]+)"', skin.pager(10, 50, lambda n: f"/l?p={n}"))
    numbers = {int(link.split("=")[1]) for link in links}
    assert numbers == {1, 7, 8, 9, 11, 12, 13, 50}
    assert skin.pager(1, 1, str) == ""


def test_pages_are_escaped_and_equal_for_equal_seeds():
    page = Skin(4, "Site").page(Document("a < b", "<p>x</p>", canonical="/x?a=1&b=2"))
    assert "<title>a &lt; b - Site</title>" in page
    assert '<link rel="canonical" href="/x?a=1&amp;b=2">' in page
    assert page == Skin(4, "Site").page(Document("a < b", "<p>x</p>", canonical="/x?a=1&b=2"))
    assert page != Skin(5, "Site").page(Document("a < b", "<p>x</p>", canonical="/x?a=1&b=2"))


@pytest.mark.parametrize("day", [0, 27, 28, 336, 6000])
def test_dates_are_real_days(day):
    for seed in range(10):
        assert re.search(r"20\d\d", Skin(seed, "Site").date(day))


def test_bare_pages_have_no_navigation():
    skin = Skin(2, "Site")
    nav = ('<a href="/n">n</a>',)
    assert "/n" not in skin.page(Document("t", "b", nav=nav, bare=True))
    assert "/n" in skin.page(Document("t", "b", nav=nav))
