"""The work of a page is bounded before it is parsed."""

import pytest
import turbohtml

from periplus.limits import Limits
from periplus.page.guard import bounded
from periplus.page.view import Cut

LIMITS = Limits(page_nodes=2_000)
OPEN = b"".join(b"<b id=a%d>" % n for n in range(200))
BLOCKS = b"<p>x</p>" * 3_000


def nodes_of(body: bytes) -> int:
    return sum(1 for _ in turbohtml.parse(body, positions=False).descendants)


@pytest.mark.parametrize(
    "body",
    [
        b"<p>" + OPEN + b"x</p>" + BLOCKS,
        b"<p>" + OPEN.replace(b">", b"><!--</b>-->") + b"x</p>" + BLOCKS,
        b"<p>" + OPEN + b"<object>" + b"</b>" * 200 + b"</object>x</p>" + BLOCKS,
        b"<p>" + OPEN + b"<svg><title></b></title></svg>x</p>" + BLOCKS,
        b"<p>" + b"".join(b'<b a" =">%d">' % n for n in range(200)) + b"x</p>" + BLOCKS,
        b"<p>\x1b" + OPEN + b"x</p>" + BLOCKS,
        b"<p>" + OPEN + b"\r\n\rx</p>" + BLOCKS.replace(b"x", b"\r\n"),
    ],
)
def test_remade_elements_are_bounded(body: bytes) -> None:
    assert nodes_of(body) > 200_000  # the page is hostile
    part, _, cut = bounded(body, None, LIMITS)
    assert cut == Cut.NODES
    assert nodes_of(part) <= 10 * 2_000
    assert body.startswith(part)


def test_the_same_in_utf_16() -> None:
    body = b"\xff\xfe" + (b"<p>" + OPEN + b"x</p>" + BLOCKS).decode().encode("utf-16-le")
    part, charset, cut = bounded(body, None, LIMITS)
    assert (charset, cut) == ("utf-8", Cut.NODES)
    assert nodes_of(part) <= 10 * 2_000


def test_closed_elements_are_no_reason_to_cut() -> None:
    body = b"".join(b"<p><b id=a%d>x</b> <i class=c%d>y</i></p>" % (n, n) for n in range(700))
    assert bounded(body, "utf-8", LIMITS) == (body, "utf-8", Cut.NONE)


def test_ordinary_pages_pass() -> None:
    body = b"<p>x</p>" * 20
    assert bounded(body, None, LIMITS) == (body, None, Cut.NONE)


def test_more_tags_than_can_be_read_are_cut() -> None:
    part, _, cut = bounded(b"<p>x" * 20_000, None, LIMITS)
    assert cut == Cut.NODES
    assert part.count(b"<") == 5_000


def test_bytes_are_cut() -> None:
    part, _, cut = bounded(b"x" * 100, None, Limits(page_bytes=10))
    assert (part, cut) == (b"x" * 10, Cut.BYTES)
