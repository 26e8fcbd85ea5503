"""The plain orders: breadth-first, depth-first, random. They learn nothing and fetch everything."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import xxhash

from periplus.page.view import Stage
from periplus.plan.clickable import NOT_CLICKABLE, hint_rows
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit

_ONE_GROUP = "all"


class _Order(ABC):
    """Follows every link; subclasses say in which order."""

    name: ClassVar[str]
    needs: ClassVar[Stage] = Stage.LINKS

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._links_seen = 0

    def judge(self, visit: Visit) -> Judgement:
        choices = []
        hints = hint_rows(visit)
        for offered in visit.links:
            if offered.row in hints:
                choices.append(NOT_CLICKABLE)
                continue
            self._links_seen += 1
            choices.append(Choice(Reason.FOLLOW, _ONE_GROUP, self._rank(offered.target)))
        return Judgement(choices)

    @abstractmethod
    def _rank(self, target: int) -> float:
        """The place of a URL in the order: small ones first."""

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {"links_seen": self._links_seen}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._links_seen = int(state["links_seen"])


class BreadthFirst(_Order):
    """First seen, first fetched."""

    name = "bfs"

    def _rank(self, target: int) -> float:
        return float(self._links_seen)


class DepthFirst(_Order):
    """Last seen, first fetched."""

    name = "dfs"

    def _rank(self, target: int) -> float:
        return -float(self._links_seen)


class Random(_Order):
    """A shuffle that depends on the seed and the URL alone, so a resumed crawl keeps it."""

    name = "random"

    def _rank(self, target: int) -> float:
        return float(xxhash.xxh3_64_intdigest(target.to_bytes(8, "big"), seed=self._seed) >> 11)
