"""Effective words: stop words out, stems, languages."""

import pytest

from periplus.plan.topic.words import (
    BOUNDARY,
    effective_words,
    guess_language,
    language_of,
    plain_words,
    primary,
    stem,
)

ENGLISH = "It was the best of times, it was the worst of times, and we had nothing before us."
GERMAN = "Habe nun, ach, die Philosophie und auch die Medizin mit heißem Bemühen studiert."
FRENCH = "Longtemps je me suis couché de bonne heure, et mes yeux se fermaient dans la nuit."


def test_stop_words_do_not_count_and_the_others_are_stemmed() -> None:
    assert effective_words("The running of the foxes", "en") == ["run", "fox"]


def test_an_unknown_language_has_neither_stop_words_nor_stems() -> None:
    assert effective_words("The running foxes", "") == ["the", "running", "foxes"]


def test_lines_are_kept_apart() -> None:
    assert effective_words("wild\nboar", "en") == ["wild", BOUNDARY, "boar"]


def test_words_without_spaces_are_letters() -> None:
    assert plain_words("北京 web東京") == ["北", "京", "web", "東", "京"]


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "en"), (GERMAN, "de"), (FRENCH, "fr")])
def test_stop_words_give_the_language_away(text: str, language: str) -> None:
    assert guess_language(text) == language


def test_a_list_of_names_has_no_language() -> None:
    assert guess_language("Anderson Baker Clark Davis Evans Frank Ghosh") == ""
    assert guess_language("") == ""


def test_what_a_page_declares_comes_before_a_guess() -> None:
    assert language_of(ENGLISH, "de-AT") == "de"
    assert language_of(ENGLISH, "xx") == "en"


def test_tags_of_languages() -> None:
    assert [primary(tag) for tag in ("EN_us", "nb", "tlh", "")] == ["en", "nb", "", ""]


def test_numbers_and_huge_words_are_not_stemmed() -> None:
    assert stem("1984", "en") == "1984"
    assert stem("x" * 5_000, "en") == "x" * 64
