"""The timetable: due times, choice by value, evidence first, clocks that were set."""

import math

import numpy as np
import pytest

from periplus.change.schedule import value
from periplus.crawl import schedule
from periplus.crawl.schedule import LEAST_INTERVAL, LONGEST_INTERVAL, Timetable
from periplus.crawl.schedule_record import unpack
from periplus.store import JobStore, VisitRow
from unit.crawl.samples import ORIGIN

DAY = 86_400.0
NOW = 1_790_000_000.0


class Rig:
    """A timetable over URLs, with a clock that a test moves."""

    def __init__(self, pages: int = 0, store: JobStore | None = None) -> None:
        self.now = NOW
        self.store = store or JobStore.create(None)
        self.table = Timetable(self.store, lambda: self.now)
        self.table.patterns.learn(f"{ORIGIN}/thread/{n}" for n in range(pages))
        self.ids = [self.enter(f"/thread/{n}") for n in range(pages)]
        self.table.set_price()
        self.table.reschedule()

    def enter(self, path: str, importance: float = 1.0, last: float = NOW) -> int:
        url_id = int(self.store.intern([ORIGIN + path])[0][0])
        self.table.patterns.learn([ORIGIN + path])
        self.table.enter(url_id, ORIGIN + path, importance, last, "new")
        return url_id

    def row(self, url_id: int) -> VisitRow:
        row = self.store.visits.get(url_id)
        assert row is not None
        return row

    def chosen(self, most: int = 100, **more: object) -> list[int]:
        flags = {"visited_before": None, "without": (), **more}
        return [row.url_id for row in self.table.choose(most, **flags)]  # type: ignore[arg-type]


def test_as_many_visits_are_due_in_a_week_as_there_are_pages() -> None:
    rig = Rig(400)
    waits = [rig.row(url_id).due - NOW for url_id in rig.ids]
    assert sum(7 * DAY / wait for wait in waits) == pytest.approx(400, rel=0.02)


def test_important_pages_are_due_sooner() -> None:
    rig = Rig(50)
    front = rig.enter("/", importance=20.0)
    assert rig.row(front).due < min(rig.row(url_id).due for url_id in rig.ids)
    rig.now += 200 * DAY
    assert rig.chosen(1) == [front]


def test_pages_that_change_are_visited_more_often_than_others() -> None:
    rig = Rig(20)
    busy, quiet = rig.ids[:2]
    for _ in range(6):
        rig.now += DAY
        rig.table.visited(rig.row(busy), changed=True)
        rig.table.visited(rig.row(quiet), changed=False)
    assert rig.row(busy).rate > 2 * rig.row(quiet).rate
    assert unpack(rig.row(busy).history).history.changes == 6
    assert rig.row(busy).last == rig.now


def test_pages_of_one_kind_learn_from_each_other() -> None:
    rig = Rig(40)
    before = rig.table.prior_of(rig.row(rig.ids[0]).template).rate
    for url_id in rig.ids[:30]:
        rig.now += 60.0
        rig.table.visited(rig.row(url_id), changed=True)
    template = rig.row(rig.ids[0]).template
    assert rig.table.template_of(ORIGIN + "/thread/99") == template
    assert rig.table.prior_of(template).rate > 2 * before
    assert rig.row(rig.enter("/thread/99")).rate > 2 * before


def test_what_is_due_is_chosen_by_value() -> None:
    rig = Rig(30)
    high = rig.enter("/board/high", importance=9.0, last=NOW - 5 * DAY)
    rig.now += 60 * DAY
    chosen = rig.chosen()
    assert set(chosen) == {*rig.ids, high}
    assert chosen[0] == high
    assert rig.chosen(3) == chosen[:3]
    assert high not in rig.chosen(without={high})


def test_nothing_is_chosen_before_its_time_unless_a_budget_is_to_be_used() -> None:
    rig = Rig(10)
    rig.now += 60.0
    assert rig.chosen() == []
    assert set(rig.chosen(visited_before=rig.now)) == set(rig.ids)
    rig.table.visited(rig.row(rig.ids[0]), changed=False)
    rig.table.is_gone(rig.row(rig.ids[1]), 404)
    assert set(rig.chosen(visited_before=rig.now - 1.0)) == set(rig.ids[2:])


