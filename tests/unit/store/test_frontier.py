"""The order in which URLs are taken."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

from periplus.errors import StateDamaged
from periplus.plan.strategy import Reason
from periplus.store import JobStore, UrlState, frontier
from periplus.store.lanes import HEAD_KEYS
from unit.store.samples import ORIGIN, OTHER, drained, page, put, url


def order(store: JobStore, origin: str = ORIGIN) -> list[int]:
    return [row[0] for row in drained(store, origin)]


def test_the_best_rank_comes_first_and_ties_go_by_id(store: JobStore) -> None:
    ids = [put(store, url(n), rank=rank) for n, rank in enumerate([2.0, 1.0, 2.0, 0.5, 1.0])]
    assert order(store) == [ids[3], ids[1], ids[4], ids[0], ids[2]]


def test_the_best_group_comes_first(store: JobStore) -> None:
    low = put(store, url(1), group="low", rank=0.0)
    high = put(store, url(2), group="high", rank=9.0)
    middle = put(store, url(3), group="middle", rank=5.0)
    store.set_priorities({"high": 2.0, "low": -1.0})
    assert order(store) == [high, middle, low]


def test_groups_of_one_priority_are_taken_by_rank(store: JobStore) -> None:
    ids = [put(store, url(n), group=f"g{n % 2}", rank=float(n)) for n in range(6)]
    assert order(store) == ids


def test_a_priority_counts_at_once(store: JobStore) -> None:
    a = [put(store, url(n), group="a", rank=float(n)) for n in range(3)]
    b = [put(store, url(n + 10), group="b", rank=float(n)) for n in range(3)]
    store.set_priorities({"a": 1.0})
    first = store.take(ORIGIN)
    store.set_priorities({"b": 5.0})
    second = store.take(ORIGIN)
    store.set_priorities({"b": 0.0})
    assert first is not None
    assert second is not None
    assert [first.url_id, second.url_id, *order(store)] == [a[0], b[0], a[1], a[2], b[1], b[2]]


def test_origins_have_queues_of_their_own(store: JobStore) -> None:
    here = put(store, url(1))
    there = put(store, url(1, OTHER), origin=OTHER)
    assert store.origins() == [ORIGIN, OTHER]
    assert order(store, OTHER) == [there]
    assert store.origins() == [ORIGIN]
    assert order(store) == [here]
    assert store.take("https://never.seen") is None


def test_a_waiting_url_moves(store: JobStore) -> None:
    ids = [put(store, url(n), rank=float(n)) for n in range(3)]
    assert put(store, url(2), rank=-1.0) == ids[2]
    put(store, url(0), group="later", rank=0.0)
    store.set_priorities({"later": -1.0})
    assert store.waiting() == 3
    assert order(store) == [ids[2], ids[1], ids[0]]


def test_a_move_keeps_the_shortest_depth(store: JobStore) -> None:
    put(store, url(1), depth=2)
    put(store, url(1), depth=7, rank=3.0)
    taken = store.take(ORIGIN)
    assert taken is not None
    assert taken.depth == 2


def test_a_taken_url_does_not_move_and_can_be_given_back(store: JobStore) -> None:
    first, second = put(store, url(1)), put(store, url(2), rank=1.0)
    taken = store.take(ORIGIN)
    assert taken is not None
    put(store, url(1), rank=99.0)
    assert store.waiting() == 1
    store.give_back(first)
    store.give_back(second)  # was not taken
    assert store.waiting() == 2
    assert order(store) == [first, second]


def test_a_skipped_url_can_be_queued_again(store: JobStore) -> None:
    url_id = put(store, url(1))
    store.skip([url_id], Reason.ROBOTS)
    assert (store.waiting(), store.take(ORIGIN)) == (0, None)
    put(store, url(1))
    assert order(store) == [url_id]


@pytest.mark.parametrize("where", ["memory", "disk"])
def test_many_waiting_urls_keep_their_order(where: str, path: Path) -> None:
    """More than the heads hold, in random order, moved and removed between."""
    store = JobStore.create(path if where == "disk" else None)
    draw = random.Random(3)
    ranks = {}
    for n in range(10 * HEAD_KEYS):
        rank = float(draw.randrange(500))
        ranks[put(store, url(n), rank=rank)] = rank
    if where == "disk":
        store.commit()
    for n in draw.sample(range(10 * HEAD_KEYS), 800):
        url_id = n + 1
        if n % 3:
            ranks[url_id] = float(draw.randrange(500))
            put(store, url(n), rank=ranks[url_id])
        else:
            del ranks[url_id]
            store.skip([url_id], Reason.STRATEGY)
    assert store.waiting() == len(ranks)
    assert order(store) == sorted(ranks, key=lambda n: (ranks[n], n))
    store.close()


def test_what_is_cut_from_a_full_head_before_it_is_written_comes_later(store: JobStore) -> None:
    ids = [put(store, url(n), rank=-float(n)) for n in range(2 * HEAD_KEYS + 5)]
    assert order(store) == ids[::-1]


@pytest.mark.parametrize("written", [True, False])
def test_a_taken_url_is_not_taken_again_when_better_ones_pass_it(
    store: JobStore, written: bool
) -> None:
    first = put(store, url(0), rank=10.0)
    assert store.take(ORIGIN) is not None
    better = [put(store, url(n), rank=float(n % 7)) for n in range(1, 3 * HEAD_KEYS)]
    if written:
        store.commit()
    assert first not in order(store)
    store.give_back(first)
    assert order(store) == [first]
    assert len(better) == 3 * HEAD_KEYS - 1


def test_heads_are_forgotten_when_they_are_many(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier, "_REMEMBERED_PLACES", 50)
    ids = [put(store, url(n), group=f"g{n % 5}", rank=float(n)) for n in range(300)]
    taken = [store.take(ORIGIN) for _ in range(3)]
    store.commit()
    assert len(store._urls.places) == 3
    for one in taken:
        assert one is not None
        store.finish(page(one.url_id, one.url_id))
    store.commit()
    assert order(store) == ids[3:]


def test_taken_urls_wait_again_in_the_next_run(path: Path) -> None:
    store = JobStore.create(path)
    ids = [put(store, url(n), rank=float(n)) for n in range(4)]
    store.commit()
    for _ in range(3):
        assert store.take(ORIGIN) is not None
    store.finish(page(ids[0], 1))
    store.commit()
    store.finish(page(ids[1], 2))
    store.close()
    store = JobStore.open(path)
    states = store.state(np.array(ids, dtype=np.uint32)).tolist()
    assert states == [UrlState.FETCHED, *[UrlState.WAITING] * 3]
    assert order(store) == ids[1:]
    store.close()


def test_priorities_and_order_survive(path: Path) -> None:
    store = JobStore.create(path)
    for n in range(40):
        put(store, url(n), group=f"g{n % 4}", rank=float(n % 6))
    store.set_priorities({"g1": 3.0, "g2": -3.0, "not yet used": 8.0})
    store.commit()
    expected = order(store)
    store.close()
    store = JobStore.open(path)
    assert order(store) == expected
    store.close()


def test_a_number_without_a_place_in_an_order_is_refused(store: JobStore) -> None:
    with pytest.raises(ValueError, match="must be a number"):
        put(store, url(1), rank=float("nan"))
    with pytest.raises(ValueError, match="must be a number"):
        store.set_priorities({"g": float("nan")})


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM queue WHERE url_id = 3",
        "UPDATE queue SET url_id = 99 WHERE url_id = 3",
        "UPDATE queue SET rank = 'x' WHERE url_id = 3",
        "UPDATE queue SET rank = 0.5 WHERE url_id = 3",
    ],
)
def test_a_queue_that_disagrees_is_damage(store: JobStore, statement: str) -> None:
    for n in range(5):
        put(store, url(n), rank=float(n))
    store.commit()
    for lane in store._frontier._lanes.values():
        lane.drop_head()
    store._urls.forget_places(set())
    store._database.many(statement, [()])
    with pytest.raises(StateDamaged):
        order(store)


def test_one_url_is_taken_whatever_its_place(store: JobStore) -> None:
    first, second, third = (put(store, url(n), rank=float(n)) for n in range(3))
    taken = store.take_url(second)
    assert taken is not None
    assert (taken.url_id, taken.url, taken.group) == (second, url(1), "g")
    assert store.take_url(second) is None
    assert store.waiting() == 2
    assert [store.take(ORIGIN).url_id for _ in range(2)] == [first, third]  # type: ignore[union-attr]
    assert store.take(ORIGIN) is None
    store.give_back(second)
    assert store.take(ORIGIN) == taken


def test_one_url_is_taken_from_disk(path: Path) -> None:
    store = JobStore.create(path)
    ids = [put(store, url(n), rank=float(n)) for n in range(5)]
    store.commit()
    store.close()
    store = JobStore.open(path)
    taken = store.take_url(ids[3])
    assert taken is not None
    store.finish(page(ids[3], 1))
    store.commit()
    assert store.waiting() == 4
    assert store.take_url(ids[3]) is None
    store.check(full=True)
    store.close()


def test_waiting_urls_are_known_by_the_order_of_sighting(store: JobStore) -> None:
    ids = [put(store, url(n)) for n in range(4)]
    store.finish(page(ids[2], 1))
    assert store.waiting_from(ids[1]) == [ids[1], ids[3]]
    assert store.waiting_from(store.url_count + 1) == []


def test_the_best_priority_is_of_groups_that_have_urls_waiting(store: JobStore) -> None:
    assert store.best_priority() == -math.inf
    put(store, url(1), group="low")
    done = put(store, url(2), group="high")
    store.set_priorities({"low": 1.0, "high": 5.0, "empty": 9.0})
    assert store.best_priority() == store.priority("high") == 5.0
    store.finish(page(done, 1))
    assert store.best_priority() == 1.0


def test_the_group_whose_turn_it_is_is_told(store: JobStore) -> None:
    for number in (1, 2):
        put(store, url(number), group="a", rank=float(number))
    put(store, url(3), group="b")
    store.set_priorities({"a": 2.0, "b": 1.0})
    assert store.upcoming(ORIGIN) == ("a", 2.0, False)
    store.take(ORIGIN)
    assert store.upcoming(ORIGIN) == ("a", 2.0, True)
    store.take(ORIGIN)
    assert store.upcoming(ORIGIN) == ("b", 1.0, False)
    store.take(ORIGIN)
    assert store.upcoming(ORIGIN) is None
