"""What can be set about xCrawl. The documented figures were made with these values."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from periplus.errors import ConfigError


@dataclass(frozen=True, slots=True)
class XcrawlSettings:
    """Defaults; `faithful` walks as the paper does, else links are chosen by their kind."""

    faithful: bool = False
    restart: float = 0.15  # after each page: begin again at a random authority
    iterations: int = 50  # restarts without a new hub that end the walk
    damping: float = 0.85  # of PageRank

    def __post_init__(self) -> None:
        checks = (
            (0 < self.restart <= 1, "restart must be above 0 and at most 1"),
            (self.iterations >= 1, "iterations must be at least 1"),
            (0 <= self.damping < 1, "damping must be at least 0 and below 1"),
        )
        for ok, message in checks:
            if not ok:
                raise ConfigError(f"wrong setting: {message}")


def settings_of(options: Mapping[str, Any]) -> XcrawlSettings:
    """The settings that a crawl's options name; others have their defaults.

    Raises:
        ConfigError: a value is out of its range.
    """
    names = {field.name for field in fields(XcrawlSettings)}
    given = {key: value for key, value in options.items() if key in names and value is not None}
    return XcrawlSettings(**given)
