"""What can be set about iRobot. The documented figures were made with these values."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from periplus.errors import ConfigError


@dataclass(frozen=True, slots=True)
class IRobotSettings:
    """Defaults; `faithful` takes the paper's rules where ours differ."""

    sample: int = 500  # pages fetched before the site map is made
    faithful: bool = False
    probes: int = 2  # pages fetched of a kind of URL that the sample did not have
    explore_share: float = 0.03  # of the requests online that may go to such pages
    window: int = 40  # pages over which the share of unclassified ones is watched
    unclassified: float = 0.5  # share that means: the site has changed
    fresh: int = 20  # pages more that are waited for before learning again

    def __post_init__(self) -> None:
        checks = (
            (self.sample >= 1, "sample must be at least 1"),
            (self.probes >= 0, "probes must not be negative"),
            (0 <= self.explore_share <= 1, "explore_share must be between 0 and 1"),
            (self.window >= 2, "window must be at least 2"),
            (0 < self.unclassified <= 1, "unclassified must be above 0 and at most 1"),
            (self.fresh >= 1, "fresh must be at least 1"),
        )
        for ok, message in checks:
            if not ok:
                raise ConfigError(f"wrong setting: {message}")


def settings_of(options: Mapping[str, Any]) -> IRobotSettings:
    """The settings that a crawl's options name; others have their defaults.

    Raises:
        ConfigError: a value is out of its range.
    """
    names = {field.name for field in fields(IRobotSettings)}
    given = {key: value for key, value in options.items() if key in names and value is not None}
    return IRobotSettings(**given)
