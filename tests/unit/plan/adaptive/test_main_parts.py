"""What most pages link to is fetched early, one at a time, and no kind again that was of no use."""

import json

import pytest

from periplus.plan.adaptive.main_parts import MainParts, Part
from periplus.plan.strategy import Verdict


def test_one_is_fetched_early_now_and_then() -> None:
    parts = MainParts()
    due = [pages for pages in range(1, 5_000) if parts.is_time(pages)]
    assert due[0] == 100
    assert 0.04 <= len(due) / due[-1] <= 0.05


def test_each_is_asked_for_once() -> None:
    parts = MainParts()
    found = [Part(7, 1), Part(9, 2)]
    assert [parts.first_of(found) for _ in range(3)] == [7, 9, None]


@pytest.mark.parametrize(
    ("verdict", "revealed", "following"),
    [
        (Verdict.VALUABLE, 2, 9),  # of no use: its kind is left
        (Verdict.VALUABLE, 3, 8),  # new links are of use
        (Verdict.DUPLICATE, 0, 8),  # the home page under another URL says nothing of its kind
    ],
)
def test_a_kind_of_which_one_was_of_no_use_is_left(
    verdict: Verdict, revealed: int, following: int
) -> None:
    parts = MainParts()
    found = [Part(7, 1), Part(8, 1), Part(9, 2)]
    assert parts.first_of(found) == 7
    parts.take_in(7, verdict, revealed, worth=0.5)
    assert parts.first_of(found) == following


def test_what_others_brought_says_nothing() -> None:
    parts = MainParts()
    parts.take_in(3, Verdict.VALUABLE, 0, worth=0.5)
    assert parts.first_of([Part(7, 1)]) == 7


def test_there_are_few_early_and_at_the_end_together() -> None:
    parts = MainParts()
    for target in range(15):
        parts.first_of([Part(target, target)])
    assert parts.is_time(100)
    assert parts.rest(Part(n, n) for n in range(100, 130)) == [100, 101, 102, 103, 104]
    assert parts.rest(Part(n, n) for n in range(200, 230)) == []
    assert not parts.is_time(100)


@pytest.mark.parametrize(
    ("worth", "revealed", "following"),
    [(0.0, 2, [21]), (0.0, 3, [3, 4, 21]), (0.04, 0, [3, 4, 21])],
)
def test_at_the_end_a_kind_is_left_of_which_some_in_a_row_brought_nothing(
    worth: float, revealed: int, following: list[int]
) -> None:
    cloud, other = [Part(n, 1) for n in range(9)], [Part(n, 2) for n in range(20, 22)]
    parts = MainParts()
    assert parts.rest([*cloud, other[0]]) == [0, 1, 2, 20]
    assert parts.rest(cloud) == []  # until it is known what these bring
    parts.take_in(0, Verdict.DUPLICATE, 0, worth=0.0)
    restored = MainParts()
    restored.restore(json.loads(json.dumps(parts.save())))
    for each in (parts, restored):
        each.take_in(1, Verdict.DUPLICATE, revealed, worth)
        each.take_in(2, Verdict.DUPLICATE, 0, worth=0.0)
        assert each.rest([*cloud, *other]) == following


def test_state_is_kept() -> None:
    parts = MainParts()
    found = [Part(7, 1), Part(8, 2), Part(9, 1), Part(10, 2)]
    parts.first_of(found)
    parts.take_in(7, Verdict.VALUABLE, 0, worth=0.5)
    parts.first_of(found)
    other = MainParts()
    other.restore(json.loads(json.dumps(parts.save())))
    other.take_in(8, Verdict.VALUABLE, 0, worth=0.5)
    assert other.first_of(found) is None
    assert parts.first_of(found) == 10