def test_choosing_in_parts_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(60)
    for at, url_id in enumerate(rig.ids):
        rig.now += 100.0
        rig.table.visited(rig.row(url_id), changed=at % 3 == 0)
    rig.now += 90 * DAY
    whole = rig.chosen(15)
    monkeypatch.setattr("periplus.store.visits._CHUNK", 7)
    assert rig.chosen(15) == whole


def test_evidence_comes_before_age() -> None:
    rig = Rig(10)
    rig.now += 60 * DAY
    rig.table.visited(rig.row(rig.ids[4]), changed=False)
    rig.table.visited(rig.row(rig.ids[5]), changed=False)
    rig.table.expect_change(rig.row(rig.ids[4]), 0.3, "rose")
    rig.table.expect_change(rig.row(rig.ids[5]), 0.9, "date")
    assert rig.chosen()[:2] == [rig.ids[5], rig.ids[4]]
    assert next(iter(rig.table.upcoming(1))).url_id == rig.ids[5]
    rig.table.reschedule()
    assert rig.chosen()[:2] == [rig.ids[5], rig.ids[4]]
    rig.table.visited(rig.row(rig.ids[5]), changed=True)
    assert rig.ids[5] not in rig.chosen()
    rig.table.withdraw(rig.row(rig.ids[4]))
    assert rig.row(rig.ids[4]).due > rig.now
    assert rig.ids[4] not in rig.chosen()


def test_a_list_that_brings_much_is_looked_at_before_it_has_rolled_over() -> None:
    rig = Rig(50)
    board = rig.enter("/board/1", importance=3.0)
    for _ in range(8):
        rig.now += DAY
        rig.table.visited(rig.row(board), changed=True, finds=80, entries=20)
    assert LEAST_INTERVAL <= rig.row(board).due - rig.now < DAY / 4


def test_what_is_gone_is_asked_for_ever_more_rarely() -> None:
    rig = Rig(3)
    page = rig.ids[0]
    waits = []
    for _ in range(12):
        row = rig.table.is_gone(rig.row(page), 404)
        waits.append(row.due - rig.now)
        rig.now = row.due
    assert waits[0] == DAY
    assert waits == sorted(waits)
    assert waits[-1] <= 366 * DAY
    assert rig.row(page).gone == 12
    assert rig.table.visited(rig.row(page), changed=False).gone == 0
    gone_for_good = rig.table.is_gone(rig.row(rig.ids[1]), 410)
    assert gone_for_good.due - rig.now > 2 * DAY


def test_what_told_nothing_is_put_off() -> None:
    rig = Rig(2)
    rig.table.postpone(rig.row(rig.ids[0]), 3600.0, "http-503")
    row = rig.row(rig.ids[0])
    assert (row.due, row.last, row.why) == (NOW + 3600.0, NOW, "http-503")


@pytest.mark.parametrize("back", [3600.0, 365 * DAY, 30 * 365 * DAY])
def test_visits_of_the_future_count_as_made_now(back: float) -> None:
    rig = Rig(5)
    rig.now = NOW - back
    assert rig.table.forget_the_future() == 5
    for url_id in rig.ids:
        row = rig.row(url_id)
        assert row.last == rig.now
        assert LEAST_INTERVAL <= row.due - rig.now <= LONGEST_INTERVAL
    rig.now += 60.0
    row = rig.table.visited(rig.row(rig.ids[0]), changed=True)
    assert math.isfinite(row.due)
    assert row.due > rig.now


def test_what_is_shared_is_kept_with_the_job() -> None:
    rig = Rig(20)
    rig.now += DAY
    rig.table.visited(rig.row(rig.ids[0]), changed=True)
    rig.table.sequence = 77
    rig.table.save()
    again = Timetable(rig.store, lambda: rig.now)
    assert (again.sequence, again.price) == (77, rig.table.price)
    template = rig.row(rig.ids[0]).template
    assert again.prior_of(template) == rig.table.prior_of(template)
    assert again.template_of(ORIGIN + "/thread/5") == template
    assert not again.set_price()


def test_values_are_those_of_the_index() -> None:
    rig = Rig(4)
    [part] = rig.store.visits.columns(math.inf)
    found = schedule.worth_now(part, NOW + DAY)
    assert np.allclose(found, value(part.rates, part.values, np.full(4, DAY)))
