"""A behaviour strategy from the options that a user gave."""

from collections.abc import Mapping
from typing import Any

from periplus.errors import ConfigError
from periplus.plan.behaviour.model import Behaviour, read_behaviour
from periplus.plan.behaviour.ranking import Ordering
from periplus.plan.behaviour.strategy import BehaviourOrder

BEHAVIOUR_OPTIONS = frozenset({"behaviour", "purpose", "patterns_only"})


def make_behaviour(seed: int, options: Mapping[str, Any] | None = None) -> BehaviourOrder:
    """The strategy; `behaviour` is a `Behaviour`, or the name and the text of its file.

    Raises:
        ConfigError: there is no behaviour, a damaged one, or an option for another strategy.
    """
    given = dict(options or {})
    unknown = sorted(given.keys() - BEHAVIOUR_OPTIONS)
    if unknown:
        raise ConfigError(f"the strategy behaviour takes no {unknown[0].replace('_', '-')}")
    if "behaviour" not in given:
        raise ConfigError(
            "the strategy behaviour needs to know the visitors: make a file with "
            "periplus mine LOG -o behaviour.json and name it with --behaviour"
        )
    behaviour = given["behaviour"]
    if not isinstance(behaviour, Behaviour):
        name, text = behaviour
        behaviour = read_behaviour(text, name)
    return BehaviourOrder(
        behaviour,
        Ordering(given.get("purpose", Ordering.FETCH)),
        patterns_only=bool(given.get("patterns_only", False)),
    )
