"""Pages made to hurt a parser: bounded time, no exception, and what was left out is said."""

from collections.abc import Callable

import pytest

from periplus.limits import DEFAULT_LIMITS
from periplus.page import Cut, Stage, read_page
from periplus.page.codec import decode, encode
from timing import least_cpu

URL = "http://site.test/"
OPEN_BOLD = b"".join(b"<b id=a%d>" % n for n in range(500))

HOSTILE: dict[str, tuple[Callable[[], bytes], Cut]] = {
    "nested": (lambda: b"<div>" * 100_000 + b"<a href=x>y</a>", Cut.DEPTH),
    "nested-without-links": (lambda: b"<div>" * 100_000, Cut.DEPTH),
    "attributes": (
        lambda: b"<a href=x " + b" ".join(b"a%d=1" % n for n in range(100_000)) + b">x",
        Cut.NONE,
    ),
    "foster-parented": (lambda: b"<table>" + b"<div>x<a href=q>r</a>" * 50_000, Cut.LINKS),
    "nul": (lambda: b"\0" * 1_000_000 + b"<p>\0x<a href='\0x'>a\0</a>", Cut.NONE),
    "text": (lambda: b"word " * 2_000_000, Cut.NONE),
    "one-word": (lambda: b"x" * 10_000_000, Cut.NONE),
    "unicode-text": (lambda: "wörd ".encode() * 1_600_000, Cut.NONE),
    "entities": (lambda: b"&amp &foo; &#x110000; &#0; &#99999999999;" * 50_000, Cut.NONE),
    "bold": (lambda: b"<b>" * 1_000_000, Cut.NODES),
    "links": (lambda: b"<a href=/x>y</a>" * 500_000, Cut.LINKS),
    "nested-anchors": (lambda: b"<a href=x><table><td>" * 3000 + b"x" * 3_000_000, Cut.TIME),
    "deep-links": (
        lambda: b"<div class=abcdefghijkl>" * 511 + b"<div><a href=x>y</a></div>" * 50_000,
        Cut.DEPTH,
    ),
    "lists": (lambda: b"<ul><li>1<li>2<li>3</ul>" * 100_000, Cut.NODES),
    "cells": (lambda: b"<table><tr>" + b"<td><a href=x>1</a>" * 100_000, Cut.LINKS),
    "remade": (lambda: b"<p>" + OPEN_BOLD + b"x</p>" + b"<p>x</p>" * 1_000_000, Cut.NODES),
    "classes": (
        lambda: b'<div class="' + b" ".join(b"c%d" % n for n in range(1_000_000)) + b'">',
        Cut.NONE,
    ),
    "signs": (lambda: b"<" * 10_000_000, Cut.NODES),
    "comment": (lambda: b"<!--" + b"x-" * 5_000_000, Cut.NONE),
    "separators": (lambda: b"\x1e\x1f" * 3_000_000, Cut.NONE),
    "reference": (lambda: b'<a href="' + b"x" * 10_000_000 + b'">', Cut.NONE),
    "huge": (lambda: b"<p>x</p>" * 4_000_000, Cut.BYTES),
}


@pytest.mark.slow
@pytest.mark.parametrize("stages", [Stage.LINKS, Stage.ALL], ids=["links", "all"])
@pytest.mark.parametrize("name", HOSTILE)
def test_bounded_and_reported(name: str, stages: Stage) -> None:
    make, cut = HOSTILE[name]
    body, views, most = make(), [], DEFAULT_LIMITS.page_seconds
    assert least_cpu(lambda: views.append(read_page(body, URL, stages=stages)), most) <= most
    view = views[-1]
    assert view.bytes == len(body)
    if stages == Stage.ALL:
        assert cut in view.cut
    assert decode(encode(view)).cut == view.cut


def test_links_are_found_below_the_deepest_level() -> None:
    view = read_page(b"<div>" * 2_000 + b"<a href=x>y</a>", URL, stages=Stage.LINKS)
    assert view.links.urls == ["http://site.test/x"]
    assert Cut.DEPTH in view.cut


def test_the_work_on_anchors_is_bounded() -> None:
    view = read_page(b"<a href=x><table><td>" * 100 + b"x" * 100_000, URL, stages=Stage.LINKS)
    assert Cut.TIME in view.cut
    assert len(view.links) == 100
