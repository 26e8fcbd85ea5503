import numpy as np

from periplus.bench.oracle import oracle_order
from periplus.bench.ragged import Ragged, ragged


def rows(*lists: list[int]) -> Ragged:
    return ragged([np.array(values, dtype=np.uint32) for values in lists])


def test_takes_the_best_page_for_each_request_first() -> None:
    items = rows([], [0, 1, 2], [3], [0, 1])
    links = rows([1, 2, 3], [], [], [])
    assert oracle_order(items, 4, links, 0) == [0, 1, 2]


def test_fetches_the_whole_path_to_a_deep_page() -> None:
    items = rows([], [], [], [0, 1, 2, 3, 4, 5], [6])
    links = rows([1, 4], [2], [3], [], [])
    assert oracle_order(items, 7, links, 0) == [0, 1, 2, 3, 4]


def test_stops_at_the_target() -> None:
    items = rows([], [0, 1, 2], [3])
    assert oracle_order(items, 4, rows([1, 2], [], []), 0, target=0.75) == [0, 1]
    assert oracle_order(items, 4, rows([1, 2], [], []), 0, target=0.76) == [0, 1, 2]


def test_ignores_what_cannot_be_reached() -> None:
    assert oracle_order(rows([], [0], [1]), 2, rows([1], [], []), 0) == [0, 1]


def test_the_start_page_counts() -> None:
    assert oracle_order(rows([0, 1], [0]), 2, rows([1], []), 0) == [0]
