"""Reading a whole page: head, stages, limits, what cannot be parsed."""

import pytest

from periplus.limits import Limits
from periplus.page import Cut, ParserName, Stage, read, read_page

URL = "http://site.test/"
PAGE = b"""<html lang=en><head><title> A
  title </title><meta name=ROBOTS content="noindex, follow"><link rel=canonical href=/c></head>
<body><p>Some visible text</p><a href=/x>x</a></body></html>"""


def test_head() -> None:
    view = read_page(PAGE, URL)
    assert (view.title, view.language, view.canonical) == ("A title", "en", "http://site.test/c")
    assert view.noindex
    assert not view.nofollow
    assert view.bytes == len(PAGE)
    assert view.cut == Cut.NONE


def test_robots_none_means_both() -> None:
    view = read_page(b"<meta name=robots content=none>", URL, stages=Stage.LINKS)
    assert view.noindex
    assert view.nofollow


def test_stages_not_asked_for_are_left_out() -> None:
    assert read_page(PAGE, URL, stages=Stage.LINKS).words is None
    assert read_page(PAGE, URL, stages=Stage.LINKS).structure is None
    words = read_page(PAGE, URL, stages=Stage.WORDS)
    assert words.words is not None
    assert words.structure is None
    assert len(words.links) == 0


def test_charset_of_the_header_wins_over_meta() -> None:
    body = "<meta charset=utf-8><title>ä</title>".encode("latin-1")
    assert read_page(body, URL, charset="iso-8859-1", stages=Stage.LINKS).title == "ä"


def test_unknown_charset_is_sniffed() -> None:
    view = read_page("<title>ä</title>".encode(), URL, charset="no-such", stages=Stage.LINKS)
    assert view.title == "ä"


def test_empty_page() -> None:
    view = read_page(b"", URL)
    assert len(view.links) == 0
    assert view.words is not None
    assert view.words.count == 0
    assert view.words.text_hash == 0


def test_what_the_parser_refuses_is_a_view_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(body: bytes, charset: str | None, parser: ParserName) -> None:
        raise ValueError("no")

    monkeypatch.setattr(read, "parse", refuse)
    view = read_page(PAGE, URL)
    assert Cut.UNPARSED in view.cut
    assert view.words is None
    assert view.links.urls == []


def test_only_the_beginning_of_a_huge_page_is_read() -> None:
    body = b"<title>x</title>" + b"y" * 1000 + b"<a href=/x>z</a>"
    view = read_page(body, URL, limits=Limits(page_bytes=500))
    assert view.cut == Cut.BYTES
    assert view.title == "x"
    assert len(view.links) == 0


def test_deep_pages_say_so() -> None:
    body = b"<div>" * 40 + b"<a href=x>y</a>"
    view = read_page(body, URL, limits=Limits(page_depth=20))
    assert Cut.DEPTH in view.cut
    assert len(view.links) == 1


def test_parts_of_words_and_structure_can_be_had_alone() -> None:
    whole = read_page(PAGE, URL)
    part = read_page(PAGE, URL, stages=Stage.LINKS | Stage.GRAMS | Stage.RECORDS)
    assert whole.words is not None
    assert part.words is not None
    assert part.words.grams.tolist() == whole.words.grams.tolist()
    assert part.words.text_hash == whole.words.text_hash
    assert (len(part.words.sketch), part.words.simhash) == (0, 0)
    assert whole.structure is not None
    assert part.structure is not None
    assert len(part.structure.regions) == len(whole.structure.regions)
    assert part.links.records.tolist() == whole.links.records.tolist()
    assert (part.structure.tags, len(part.structure.paths)) == (b"", 0)
    layout = read_page(PAGE, URL, stages=Stage.LAYOUT).structure
    assert layout is not None
    assert layout.tags == whole.structure.tags
    assert not layout.regions
