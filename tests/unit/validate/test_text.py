"""The text classifier."""

import builtins
from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.validate.text import TextValidator, likeness, train_naive_bayes
from periplus.validate.validator import CheckedPage

REVIEW = "camera lens sensor zoom battery review picture sharp shutter flash"
NEWS = "election minister vote party parliament budget law coalition court tax"


def page(words: str, number: int) -> CheckedPage:
    """A page with most of the words, and some of its own."""
    kept = [word for place, word in enumerate(words.split()) if (place + number) % 4]
    own = [f"own{number}x{i}" for i in range(5)]
    body = f"<html><body><p>{' '.join(kept * 3 + own)}</p></body></html>"
    return CheckedPage(f"http://a.test/{number}", body.encode())


def validator() -> TextValidator:
    return TextValidator([page(REVIEW, number).text() for number in range(4)])


def test_texts_like_the_examples_are_accepted_before_and_after_training() -> None:
    made = validator()
    for number in range(10, 50):
        assert made.accepts(page(REVIEW, number))
        assert not made.accepts(page(NEWS, number))


def test_without_scikit_learn_naive_bayes_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("sklearn"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    made = validator()
    for number in range(10, 50):
        assert made.accepts(page(REVIEW, number))
        assert not made.accepts(page(NEWS, number))


def test_a_restored_validator_answers_alike() -> None:
    made, again = validator(), validator()
    for number in range(10, 30):
        made.accepts(page(NEWS, number))
    again.restore(made.save())
    mixed = [page(f"{REVIEW} {NEWS}", number) for number in range(40, 60)]
    assert [made.accepts(one) for one in mixed] == [again.accepts(one) for one in mixed]


def test_one_example_is_enough_and_none_is_not() -> None:
    lone = TextValidator([page(REVIEW, 1).text()])
    assert lone.accepts(page(REVIEW, 2))
    assert not lone.accepts(page(NEWS, 2))
    assert not lone.accepts(CheckedPage("http://a.test/", b""))
    with pytest.raises(ConfigError, match="no text"):
        TextValidator(["", "the and of"])


def test_likeness_and_naive_bayes() -> None:
    assert likeness({"a": 2, "b": 1}, {"a": 2, "b": 1}) == pytest.approx(1.0)
    assert likeness({"a": 1}, {"b": 1}) == 0.0
    score = train_naive_bayes([{"cat": 1}, {"cat": 2}], [{"dog": 1}, {"dog": 1}])
    assert score({"cat": 1}) > 0 > score({"dog": 1})
    assert score({"bird": 1}) < 0
