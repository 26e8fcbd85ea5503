"""Columns by URL id: they grow without losing rows, and keep only what there is room for."""

import json

import pytest

from periplus.plan.adaptive import waiting as module
from periplus.plan.adaptive.arcs import NO_ARC
from periplus.plan.adaptive.waiting import Waiting


def test_room_is_made_for_a_url_and_rows_are_kept() -> None:
    waiting = Waiting(str)
    waiting.make_room(3)
    waiting.arc[3], waiting.pattern[3], waiting.version[3] = 7, 5, 2
    waiting.make_room(1000)
    assert (waiting.arc[3], waiting.pattern[3], waiting.version[3]) == (7, 5, 2)
    assert (waiting.arc[1000], waiting.pattern[1000], waiting.version[1000]) == (NO_ARC, -1, 0)


def test_room_is_never_taken_away() -> None:
    waiting = Waiting(str)
    waiting.make_room(50)
    rows = len(waiting.arc)
    waiting.make_room(2)
    assert len(waiting.arc) == len(waiting.pattern) == len(waiting.version) == rows


def test_what_finds_no_room_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_URLS", 2)
    monkeypatch.setattr(module, "_MOST_NUMBERED", 1)
    waiting = Waiting(str)
    for target in (1, 2, 3):
        waiting.put_url(target, f"http://site.test/{target}")
        waiting.put_numbers(target, {0: float(target)})
    assert list(waiting.urls) == [1, 2]
    assert waiting.numbers == {1: {0: 1.0}}


def test_a_url_counts_as_the_page_it_stands_for_until_that_has_proved_wrong() -> None:
    waiting = Waiting(str)
    waiting.make_room(9)
    for target in range(1, 9):
        waiting.pattern[target] = 5
        waiting.stand_for(target, 3)
    assert waiting.pattern_of(8) == 3
    assert waiting.try_stand_in(1, is_barren=True) == []
    waiting.forget(1)
    assert waiting.try_stand_in(2, is_barren=True) == []
    waiting.forget(2)
    assert waiting.try_stand_in(3, is_barren=True) == [4, 5, 6, 7, 8]
    waiting.stand_for(4, 3)
    assert waiting.pattern_of(4) == 5


def test_stand_ins_of_one_shape_prove_each_other_wrong() -> None:
    shapes = {1: "/*?a&b", 2: "/*?a&b", 3: "/*", 4: "/*?c"}
    waiting = Waiting(shapes.__getitem__)
    waiting.make_room(9)
    for target, own in zip(range(1, 9), (1, 2, 1, 2, 1, 2, 4, 4), strict=True):
        waiting.pattern[target] = own
        waiting.stand_for(target, 3)
    for target in (1, 2):
        assert waiting.try_stand_in(target, is_barren=True) == []
        waiting.forget(target)
    assert waiting.try_stand_in(3, is_barren=True) == [4, 5, 6]


def test_state_survives_json() -> None:
    waiting, restored = Waiting(str), Waiting(str)
    waiting.make_room(9)
    waiting.arc[9], waiting.pattern[8], waiting.version[7] = 4, 3, 2
    waiting.put_url(9, "http://site.test/a")
    waiting.put_numbers(9, {-1: 12.0, 2: 0.5})
    waiting.stand_for(9, 6)
    waiting.try_stand_in(9, is_barren=True)
    restored.restore(json.loads(json.dumps(waiting.save())))
    assert (restored.arc, restored.pattern) == (waiting.arc, waiting.pattern)
    assert restored.version == waiting.version
    assert restored.urls == waiting.urls
    assert (restored.stands_for, restored.stand_ins) == ({9: 6}, {"-1": [1, 0]})
    assert restored.numbers == waiting.numbers
    restored.make_room(500)  # the columns still grow
    assert restored.arc[9] == 4


def test_what_many_pages_show_is_known() -> None:
    waiting = Waiting(str)
    waiting.make_room(9)
    for target, times in ((2, 3), (3, 5), (5, 8)):
        waiting.plain.add(target)
        for _ in range(times):
            waiting.show_again(target)
    waiting.show_again(7)
    assert waiting.often_shown(5) == [3, 5]
    waiting.forget(3)
    assert waiting.often_shown(5) == [5]


def test_arcs_in_which_a_much_shown_url_waits_are_known() -> None:
    waiting = Waiting(str)
    waiting.make_room(9)
    for target, arc in ((2, 1), (3, 2), (5, 3)):
        waiting.arc[target] = arc
    waiting.plain |= {2, 5, 7}  # the last one waits nowhere
    assert waiting.are_often_shown(5).tolist() == [False, True, False, True, False]
