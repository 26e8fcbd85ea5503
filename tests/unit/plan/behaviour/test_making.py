import pytest

from periplus.errors import ConfigError
from periplus.plan.behaviour.making import make_behaviour
from periplus.plan.behaviour.model import behaviour_text
from periplus.plan.registry import make_strategy
from unit.plan.behaviour.behaviours import forum_behaviour


def test_without_a_file_it_says_how_to_make_one() -> None:
    with pytest.raises(ConfigError, match="periplus mine"):
        make_strategy("behaviour", 0)


def test_from_a_file_or_a_behaviour() -> None:
    behaviour = forum_behaviour()
    for given in (behaviour, ("b.json", behaviour_text(behaviour))):
        options = {"behaviour": given, "purpose": "discovery", "patterns_only": True}
        assert make_strategy("behaviour", 0, options).name == "behaviour"


def test_options_of_other_strategies_are_refused() -> None:
    with pytest.raises(ConfigError, match="takes no sample"):
        make_behaviour(0, {"behaviour": forum_behaviour(), "sample": 3})
    with pytest.raises(ConfigError, match="bfs takes no behaviour"):
        make_strategy("bfs", 0, {"behaviour": forum_behaviour()})
