"""The crawler that knows everything: connected greedy over the true contents and links.

It repeatedly fetches the shortest path to the page that brings the most new items for each request
on that path. No crawler that must find its way can be expected to do better by much; the lower
bound in `lower_bound.py` says how much better any crawler could be.
"""

import heapq
from collections import deque
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from periplus.bench.ragged import Ragged

_SLACK = 1e-12
_ROUNDING = 1e-9


class Oracle:
    """One run of the greedy. `items` are those that count, `links` the pages behind each page."""

    def __init__(self, items: Ragged, item_count: int, links: Ragged, start: int) -> None:
        self._items = items
        self._links = [list(map(int, links[row])) for row in range(len(links))]
        self._missing = np.ones(item_count, dtype=np.bool_)
        self._left = item_count
        self._distance = np.full(len(links), -1, dtype=np.int64)
        self._parent = np.full(len(links), -1, dtype=np.int64)
        self._start = start
        self.order: list[int] = []

    def run(self, target: float) -> list[int]:
        """The pages in the order they are fetched until `target` of the items is in hand."""
        allowed = int(np.floor((1.0 - target) * len(self._missing) + _ROUNDING))
        self._fetch([self._start])
        heap = self._first_heap()
        while heap and self._left > allowed:
            _, page = heapq.heappop(heap)
            path = self._path(page)
            gain = self._gain(path)
            if not path or not gain:
                continue
            value = -gain / len(path)
            if heap and value > heap[0][0] + _SLACK:
                heapq.heappush(heap, (value, page))  # gains only shrink: look again when it leads
            else:
                self._fetch(path)
        return self.order

    def _first_heap(self) -> list[tuple[float, int]]:
        lengths = self._items.lengths
        heap = [
            (-float(lengths[page]) / float(distance), page)
            for page, distance in enumerate(self._distance)
            if distance > 0 and lengths[page]
        ]
        heapq.heapify(heap)
        return heap

    def _path(self, page: int) -> list[int]:
        """Unfetched pages from the fetched set to the page, in the order to fetch them."""
        path = []
        while self._distance[page] > 0:
            path.append(page)
            page = int(self._parent[page])
        return path[::-1]

    def _gain(self, path: list[int]) -> int:
        if len(path) == 1:
            return int(np.count_nonzero(self._missing[self._items[path[0]]]))
        fresh: list[npt.NDArray[np.uint32]] = []
        for page in path:
            here = self._items[page]
            fresh.append(here[self._missing[here]])
        return len(np.unique(np.concatenate(fresh))) if fresh else 0

    def _fetch(self, path: Iterable[int]) -> None:
        for page in path:
            here = self._items[page]
            fresh = here[self._missing[here]]
            self._missing[fresh] = False
            self._left -= len(fresh)
            self._distance[page] = 0
            self.order.append(page)
        self._shorten(path)

    def _shorten(self, sources: Iterable[int]) -> None:
        """Distances from the fetched set, relaxed from the pages just added."""
        queue = deque(sources)
        distance, parent = self._distance, self._parent
        while queue:
            page = queue.popleft()
            further = distance[page] + 1
            for target in self._links[page]:
                if distance[target] < 0 or distance[target] > further:
                    distance[target] = further
                    parent[target] = page
                    queue.append(target)


def oracle_order(
    items: Ragged, item_count: int, links: Ragged, start: int, target: float = 1.0
) -> list[int]:
    """The connected greedy's pages, in order, until `target` of `item_count` items is in hand.

    Ids of `items` are below `item_count`, and each row holds an id at most once. Items that no
    reachable page holds leave the target out of reach; the order then ends with nothing to gain.
    """
    return Oracle(items, item_count, links, start).run(target)
