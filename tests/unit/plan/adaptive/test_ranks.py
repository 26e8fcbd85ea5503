"""The order of the links of an arc."""

from periplus.plan.adaptive.ranks import changes_rank, rank


def test_large_numbers_come_first_and_then_what_many_pages_show() -> None:
    assert rank(1, {0: 500.0}, 0, 9, 0) < rank(2, {0: 3.0}, 0, 9, 0)
    often, oftener = (rank(3, {}, times, 9, 0) for times in (8, 64))
    assert oftener < often < rank(4, {}, 1, 9, 0)


def test_what_is_found_first_comes_first_but_for_a_little_disorder() -> None:
    assert rank(1, {}, 0, 10, 0) < rank(2, {}, 0, 40, 0)
    assert len({rank(target, {}, 0, 10, 0) for target in range(50)}) > 10


def test_only_each_doubling_changes_the_rank() -> None:
    assert [times for times in range(1, 70) if changes_rank(times)] == [8, 16, 32, 64]
