"""URLs first seen in a refresh: which of them are asked for, and in what order.

A strategy that ended a crawl because the rest was not worth a request has left URLs waiting. What
it would have left then is left now: only kinds of pages that it fetched and found worth having are
asked for, or links that it now wants more than anything it left behind.
"""

import heapq
from collections import Counter
from typing import Any

from periplus import url as urls
from periplus.crawl.events import StopReason
from periplus.crawl.schedule import Timetable
from periplus.plan.strategy import Verdict
from periplus.store import JobStore, PageRow, Taken

_KEPT = "refresh"
_ENOUGH_PAGES = 3
_WORTHY_SHARE = 0.3


class NewUrls:
    """The queue of new URLs, by origin. They wait in the frontier, too: a kill loses nothing."""

    def __init__(self, store: JobStore, timetable: Timetable, outcome: StopReason | None) -> None:
        self._store = store
        self._timetable = timetable
        kept: dict[str, Any] = store.get_meta(_KEPT) or {
            "first": store.url_count + 1,
            "left": store.best_priority(),
            "satisfied": outcome is StopReason.SATISFIED,
        }
        store.set_meta(_KEPT, {**kept, "left": max(kept["left"], -1e300)})
        self._first = int(kept["first"])
        self._left = float(kept["left"])
        self._is_choosy = bool(kept["satisfied"])
        self._queued: set[int] = set()
        self._heaps: dict[str, list[tuple[float, int]]] = {}
        self._fetched: Counter[int] = Counter()
        self._worthy: Counter[int] = Counter()
        self._is_counted = False
        self.look()

    def __len__(self) -> int:
        return sum(map(len, self._heaps.values()))

    def look(self) -> None:
        """Find what has been let wait since the last look."""
        for url_id in self._store.waiting_from(self._first):
            if url_id in self._queued:
                continue
            self._queued.add(url_id)
            row = self._store.row(url_id)
            priority = self._store.priority(row.group or "")
            if self._is_wanted(row.url, priority):
                heap = self._heaps.setdefault(urls.origin(row.url), [])
                heapq.heappush(heap, (-priority, url_id))

    def is_worthy_kind(self, url: str) -> bool:
        """Whether pages of that kind were fetched and worth having."""
        self._count()
        template = self._timetable.template_of(url)
        fetched = self._fetched[template]
        return fetched >= _ENOUGH_PAGES and self._worthy[template] >= _WORTHY_SHARE * fetched

    def origins(self) -> list[str]:
        """Those with URLs to ask for."""
        return [origin for origin, heap in self._heaps.items() if heap]

    def take(self, origin: str) -> Taken | None:
        """The best one of an origin."""
        heap = self._heaps.get(origin)
        while heap:
            _, url_id = heapq.heappop(heap)
            taken = self._store.take_url(url_id)
            if taken is not None:
                return taken
        return None

    def give_back(self, taken: Taken) -> None:
        """It waits again."""
        self._store.give_back(taken.url_id)
        self._queued.discard(taken.url_id)

    def learn(self, page: PageRow, url: str) -> None:
        """A new page was fetched."""
        template = self._timetable.template_of(url)
        self._fetched[template] += 1
        self._worthy[template] += page.verdict is Verdict.VALUABLE

    def _is_wanted(self, url: str, priority: float) -> bool:
        if not self._is_choosy or priority > self._left:
            return True
        return self.is_worthy_kind(url)

    def _count(self) -> None:
        """How many pages of each kind there are and were worth having."""
        if self._is_counted:
            return
        self._is_counted = True
        for page in self._store.pages():
            visit = self._store.visits.get(page.url_id)
            if visit is not None:
                self._fetched[visit.template] += 1
                self._worthy[visit.template] += page.verdict is Verdict.VALUABLE


def forget_refresh(store: JobStore) -> None:
    """A crawl goes on: what a later refresh counts as new begins after it."""
    if store.get_meta(_KEPT) is not None:
        store.set_meta(_KEPT, None)
