"""Pages under way in the browser: which are worth it, and what they want to load. No browser here.

The core asks; `fetch.browser` shows. What a page loads is queued here by origin and goes out as any
request does, before the next page of its origin.
"""

from collections import deque

from periplus import url as urls
from periplus.crawl.counters import Counters
from periplus.crawl.events import Reading, Refuse, ResourceWanted
from periplus.crawl.recall import HAS_RENDERED
from periplus.crawl.settings import RenderMode
from periplus.errors import RefusedError
from periplus.exchange import Response
from periplus.site.render_gain import RenderGain
from periplus.store import JobStore

# Pages that were fetched and wait for the browser, or are in it; more would only fill memory.
MOST_UNDER_WAY = 3
_META = "rendering"


class ResourceRefused(RefusedError):
    """What a page wanted to load is not asked for."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.reason = reason


class Renderings:
    """What of a crawl goes through the browser."""

    def __init__(self, mode: RenderMode, store: JobStore | None, counters: Counters) -> None:
        self.mode = mode
        self._store = store
        self._counters = counters
        stored = store.get_meta(_META, []) if store is not None else []
        self._gain = RenderGain.from_json(stored)
        self._wanted: dict[str, deque[ResourceWanted]] = {}
        self.under_way = 0

    @classmethod
    def off(cls) -> "Renderings":
        """For crawls without a browser."""
        return cls(RenderMode.NEVER, None, Counters())

    @property
    def has_room(self) -> bool:
        """Whether another page may be fetched."""
        return self.under_way < MOST_UNDER_WAY

    def wants(self, response: Response, reading: Reading) -> bool:
        """Whether a page goes through the browser."""
        view = reading.view
        if self.mode is RenderMode.NEVER or response.status != 200 or view is None:
            return False
        if self.mode is RenderMode.ALWAYS:
            return True
        return reading.has_scripts and self._gain.wants(view)

    def ended(self, plain: Reading, shown: Reading | None) -> Reading:
        """A rendering is over: what the page is taken for."""
        self.under_way -= 1
        if shown is None or shown.view is None or plain.view is None:
            return plain
        self._counters.rendered += 1
        self._counters.render_gains += self._gain.judge(plain.view, shown.view).is_any
        return shown

    def save(self) -> None:
        """Put what was learned into the store, before a commit."""
        if self._store is not None and self.mode is not RenderMode.NEVER:
            self._store.set_meta(_META, self._gain.to_json())
            if self._counters.rendered:
                self._store.set_meta(HAS_RENDERED, True)

    # what pages want to load

    def want(self, wanted: ResourceWanted, stopping: str | None = None) -> list[Refuse]:
        """A page wants something. It gets nothing more of a crawl that is stopping."""
        if stopping is not None:
            return [Refuse(wanted, stopping)]
        self._wanted.setdefault(urls.origin(wanted.request.url), deque()).append(wanted)
        return []

    def refuse(self, reason: str, origin: str | None = None) -> list[Refuse]:
        """Nothing that is wanted of an origin, or at all, is asked for."""
        return [Refuse(wanted, reason) for wanted in self.drop(origin)]

    def origins(self) -> list[str]:
        """Those of which something is wanted."""
        return list(self._wanted)

    def next(self, origin: str) -> ResourceWanted | None:
        """What to ask of an origin first."""
        queue = self._wanted.get(origin)
        if not queue:
            return None
        wanted = queue.popleft()
        if not queue:
            del self._wanted[origin]
        return wanted

    def drop(self, origin: str | None = None, page: int | None = None) -> list[ResourceWanted]:
        """Take out what is wanted of an origin, by a page, or at all."""
        dropped: list[ResourceWanted] = []
        for name in [origin] if origin is not None else list(self._wanted):
            queue = self._wanted.pop(name, deque())
            kept = deque(one for one in queue if page is not None and one.page != page)
            dropped += [one for one in queue if page is None or one.page == page]
            if kept:
                self._wanted[name] = kept
        return dropped
