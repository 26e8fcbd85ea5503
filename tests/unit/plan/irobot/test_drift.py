"""Noticing that a site has changed."""

from periplus.plan.irobot.drift import Drift


def test_learning_is_due_some_pages_after_most_fit_nothing() -> None:
    drift = Drift(window=4, share=0.5, fresh=2)
    answers = [drift.is_due(fits) for fits in (True, True, False, False, False, False)]
    assert answers == [False, False, False, False, False, True]


def test_a_few_strange_pages_are_no_change() -> None:
    drift = Drift(window=4, share=0.5, fresh=2)
    assert not any(drift.is_due(number % 4 != 0) for number in range(40))
    assert drift.unclassified == 0.25


def test_an_alarm_survives_a_restart() -> None:
    drift, again = Drift(3, 0.5, 2), Drift(3, 0.5, 2)
    for _ in range(3):
        drift.is_due(False)
    again.restore(drift.save())
    assert [again.is_due(True), again.is_due(True)] == [False, True]
