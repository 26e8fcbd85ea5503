"""What can be set, and what cannot."""

from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.page.options import LabelStyle
from periplus.plan.acebot.settings import AceBotSettings, settings_of


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert settings_of({"sample": None, "plans": [], "other": 3}) == AceBotSettings()


def test_options_are_taken() -> None:
    settings = settings_of({"sample": 9, "steps": 2, "completion": 0.85, "label": "id"})
    assert settings == AceBotSettings(9, 2, 0.85, LabelStyle.ID)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("sample", 0),
        ("steps", 0),
        ("steps", 9),
        ("completion", 0.0),
        ("completion", 1.1),
        ("label", "name"),
        ("repeats", 0),
        ("patterns", 0),
    ],
)
def test_values_out_of_range_are_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=option):
        settings_of({option: value})
