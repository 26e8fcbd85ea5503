"""Strategies by name."""

import pytest

from periplus.errors import ConfigError
from periplus.page.view import Stage
from periplus.plan.registry import CONFIGURABLE, STRATEGIES, make_strategy
from periplus.plan.strategy import Progress
from periplus.plan.topic import make_topic
from unit.plan.behaviour.behaviours import forum_behaviour

# What a strategy cannot do without.
NEEDED = {
    "behaviour": {"behaviour": forum_behaviour()},
    "topic": {"topic": make_topic({"fox": 1})},
    "xcrawl": {"examples": ("http://a.test/item/1",)},
}


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_name_makes_a_fresh_strategy_of_that_name(name: str) -> None:
    first, second = (make_strategy(name, 3, NEEDED.get(name)) for _ in range(2))
    assert first is not second
    assert first.name == name
    assert Stage.LINKS & first.needs
    assert first.is_done(Progress(0, 0, 1)) is False


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_a_strategy_saves_another_takes_up(name: str) -> None:
    saved = make_strategy(name, 3, NEEDED.get(name)).save()
    other = make_strategy(name, 3, NEEDED.get(name))
    other.restore(saved)
    assert other.save() == saved


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="unknown strategy 'best'") as caught:
        make_strategy("best", 0)
    assert all(name in str(caught.value) for name in STRATEGIES)


def test_options_that_a_strategy_does_not_have_are_refused() -> None:
    assert set(CONFIGURABLE) <= set(STRATEGIES)
    assert make_strategy("bfs", 0, {"some_option": None}).name == "bfs"
    with pytest.raises(ConfigError, match="bfs takes no some-option"):
        make_strategy("bfs", 0, {"some_option": 3})
