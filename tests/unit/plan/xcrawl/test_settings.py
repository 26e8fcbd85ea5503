"""What can be set about xCrawl."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.xcrawl.settings import XcrawlSettings, settings_of


def test_options_that_are_none_keep_their_defaults() -> None:
    assert settings_of({"restart": None, "examples": ("x",)}) == XcrawlSettings()
    assert settings_of({"restart": 0.3, "iterations": 7}).iterations == 7


@pytest.mark.parametrize(
    "options", [{"restart": 0.0}, {"restart": 1.5}, {"iterations": 0}, {"damping": 1.0}]
)
def test_values_out_of_range_are_named(options: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match=next(iter(options))):
        settings_of(options)
