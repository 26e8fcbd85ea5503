"""The heap of due times."""

import math

from periplus.change.agenda import Agenda


def test_keys_come_when_they_are_due_in_order() -> None:
    agenda: Agenda[str] = Agenda()
    for key, when in (("late", 30.0), ("early", 10.0), ("middle", 20.0)):
        agenda.put(key, when)
    assert agenda.next_time == 10.0
    assert agenda.take(5.0) is None
    assert list(agenda.take_all(25.0)) == ["early", "middle"]
    assert len(agenda) == 1
    assert "late" in agenda


def test_a_new_time_replaces_the_old_one() -> None:
    agenda: Agenda[str] = Agenda()
    agenda.put("page", 1.0)
    agenda.put("page", 50.0)
    assert agenda.take(10.0) is None
    assert agenda.take(50.0) == "page"
    assert agenda.take(math.inf) is None


def test_never_and_removed_are_off() -> None:
    agenda: Agenda[int] = Agenda()
    agenda.put(1, 1.0)
    agenda.put(1, math.inf)
    agenda.put(2, 1.0)
    agenda.remove(2)
    agenda.remove(3)
    assert len(agenda) == 0
    assert agenda.next_time == math.inf


def test_what_is_no_time_is_now() -> None:
    agenda: Agenda[int] = Agenda()
    agenda.put(1, math.nan)
    assert agenda.take(0.0) == 1


def test_many_changes_of_mind_keep_it_small() -> None:
    agenda: Agenda[int] = Agenda()
    for turn in range(10_000):
        agenda.put(turn % 10, float(turn))
    assert len(agenda._heap) < 200
    assert list(agenda.take_all(1e9)) == list(range(10))
