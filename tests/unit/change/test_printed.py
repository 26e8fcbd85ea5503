"""Masks and what short texts print."""

import calendar

import pytest

from periplus.change.printed import Prints, masked, prints

NOON = float(calendar.timegm((2024, 3, 5, 12, 17, 0)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("page generated in 0.034 seconds", "page generated in 1.2 seconds"),
        ("today is march 5 2024, 12:17", "today is april 12 2025, 03:01"),
        ("3 minutes ago", "2 hours ago"),
        ("12 users online", "7 users online"),
    ],
)
def test_masks_make_texts_that_differ_in_numbers_and_dates_equal(one: str, other: str) -> None:
    assert masked(one) == masked(other)


def test_masks_keep_words_apart() -> None:
    assert masked("12 cats") != masked("12 dogs")
    assert masked("may i ask") == "may i ask"


@pytest.mark.parametrize(
    "text",
    ["it is march 5, 2024 12:16", "2024-03-05", "the time is now 14:17", "posted 3 hours ago"],
)
def test_the_time_of_the_visit_is_known(text: str) -> None:
    assert prints(text, NOON) & Prints.NOW


@pytest.mark.parametrize(
    "text", ["concert on march 9, 2025 20:00", "price 12.99", "doors open 20:02", "version 12"]
)
def test_other_dates_and_numbers_are_not_now(text: str) -> None:
    assert not prints(text, NOON) & Prints.NOW


def test_without_a_time_of_visit_no_date_is_now() -> None:
    assert prints("march 5, 2024", None) == Prints.NOTHING


def test_how_the_page_was_made_is_known() -> None:
    assert prints("generated in 0.03 s, 12 queries", None) & Prints.MACHINE
    assert not prints("queries are slow", None) & Prints.MACHINE
    assert prints("12 queries " * 40, NOON) == Prints.NOTHING
