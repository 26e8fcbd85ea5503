"""What a fetch reveals: means by pairs of arcs, the newer fetches counting more."""

import json

import numpy as np
import pytest

from periplus.plan.adaptive import revealed as module
from periplus.plan.adaptive.revealed import Revealed


def means(revealed: Revealed) -> dict[tuple[int, int], float]:
    sources, targets, values = revealed.entries()
    pairs = zip(sources.tolist(), targets.tolist(), strict=True)
    return dict(zip(pairs, values.tolist(), strict=True))


def test_a_list_of_thousands_counts_no_more_than_one_of_a_thousand() -> None:
    revealed = Revealed()
    revealed.learn(1, {2: 50_000.0})
    assert revealed.worth(1, [0.0, 0.0, 1.0]) == 1_000.0


def test_equal_fetches_make_their_own_mean() -> None:
    revealed = Revealed()
    for _ in range(5):
        revealed.learn(1, {2: 10, 3: 1})
    assert means(revealed) == pytest.approx({(1, 2): 10.0, (1, 3): 1.0})


def test_newer_fetches_count_more() -> None:
    drying, growing = Revealed(), Revealed()
    for number in (10, 0):
        drying.learn(1, {2: number})
    for number in (0, 10):
        growing.learn(1, {2: number})
    assert 0 < means(drying)[1, 2] < 5 < means(growing)[1, 2] < 10


def test_a_fetch_that_reveals_nothing_lowers_the_mean_and_is_known() -> None:
    revealed = Revealed()
    revealed.learn(1, {2: 8})
    before = means(revealed)[1, 2]  # asked in between: what was computed must not be kept
    revealed.learn(1, {})
    revealed.learn(4, {})
    assert means(revealed)[1, 2] < before
    assert revealed.is_known(4)
    assert not revealed.is_known(2)


def test_a_guess_of_little_weight_soon_gives_way() -> None:
    guessed, fetched = Revealed(), Revealed()
    guessed.learn(1, {2: 20}, weight=0.2)
    fetched.learn(1, {2: 20})
    assert means(guessed)[1, 2] == pytest.approx(20)
    for revealed in (guessed, fetched):
        revealed.learn(1, {2: 0})
    assert means(guessed)[1, 2] < means(fetched)[1, 2]


def test_state_survives_json() -> None:
    revealed, restored = Revealed(), Revealed()
    revealed.learn(1, {2: 3, 5: 1})
    revealed.learn(2, {})
    restored.restore(json.loads(json.dumps(revealed.save())))
    for each in (revealed, restored):
        each.learn(1, {2: 9})
    assert means(restored) == means(revealed)
    assert restored.is_known(2)


def test_what_was_revealed_long_ago_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_TARGETS", 4)
    revealed = Revealed()
    revealed.learn(1, {2: 1, 3: 5, 4: 5})
    revealed.learn(1, {5: 5, 6: 5})
    assert {target for _, target in means(revealed)} == {5, 6}


def test_what_leads_to_more_of_its_kind_is_known() -> None:
    revealed = Revealed()
    revealed.learn(1, {1: 2, 2: 3, 3: 7})
    revealed.learn(3, {1: 4})
    kinds = np.array([0, 5, 5, 6], np.int32)
    assert revealed.bred(kinds).tolist() == pytest.approx([0.0, 5.0, 0.0, 0.0])


def test_means_follow_every_fetch() -> None:
    revealed = Revealed()
    revealed.learn(1, {2: 10})
    revealed.learn(3, {2: 4})
    assert means(revealed) == pytest.approx({(1, 2): 10.0, (3, 2): 4.0})
    revealed.learn(1, {4: 5})
    kept = 0.85 / 1.85
    assert means(revealed) == pytest.approx({(1, 2): 10 * kept, (1, 4): 5 / 1.85, (3, 2): 4.0})
    assert revealed.are_known(5).tolist() == [False, True, False, True, False]


def test_what_one_arc_revealed_may_count_for_another() -> None:
    revealed = Revealed()
    revealed.learn(1, {2: 10})
    revealed.learn(3, {2: 4, 5: 2})
    revealed.hand_over(1, 3)
    assert means(revealed) == pytest.approx({(3, 2): 7.0, (3, 5): 1.0})
    revealed.hand_over(4, 6)  # of which nothing is known
    assert revealed.are_known(7).tolist() == [False, False, False, True, False, False, False]


def test_what_was_revealed_once_is_hoped_for_a_few_fetches_long() -> None:
    revealed = Revealed()
    revealed.learn(1, {2: 1})
    revealed.count(1, [2], [0.0, 0.0, 50.0], is_fruit=False)
    dry = []
    for _ in range(6):
        revealed.learn(1, {3: 9})
        revealed.count(1, [3], [0.0, 0.0, 50.0, 0.0], is_fruit=False)  # new links, but of no worth
        dry.append(revealed.is_dry(1))
    assert dry == [False, False, False, True, True, True]
    assert revealed.worth(1, [0.0, 0.0, 50.0, 0.0]) == 0.0
    assert revealed.are_dry(4).tolist() == [False, True, False, False]
    revealed.count(
        1, [4], [0.0, 0.0, 50.0, 0.0], is_fruit=False
    )  # of a kind of which nothing is known yet
    assert not revealed.is_dry(1)


def test_a_hub_is_not_dry() -> None:
    revealed = Revealed()
    for at in range(30):
        revealed.count(1, [2] if at % 5 == 0 else [], [0.0, 0.0, 50.0], is_fruit=False)
    assert not revealed.is_dry(1)
    for _ in range(20):
        revealed.count(1, [], [], is_fruit=False)
    assert not revealed.is_dry(1)


def test_what_bears_itself_is_not_dry() -> None:
    revealed = Revealed()
    revealed.count(1, [2], [0.0, 0.0, 50.0], is_fruit=False)
    for _ in range(6):
        revealed.count(1, [], [], is_fruit=False)
    assert revealed.is_dry(1)
    revealed.count(1, [], [], is_fruit=True)
    assert not revealed.is_dry(1)


def test_what_never_revealed_anything_is_not_dry_but_empty() -> None:
    revealed = Revealed()
    for _ in range(50):
        revealed.count(1, [], [], is_fruit=False)
    assert not revealed.is_dry(1)


def test_runs_are_saved() -> None:
    revealed = Revealed()
    revealed.learn(1, {2: 1})
    revealed.count(1, [2], [0.0, 0.0, 50.0], is_fruit=False)
    for _ in range(9):
        revealed.count(1, [], [], is_fruit=False)
    other = Revealed()
    other.restore(json.loads(json.dumps(revealed.save())))
    assert other.is_dry(1)
    older = {key: value for key, value in revealed.save().items() if key != "runs"}
    other.restore(older)
    assert not other.is_dry(1)
