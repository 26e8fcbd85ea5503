"""xCrawl from a user's options."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.making import make_xcrawl


def test_without_examples_it_is_said_what_to_do() -> None:
    with pytest.raises(ConfigError, match="periplus find --like"):
        make_xcrawl(0)


def test_options_of_others_are_refused() -> None:
    with pytest.raises(ConfigError, match="xcrawl takes no patterns-only"):
        make_xcrawl(0, {"examples": ["http://a.test/"], "patterns_only": True})


def test_examples_or_verdicts_are_enough() -> None:
    assert make_xcrawl(0, {"examples": ["http://a.test/"], "restart": 0.2}).settings.restart == 0.2
    assert make_xcrawl(0, {"verdicts": Verdicts()}).verdicts is not None
