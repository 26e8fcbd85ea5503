"""The strategies by name."""

from collections.abc import Callable, Mapping
from typing import Any

from periplus.errors import ConfigError
from periplus.plan.acebot import AceBot
from periplus.plan.adaptive.crawling import evidence_of
from periplus.plan.adaptive.making import make_adaptive
from periplus.plan.behaviour.making import make_behaviour
from periplus.plan.deque import DequeSampler
from periplus.plan.irobot.strategy import IRobot
from periplus.plan.orders import BreadthFirst, DepthFirst, Random
from periplus.plan.pagerank import PageRank
from periplus.plan.strategy import Strategy
from periplus.plan.topic.strategy import TopicFirst
from periplus.plan.xcrawl.making import make_xcrawl

STRATEGIES: dict[str, Callable[[int], Strategy]] = {
    "acebot": AceBot,
    "adaptive": make_adaptive,
    "behaviour": make_behaviour,
    "bfs": BreadthFirst,
    "dfs": DepthFirst,
    "random": Random,
    "deque": DequeSampler,
    "irobot": IRobot,
    "pagerank": PageRank,
    "xcrawl": make_xcrawl,
    "topic": TopicFirst,
}

# Those that a user can set more about than the seed.
CONFIGURABLE: dict[str, Callable[[int, Mapping[str, Any]], Strategy]] = {
    "acebot": AceBot,
    "adaptive": make_adaptive,
    "behaviour": make_behaviour,
    "irobot": IRobot,
    "xcrawl": make_xcrawl,
    "topic": TopicFirst,
}


# Those whose saved state says what was expected of a page or a group when it was decided upon.
EVIDENCE: dict[str, Callable[[Mapping[str, Any], int, str | None], dict[str, Any] | None]] = {
    "adaptive": evidence_of,
}


def make_strategy(name: str, seed: int, options: Mapping[str, Any] | None = None) -> Strategy:
    """A fresh strategy.

    Args:
        name: one of STRATEGIES.
        seed: for whatever it draws.
        options: what else was set about it; None values count as not given.

    Raises:
        ConfigError: there is no strategy of that name, or it has no such options.
    """
    given = {key: value for key, value in (options or {}).items() if value is not None}
    try:
        make = STRATEGIES[name]
    except KeyError:
        raise ConfigError(
            f"unknown strategy '{name}'; there are {', '.join(sorted(STRATEGIES))}"
        ) from None
    if not given:
        return make(seed)
    if name not in CONFIGURABLE:
        raise ConfigError(f"the strategy {name} takes no {sorted(given)[0].replace('_', '-')}")
    return CONFIGURABLE[name](seed, given)
