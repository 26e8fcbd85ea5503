"""The visible text of a page."""

import pytest

from periplus.limits import Limits
from periplus.page.text import visible_text


def test_a_block_is_a_line_and_white_space_is_one_blank() -> None:
    body = b"<body><h1>Boats</h1><p>of\n  many <b>kinds</b></p><ul><li>one<li>two</ul>"
    assert visible_text(body).split("\n") == ["Boats", "of many kinds", "one", "two"]


def test_what_nobody_sees_is_left_out() -> None:
    body = b"<p>seen</p><script>a()</script><style>b{}</style><!-- c --><noscript>d</noscript>"
    shown = visible_text(body)
    assert "seen" in shown
    assert not any(hidden in shown for hidden in ("a()", "b{}", " c "))


def test_the_charset_is_obeyed() -> None:
    assert visible_text("<p>größer".encode("latin-1"), charset="windows-1252") == "größer"
    assert visible_text("<p>größer".encode(), charset="utf-8") == "größer"


@pytest.mark.parametrize("body", [b"", b"\x00\xff\xfe" * 50, b"<" * 1000, b"<p" * 500])
def test_no_bytes_raise(body: bytes) -> None:
    assert isinstance(visible_text(body), str)


def test_only_so_much_is_read() -> None:
    body = b"<p>begin</p>" + b"<p>x</p>" * 1000 + b"<p>end</p>"
    shown = visible_text(body, limits=Limits(page_bytes=500))
    assert shown.startswith("begin")
    assert "end" not in shown
