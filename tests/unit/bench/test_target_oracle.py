"""The crawler that knows where the targets are."""

from periplus.bench.target_oracle import oracle_requests

# 0 links two lists: 1 shows one target, 2 shows three. 7 lies behind 6, which is no target.
_LINKS = [[1, 2], [3], [3, 4, 5], [], [6], [], [7], []]
_TARGETS = [-1, -1, -1, 0, 1, 2, -1, 3]


def test_the_list_with_most_targets_comes_first() -> None:
    assert oracle_requests(_LINKS, _TARGETS, [0], 1) == 3
    assert oracle_requests(_LINKS, _TARGETS, [0], 3) == 5


def test_the_way_to_a_target_counts() -> None:
    assert oracle_requests(_LINKS, _TARGETS, [0], 4) == 7


def test_two_pages_that_show_one_target_count_once() -> None:
    assert oracle_requests([[1, 2], [], []], [-1, 0, 0], [0], 1) == 2


def test_targets_that_nothing_links_cannot_be_had() -> None:
    assert oracle_requests([[1], [], []], [-1, 0, 1], [0], 2) is None
