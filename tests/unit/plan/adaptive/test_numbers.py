"""Numbers beside links: read, and believed where they go with the gain."""

import json

import numpy as np
import pytest

from periplus.page import read_page
from periplus.page.view import AnchorKind
from periplus.plan.adaptive.numbers import (
    ANCHOR_COLUMN,
    NO_NUMBERS,
    NumberColumn,
    numbers_of,
    numbers_of_links,
    record_rows,
    size_of,
)


def test_the_number_in_an_anchor_is_read() -> None:
    assert numbers_of("Reviews (3)", AnchorKind.WORD, NO_NUMBERS) == {ANCHOR_COLUMN: 3.0}
    assert numbers_of("1,204 replies", AnchorKind.WORD, NO_NUMBERS) == {ANCHOR_COLUMN: 1204.0}


def test_dates_and_page_numbers_are_not_read() -> None:
    assert numbers_of("2016-03-17 21:37:45", AnchorKind.WORD, NO_NUMBERS) == {}
    assert numbers_of("17", AnchorKind.NUMBER, NO_NUMBERS) == {}


def test_absent_numbers_of_a_record_are_left_out() -> None:
    assert record_rows(np.array([[np.nan, 7.0], [2.0, np.nan]])) == [{1: 7.0}, {0: 2.0}]
    assert record_rows(np.empty((2, 0))) == []


def test_a_link_shows_the_numbers_of_its_record_beside_its_own() -> None:
    rows = "".join(
        f'<tr class="topic"><td><a href="/t{n}">Topic {n}</a></td><td>{10 * n}</td></tr>'
        for n in range(1, 5)
    )
    page = f'<a href="/about">About us</a><table>{rows}</table>'.encode()
    shown = numbers_of_links(read_page(page, "http://site.example/"), [0, 1, 3])
    assert shown.keys() == {1, 3}
    assert shown[3][ANCHOR_COLUMN] == 3.0
    assert 30.0 in shown[3].values()


@pytest.mark.parametrize(("value", "size"), [(0, 0), (0.5, 1), (1, 1), (3, 2), (4, 3), (1e9, 12)])
def test_sizes_are_orders_of_magnitude(value: float, size: int) -> None:
    assert size_of(value) == size


def test_the_column_that_goes_with_the_gain_is_found() -> None:
    random, column = np.random.default_rng(3), NumberColumn()
    for _ in range(40):
        replies, views = random.integers(0, 60), random.integers(0, 9000)
        column.learn({0: float(views), 1: float(replies)}, 30.0 * float(replies))
    assert column.column == 1
    assert column.size({0: 5.0, 1: 8.0}) == 4


def test_numbers_without_meaning_divide_nothing() -> None:
    column = NumberColumn()
    for number in range(40):
        column.learn({0: float(number % 7)}, 100.0)
    assert column.size({0: 3.0}) is None


def test_state_survives_json() -> None:
    column = NumberColumn()
    for number in range(20):
        column.learn({0: float(number)}, 10.0 * number)
    restored = NumberColumn.restored(json.loads(json.dumps(column.save())))
    assert restored.column == column.column == 0
    assert restored.save() == column.save()
