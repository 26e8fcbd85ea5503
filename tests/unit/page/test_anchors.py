"""Kinds of anchor texts in many languages."""

import pytest

from periplus.page.anchors import NEXT_WORDS, PREVIOUS_WORDS, anchor_kind
from periplus.page.view import AnchorKind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", AnchorKind.EMPTY),
        ("17", AnchorKind.NUMBER),
        ("[2]", AnchorKind.NUMBER),
        ("1,234", AnchorKind.NUMBER),
        ("Page 3", AnchorKind.NUMBER),
        ("第3页", AnchorKind.NUMBER),
        ("Next", AnchorKind.NEXT),
        ("Next »", AnchorKind.NEXT),
        ("NEXT PAGE", AnchorKind.NEXT),
        ("Weiter >", AnchorKind.NEXT),
        ("nächste Seite", AnchorKind.NEXT),
        ("Suivant", AnchorKind.NEXT),
        ("Siguiente ›", AnchorKind.NEXT),
        ("Следующая", AnchorKind.NEXT),
        ("下一页", AnchorKind.NEXT),
        ("次へ", AnchorKind.NEXT),
        ("»", AnchorKind.NEXT),
        ("→", AnchorKind.NEXT),
        (">>", AnchorKind.NEXT),
        ("« Previous", AnchorKind.PREVIOUS),
        ("‹", AnchorKind.PREVIOUS),
        ("Zurück", AnchorKind.PREVIOUS),
        ("上一页", AnchorKind.PREVIOUS),
        ("Next page (Gardening)", AnchorKind.NEXT),
        ("Next page (a title that is far longer than any phrase)", AnchorKind.NEXT),
        ("older 50", AnchorKind.NEXT),
        ("« newer 100 entries", AnchorKind.PREVIOUS),
        ("下一页（2）", AnchorKind.NEXT),
        ("next 7 days", AnchorKind.WORD),
        ("The next thing to read", AnchorKind.WORD),
        ("2 replies", AnchorKind.WORD),
        ("…", AnchorKind.WORD),
        ("<>", AnchorKind.WORD),
        ("Next " * 20, AnchorKind.WORD),
    ],
)
def test_kind(text: str, kind: AnchorKind) -> None:
    assert anchor_kind(text) is kind


def test_no_word_means_both() -> None:
    assert not NEXT_WORDS & PREVIOUS_WORDS
