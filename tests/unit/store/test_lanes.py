"""One lane of the frontier."""

from periplus.store.lanes import EVERYTHING_ON_DISK, FIRST_HEAD_KEYS, NOTHING_ON_DISK, Lane
from periplus.store.names import Group


def lane(priority: float = 0.0) -> Lane:
    return Lane(7, "https://a.example", Group(1, "g", priority))


def test_entries_order_by_priority_then_rank_then_url() -> None:
    wanted, other = lane(5.0), lane(1.0)
    first, second, third = wanted.offer((9.0, 1)), other.offer((0.0, 2)), other.offer((0.0, 3))
    assert sorted([third, first, second]) == [first, second, third]


def test_every_key_lies_between_the_two_ends() -> None:
    for key in ((-float("inf"), 1), (0.0, 1), (float("inf"), 2**32)):
        assert EVERYTHING_ON_DISK < key < NOTHING_ON_DISK


def test_a_dropped_head_is_read_again_from_the_start() -> None:
    full = lane()
    full.head, full.waiting, full.refill_keys = [(1.0, 2)], 1, 256
    full.drop_head()
    assert (full.head, full.boundary) == ([], EVERYTHING_ON_DISK)
    assert full.refill_keys == FIRST_HEAD_KEYS


def test_an_empty_lane_has_nothing_to_read() -> None:
    empty = lane()
    empty.drop_head()
    assert empty.boundary == NOTHING_ON_DISK
