"""Settings of iRobot: defaults, options, ranges."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.irobot.settings import IRobotSettings, settings_of


def test_options_of_other_strategies_are_left_alone() -> None:
    assert settings_of({"steps": 3, "sample": 40, "faithful": None}) == IRobotSettings(sample=40)


@pytest.mark.parametrize(
    "option",
    [{"sample": 0}, {"window": 1}, {"unclassified": 0}, {"explore_share": 2}, {"fresh": 0}],
)
def test_a_value_out_of_range_is_named(option: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(option))):
        settings_of(option)
