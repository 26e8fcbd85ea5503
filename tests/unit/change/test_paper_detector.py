"""The paper's detectors in their order."""

import pytest

from periplus.change.paper_detector import (
    PaperFlags,
    PaperSign,
    paper_change,
    paper_fingerprint,
)

PAGE = b"<html><body><h1>Title</h1><p>Some words</p></body></html>"
OLD = paper_fingerprint(PAGE, images=(5,))


@pytest.mark.parametrize(
    ("before", "after", "images", "sign"),
    [
        (b"h1>", b"div>", (5,), PaperSign.FIRST_STRING),
        (b"h1>", b"h2>", (5,), PaperSign.SECOND_STRING),
        (b"words", b"birds", (5,), PaperSign.TEXT_CODE),
        (b"words", b"words", (6,), PaperSign.IMAGE),
        (b"words", b"sword", (5,), None),
        (b"<p>", b"<p class=x>", (5,), None),
        (b"h1>", b"h2>", (6,), PaperSign.SECOND_STRING),
    ],
)
def test_the_first_that_sees_a_change_decides(
    before: bytes, after: bytes, images: tuple[int, ...], sign: PaperSign | None
) -> None:
    assert paper_change(OLD, paper_fingerprint(PAGE.replace(before, after), images=images)) is sign


def test_each_detector_has_a_flag() -> None:
    new = paper_fingerprint(PAGE.replace(b"h1>", b"h2>").replace(b"words", b"birds"), images=(6,))
    assert paper_change(OLD, new, PaperFlags(structure=False)) is PaperSign.TEXT_CODE
    assert paper_change(OLD, new, PaperFlags(structure=False, text=False)) is PaperSign.IMAGE
    assert paper_change(OLD, new, PaperFlags(False, False, False)) is None


def test_an_unknown_charset_is_taken_for_utf_8() -> None:
    assert paper_fingerprint(PAGE, charset="klingon").first == OLD.first
