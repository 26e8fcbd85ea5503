"""The papers' sampler: pages from the front or the back of a double-ended queue, by a fair coin.

Both ends of one queue cannot be told to a frontier that orders by rank. So each URL is dealt to one
end when it is first seen, and a coin says after each page which end is next: the front gives its
oldest URL, the back its newest. Oldest and newest are taken equally often, as in the papers.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import xxhash

from periplus.page.view import Stage
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit

_FRONT = "front"
_BACK = "back"


class DequeSampler:
    """Follows every link, from both ends of the queue."""

    name: ClassVar[str] = "deque"
    needs: ClassVar[Stage] = Stage.LINKS

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._links_seen = 0
        self._pages_seen = 0

    def judge(self, visit: Visit) -> Judgement:
        choices = []
        for offered in visit.links:
            self._links_seen += 1
            if self._coin(b"link", offered.target):
                choices.append(Choice(Reason.FOLLOW, _FRONT, float(self._links_seen)))
            else:
                choices.append(Choice(Reason.FOLLOW, _BACK, -float(self._links_seen)))
        self._pages_seen += 1
        front_is_next = self._coin(b"page", self._pages_seen)
        return Judgement(choices, {_FRONT: float(front_is_next), _BACK: float(not front_is_next)})

    def _coin(self, what: bytes, number: int) -> bool:
        return xxhash.xxh3_64_intdigest(what + number.to_bytes(8, "big"), seed=self._seed) & 1 == 1

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {"links_seen": self._links_seen, "pages_seen": self._pages_seen}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._links_seen = int(state["links_seen"])
        self._pages_seen = int(state["pages_seen"])
