"""On small random sites, solved by brute force: lower bound <= optimum <= connected greedy."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.bench.lower_bound import geometric_taus, lower_bounds
from periplus.bench.oracle import oracle_order
from periplus.bench.ragged import Ragged, ragged

Site = tuple[list[list[int]], list[list[int]], int]  # items and links of pages, item count

LEVELS = (0.3, 0.5, 0.75, 0.9, 1.0)


def packed(rows: list[list[int]]) -> Ragged:
    return ragged([np.array(sorted(set(row)), dtype=np.uint32) for row in rows])


@st.composite
def sites(draw: st.DrawFn) -> Site:
    pages = draw(st.integers(1, 8))
    items = draw(st.integers(1, 12))
    held = st.lists(st.integers(0, items - 1), max_size=6)
    links = st.lists(st.integers(0, pages - 1), max_size=4)
    return (
        draw(st.lists(held, min_size=pages, max_size=pages)),
        draw(st.lists(links, min_size=pages, max_size=pages)),
        items,
    )


def is_crawl(chosen: set[int], links: list[list[int]]) -> bool:
    """Whether every chosen page can be reached from page 0 through chosen pages."""
    reached, waiting = {0}, [0]
    while waiting:
        for target in links[waiting.pop()]:
            if target in chosen and target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached == chosen


def optimum(held: list[list[int]], links: list[list[int]], needed: float) -> int | None:
    """The fewest requests of any crawl that holds so many items, by trying all of them."""
    others = range(1, len(held))
    for count in range(len(held)):
        for chosen in itertools.combinations(others, count):
            pages = {0, *chosen}
            if len({item for page in pages for item in held[page]}) >= needed and is_crawl(
                pages, links
            ):
                return count + 1
    return None


@settings(deadline=None, max_examples=100)
@given(sites())
def test_lower_bound_optimum_and_greedy_are_in_order(
    site: Site,
) -> None:
    held, links, item_count = site
    items, graph = packed(held), packed(links)
    bounds = lower_bounds(items, item_count, 0, LEVELS, geometric_taus(6.0, 0.5, 4), 60)
    for level, bound in zip(LEVELS, bounds, strict=True):
        needed = level * item_count - 1e-9
        best = optimum(held, links, needed)
        order = oracle_order(items, item_count, graph, 0, level)
        reached = len({item for page in order for item in held[page]}) >= needed
        assert reached == (best is not None)
        assert is_crawl(set(order), links)
        assert len(set(order)) == len(order)
        if best is not None:
            assert bound <= best <= len(order)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 12), st.integers(1, 5))
def test_pages_without_anything_in_common_are_all_needed(pages: int, size: int) -> None:
    """Where the linear program has no gap, the bound must be the truth: it is not just small."""
    held = [[*range(page * size, (page + 1) * size)] for page in range(pages)]
    items = packed(held)
    bounds = lower_bounds(items, pages * size, 0, (1.0,), [1.0 / size])
    assert bounds == [pages]


@settings(deadline=None, max_examples=20)
@given(sites())
def test_copies_of_pages_change_no_bound(
    site: Site,
) -> None:
    held, _, item_count = site
    taus = geometric_taus(6.0, 0.5, 4)
    once = lower_bounds(packed(held), item_count, 0, LEVELS, taus, 50)
    twice = lower_bounds(packed(held + held), item_count, 0, LEVELS, taus, 50)
    assert once == twice
