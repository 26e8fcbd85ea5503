"""An xCrawl strategy from the options that a user gave."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from periplus.errors import ConfigError
from periplus.plan.xcrawl.settings import XcrawlSettings
from periplus.plan.xcrawl.strategy import Xcrawl

XCRAWL_OPTIONS = frozenset(
    {
        "examples",
        "example_pages",
        "sites",
        "verdicts",
        *(field.name for field in fields(XcrawlSettings)),
    }
)


def make_xcrawl(seed: int, options: Mapping[str, Any] | None = None) -> Xcrawl:
    """The strategy.

    Raises:
        ConfigError: it is not said what to look for, or an option is for another strategy.
    """
    given = dict(options or {})
    unknown = sorted(given.keys() - XCRAWL_OPTIONS)
    if unknown:
        raise ConfigError(f"the strategy xcrawl takes no {unknown[0].replace('_', '-')}")
    if not any(given.get(key) for key in ("examples", "example_pages")) and "verdicts" not in given:
        raise ConfigError(
            "the strategy xcrawl needs examples of what to look for: "
            "periplus find --like URL --site URL"
        )
    return Xcrawl(seed, given)
