"""The strategies by name."""

from collections.abc import Callable

from periplus.errors import ConfigError
from periplus.plan.adaptive import Adaptive
from periplus.plan.deque import DequeSampler
from periplus.plan.irobot.strategy import IRobot
from periplus.plan.orders import BreadthFirst, DepthFirst, Random
from periplus.plan.pagerank import PageRank
from periplus.plan.strategy import Strategy

STRATEGIES: dict[str, Callable[[int], Strategy]] = {
    "adaptive": Adaptive,
    "bfs": BreadthFirst,
    "dfs": DepthFirst,
    "random": Random,
    "deque": DequeSampler,
    "irobot": IRobot,
    "pagerank": PageRank,
}


def make_strategy(name: str, seed: int) -> Strategy:
    """A fresh strategy.

    Raises:
        ConfigError: there is no strategy of that name.
    """
    try:
        make = STRATEGIES[name]
    except KeyError:
        raise ConfigError(
            f"unknown strategy '{name}'; there are {', '.join(sorted(STRATEGIES))}"
        ) from None
    return make(seed)
