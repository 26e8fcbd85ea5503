"""Patterns as values."""

import pytest

from periplus.plan.acebot.patterns import Pattern, Step


def test_few_pages_are_believed_less() -> None:
    steps = (Step("a"),)
    lucky, proven = Pattern(steps, pages=2, score=100.0), Pattern(steps, pages=95, score=80.0)
    assert lucky.priority < proven.priority
    assert proven.priority == pytest.approx(76.0)


def test_a_pattern_written_by_hand_counts_as_it_says() -> None:
    assert Pattern((Step("a"),), score=50.0).priority == 50.0
