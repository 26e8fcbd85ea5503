import numpy as np
import pytest

from periplus.bench.lower_bound import geometric_taus, lower_bounds, merge
from periplus.bench.ragged import Ragged, ragged


def rows(*lists: list[int]) -> Ragged:
    return ragged([np.array(values, dtype=np.uint32) for values in lists])


def test_pages_and_items_that_always_go_together_are_merged() -> None:
    cover = merge(rows([0, 1, 2], [2, 3], [0, 1, 2], []), 5, start=2)
    assert len(cover.items) == 2
    assert sorted(cover.weights.tolist()) == [1.0, 1.0, 2.0]
    assert cover.weights[cover.items[cover.start]].sum() == 3.0


def test_an_empty_start_page_is_a_request_of_its_own() -> None:
    items = rows([], [0, 1], [2, 3])
    assert lower_bounds(items, 4, 0, (1.0,), [0.5]) == [3]
    assert lower_bounds(items, 4, 1, (1.0,), [0.5]) == [2]


def test_fewer_requests_are_needed_for_less() -> None:
    items = rows([0, 1, 2, 3], [4, 5, 6], [7, 8], [9])
    bounds = lower_bounds(items, 10, 0, (0.0, 0.4, 0.7, 0.9, 1.0), geometric_taus(4.0, 1.0))
    assert bounds == [0, 1, 2, 3, 4]


def test_a_site_without_items_needs_its_start_page() -> None:
    assert lower_bounds(rows([], []), 0, 0, (0.5,), [0.1]) == [1]


def test_taus_span_the_gains() -> None:
    taus = geometric_taus(100.0, 10.0, 3)
    assert taus == pytest.approx([0.01, 10**-1.5, 0.1])
    assert geometric_taus(0.1, 0.2, 2) == [1.0, 1.0]
