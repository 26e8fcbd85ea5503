"""Words by TF-IDF and by search weight."""

import pytest

from periplus.plan.xcrawl.tokens import Token, combined, given_tokens, tokens_of


def test_words_are_ordered_by_their_share_and_their_rarity() -> None:
    tokens = tokens_of(["zoom zoom zoom sensor camera", "sensor camera tripod camera"], 10)
    weights = dict(tokens)
    assert tokens[0] == Token("zoom", 1.0)
    assert weights["camera"] > weights["sensor"]
    assert all(0 < weight <= 1 for weight in weights.values())
    assert len(tokens_of(["a1 b1 c1 d1"], 2)) == 2
    assert tokens_of(["", "the of"], 5) == []


def test_the_harmonic_mean_joins_both_weights() -> None:
    tokens = [Token("zoom", 0.8), Token("camera", 0.4), Token("xq7", 1.0), Token("page", 0.01)]
    joined = dict(combined(tokens, {"zoom": 50, "camera": 100, "xq7": 0, "page": 100}))
    assert joined["zoom"] == pytest.approx(2 * 0.8 * 0.5 / 1.3)
    assert joined["camera"] == pytest.approx(2 * 0.4 / 1.4)
    assert "xq7" not in joined  # nothing was found for it
    assert joined["page"] < 0.02
    assert [token.word for token in combined(tokens, {"zoom": 50, "camera": 100})] == [
        "zoom",
        "camera",
    ]


def test_words_of_the_user_weigh_one() -> None:
    assert given_tokens(["b", "a", "b"]) == [Token("b", 1.0), Token("a", 1.0)]
    assert combined(given_tokens(["a"]), {}) == []
