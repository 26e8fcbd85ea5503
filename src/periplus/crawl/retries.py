"""URLs that failed and are to be asked for again, by the moment from which they may be."""

import heapq
from dataclasses import dataclass, field

from periplus import url as urls
from periplus.store import Taken


@dataclass(order=True, slots=True)
class _Retry:
    ready_at: float
    taken: Taken = field(compare=False)


class Retries:
    """A queue over time. What is in it stays taken in the store."""

    def __init__(self) -> None:
        self._heap: list[_Retry] = []

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def next_at(self) -> float:
        """When the first one may be asked for; infinite where there is none."""
        return self._heap[0].ready_at if self._heap else float("inf")

    def push(self, ready_at: float, taken: Taken) -> None:
        """Ask for a URL again, from that moment on."""
        heapq.heappush(self._heap, _Retry(ready_at, taken))

    def pop_due(self, now: float) -> Taken | None:
        """The first one whose moment has come."""
        return heapq.heappop(self._heap).taken if self.next_at <= now else None

    def drop(self, origin: str | None = None) -> list[Taken]:
        """Take out those of an origin, or all."""
        out = [r for r in self._heap if origin is None or urls.origin(r.taken.url) == origin]
        gone = {id(retry) for retry in out}
        self._heap = [r for r in self._heap if id(r) not in gone]
        heapq.heapify(self._heap)
        return [retry.taken for retry in out]
