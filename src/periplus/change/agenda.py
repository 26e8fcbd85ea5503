"""The next page to visit in O(log n): a heap of the times at which pages are due."""

import heapq
import math
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Agenda(Generic[Key]):
    """Keys with due times. Putting a key again replaces its time."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Key]] = []
        self._turn: dict[Key, int] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._turn)

    def __contains__(self, key: Key) -> bool:
        return key in self._turn

    def put(self, key: Key, when: float) -> None:
        """Note when a key is due; an infinite time takes it off, one that is no number is now."""
        if math.isnan(when):
            when = -math.inf
        if when == math.inf:
            self._turn.pop(key, None)
            return
        self._count += 1
        self._turn[key] = self._count
        heapq.heappush(self._heap, (when, self._count, key))
        if len(self._heap) > 64 + 4 * len(self._turn):
            self._heap = [entry for entry in self._heap if self._turn.get(entry[2]) == entry[1]]
            heapq.heapify(self._heap)

    def remove(self, key: Key) -> None:
        """Take a key off, if it is on."""
        self._turn.pop(key, None)

    def _clean(self) -> None:
        while self._heap and self._turn.get(self._heap[0][2]) != self._heap[0][1]:
            heapq.heappop(self._heap)

    @property
    def next_time(self) -> float:
        """When the next key is due; infinite where there is none."""
        self._clean()
        return self._heap[0][0] if self._heap else math.inf

    def take(self, now: float) -> Key | None:
        """The key that is due longest, taken off; None where nothing is due."""
        if self.next_time > now or not self._heap:
            return None
        _, _, key = heapq.heappop(self._heap)
        del self._turn[key]
        return key

    def take_all(self, now: float) -> Iterator[Key]:
        """All keys that are due, in order."""
        while (key := self.take(now)) is not None:
            yield key
