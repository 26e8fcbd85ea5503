"""Near-duplicates: the same text, almost the same text, contained text."""

import numpy as np
import pytest

from periplus.page.view import U64
from periplus.page.words import resemblance
from periplus.plan.irobot import near_duplicates as near_duplicates_module
from periplus.plan.irobot.near_duplicates import is_contained, near_duplicates
from unit.plan.irobot.samples import page


def test_equal_and_similar_texts_follow_their_first_page() -> None:
    text = list(range(1, 101))
    pages = [
        page(1, "/a", words=text),
        page(2, "/b"),
        page(3, "/c", words=text),
        page(4, "/d", words=[*text[:97], 500, 501, 502]),
        page(5, "/e", words=[*text[:50], *range(600, 650)]),
    ]
    assert near_duplicates(pages) == [0, 1, 0, 0, 4]


def test_what_is_no_page_repeats_nothing() -> None:
    pages = [page(n, f"/{n}", words=[1, 2, 3, 4, 5], is_html=False) for n in range(3)]
    assert near_duplicates(pages) == [0, 1, 2]
    assert near_duplicates([page(1, "/a", words=[]), page(2, "/b", words=[])]) == [0, 1]


def test_containment() -> None:
    whole = np.arange(1, 101, dtype=np.uint64)
    assert is_contained(whole[:40], whole)
    assert not is_contained(whole, whole[:40] + np.uint64(1000))
    assert not is_contained(whole[:2], whole)  # too little to tell
    assert not is_contained(whole[:0], whole)


def test_each_page_is_compared_with_few_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """All share a frame, as pages of one site do: comparisons grow with pages, not with pairs."""
    compared: list[int] = []

    def counted(one: U64, other: U64, size: int) -> float:
        compared.append(1)
        return resemblance(one, other, size)

    monkeypatch.setattr(near_duplicates_module, "resemblance", counted)
    frame = range(0, 40, 4)
    pages = [
        page(n, f"/{n}", words=[*frame, *range(1000 * n, 1000 * n + 40)]) for n in range(1_500)
    ]
    assert near_duplicates(pages) == list(range(1_500))
    assert len(compared) <= 8 * len(pages)
