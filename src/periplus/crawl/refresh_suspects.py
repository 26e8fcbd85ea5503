"""Pages that answer 200 and are gone: told by what the site says to a URL that cannot exist."""

import random

from periplus import url as urls
from periplus.change.gone import SoftGone
from periplus.crawl.intake import ROBOTS_GROUP
from periplus.crawl.refresh_counts import RefreshCounts
from periplus.crawl.refresh_revisit import REPLACED, Meaning, Revisited, Revisits
from periplus.crawl.schedule import Timetable
from periplus.exchange import Response
from periplus.store import JobStore, Taken, VisitRow

_LETTERS = "abcdefghijkmnopqrstuvwxyz"
_NAME_LETTERS = 20


class Suspects:
    """Asks each origin once for a URL that it cannot have, when a page's text was replaced."""

    def __init__(
        self,
        store: JobStore,
        timetable: Timetable,
        revisits: Revisits,
        counts: RefreshCounts,
        seed: int,
    ) -> None:
        self._store = store
        self._timetable = timetable
        self._revisits = revisits
        self._counts = counts
        self._chance = random.Random(seed)  # noqa: S311  # for a name, not for a secret
        self._soft = SoftGone()
        self._probes: set[int] = set()
        self._probed: set[str] = set()
        self._waiting: list[tuple[VisitRow, Revisited]] = []

    def note(self, row: VisitRow, found: Revisited) -> Taken | None:
        """A visit; what to ask the site for, if that has to be known now."""
        if found.new is None or found.change.size < REPLACED or row.gone:
            return None
        self._waiting.append((row, found))
        url = self._store.url(row.url_id)
        origin = urls.origin(url)
        if origin in self._probed:
            self._judge()
            return None
        self._probed.add(origin)
        name = "".join(self._chance.choices(_LETTERS, k=_NAME_LETTERS))
        probe = urls.join(url, name) or f"{origin}/{name}"
        url_id = int(self._store.intern([probe])[0][0])
        self._probes.add(url_id)
        return Taken(url_id, probe, ROBOTS_GROUP, 0, 0)

    def is_probe(self, url_id: int) -> bool:
        """Whether a URL was asked for because it cannot exist."""
        return url_id in self._probes

    def answered(self, url_id: int, response: Response | None) -> None:
        """What the site says to it. None: nothing."""
        self._probes.discard(url_id)
        if response is not None and response.is_html and response.body:
            # The text of a true 404 is what other paths say with 200.
            self._soft.learn(self._revisits.fingerprint(response))
        self._judge()

    def _judge(self) -> None:
        for row, found in self._waiting:
            if found.new is not None and self._soft.is_gone(found.new, found.old):
                current = self._store.visits.get(row.url_id) or row
                self._timetable.is_gone(current, 404)
                self._counts.gone += 1
                self._counts.changed -= found.meaning is Meaning.CHANGED
        if not self._probes:
            self._waiting.clear()
