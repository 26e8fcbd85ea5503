"""The paper's text code."""

import pytest

from periplus.change.paper_text import code, text_code


@pytest.mark.parametrize(
    ("character_sum", "printed"), [(56652, "1317.488403"), (57113, "1328.209351")]
)
def test_the_papers_values(character_sum: int, printed: str) -> None:
    assert f"{code(character_sum, 43):.6f}" == printed


def test_the_code_of_a_text() -> None:
    assert text_code("aab") == pytest.approx((97 + 97 + 98) / 2)
    assert text_code("") == 0.0


def test_a_blank_more_is_seen() -> None:
    assert text_code("dumb jock") != text_code("dumbjock")


def test_a_permutation_is_not() -> None:
    assert text_code("listen") == text_code("silent") == pytest.approx(655 / 6)
    assert text_code("dog bites man") == text_code("man bites dog")
