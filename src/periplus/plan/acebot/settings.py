"""What can be set about ACEBot: sample size, navigation steps, completion ratio, labels."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from periplus.errors import ConfigError
from periplus.page.options import LabelStyle


@dataclass(frozen=True, slots=True)
class AceBotSettings:
    """The paper's parameters; where a default differs from the paper's, it measured better."""

    sample: int = 800  # requests of the sample
    steps: int = 4  # navigation steps of a pattern, k
    completion: float = 0.95  # share of the sample's 2-grams that ends the selection, cr
    label: LabelStyle = LabelStyle.BOTH  # attributes in labels, a
    repeats: int | None = 3  # of a `+` when a pattern is scored, ac; None for any number
    patterns: int | None = None  # at most so many are selected

    def __post_init__(self) -> None:
        checks = (
            (self.sample >= 1, "sample must be at least 1"),
            (1 <= self.steps <= 8, "steps must be between 1 and 8"),
            (0 < self.completion <= 1, "completion must be above 0 and at most 1"),
            (self.repeats is None or self.repeats >= 1, "repeats must be at least 1"),
            (self.patterns is None or self.patterns >= 1, "patterns must be at least 1"),
        )
        for ok, message in checks:
            if not ok:
                raise ConfigError(f"wrong setting: {message}")


def settings_of(options: Mapping[str, Any]) -> AceBotSettings:
    """The settings that a crawl's options name; others have their defaults.

    Raises:
        ConfigError: a value is out of its range.
    """
    names = {field.name for field in fields(AceBotSettings)}
    given = {key: value for key, value in options.items() if key in names and value is not None}
    if "label" in given:
        try:
            given["label"] = LabelStyle(given["label"])
        except ValueError:
            styles = ", ".join(sorted(LabelStyle))
            raise ConfigError(f"wrong setting: label must be one of {styles}") from None
    return AceBotSettings(**given)
