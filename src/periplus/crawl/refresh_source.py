"""What a refresh asks for: lists that tell of changes, new URLs, then pages by their value.

Everything that waits is in the database: new URLs in the frontier, visits by their due time. The
queues here are only the next few of them, so that a kill loses nothing but what was in flight.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from periplus import url as urls
from periplus.change.evidence import Sign, Signal, Trust
from periplus.change.gone import SiteState, SiteWatch
from periplus.crawl.counters import Counters
from periplus.crawl.events import Keep, Reading
from periplus.crawl.intake import ROBOTS_GROUP, Intake
from periplus.crawl.refresh_counts import RefreshCounts
from periplus.crawl.refresh_lists import MOST_SITEMAPS, feeds_of, lists_named, may_list, read_list
from periplus.crawl.refresh_new import NewUrls
from periplus.crawl.refresh_noise import NoiseBook
from periplus.crawl.refresh_revisit import Meaning, Revisited, Revisits
from periplus.crawl.refresh_suspects import Suspects
from periplus.crawl.refresh_turns import last_page_of, next_page_of
from periplus.crawl.schedule import Timetable
from periplus.crawl.schedule_entry import importance_of
from periplus.exchange import Purpose, Request, Response
from periplus.fetch.conditional import conditional_headers
from periplus.limits import Limits
from periplus.plan.strategy import Progress, Reason
from periplus.store import JobStore, Taken, VisitRow

_BATCH = 5_000
_LIST_IMPORTANCE = 50.0  # of a sitemap or feed: one request tells of many pages
_CLOSED_SECONDS = 7 * 86_400.0
_FAILED_SECONDS = 6 * 3_600.0
_LEAST_TRUST, _SURE = 0.3, 0.8
_TURNED_SHARE = 0.5  # of a list's entries: then its next page has moved as well
_SETTLED = (Meaning.NOT_MODIFIED, Meaning.SAME, Meaning.CHANGED, Meaning.BACK)


@dataclass(frozen=True, slots=True)
class Mode:
    """How a refresh ends."""

    eager: bool = False  # goes on with what is not due yet, while the budget lasts
    watch: bool = False  # waits for what becomes due


@dataclass(slots=True)
class _Asked:
    row: VisitRow | None  # None: never asked before (a sitemap, a probe)
    conditional: bool = False
    is_source: bool = False


class RefreshSource:
    """Implements `Source` over a timetable."""

    def __init__(
        self,
        store: JobStore,
        intake: Intake,
        counters: Counters,
        timetable: Timetable,
        revisits: Revisits,
        noise: NoiseBook,
        new: NewUrls,
        limits: Limits,
        mode: Mode,
        now: Callable[[], float],
        seed: int = 0,
    ) -> None:
        self._store = store
        self._intake = intake
        self._counters = counters
        self._timetable = timetable
        self._revisits = revisits
        self._noise = noise
        self._new = new
        self._limits = limits
        self._mode = mode
        self._now = now
        self._began = now()
        self._look_at = self._began
        self._sources: deque[Taken] = deque()
        self._known_sources: set[str] = set()
        self._expected: dict[str, deque[VisitRow]] = {}  # by evidence
        self._queues: dict[str, deque[VisitRow]] = {}  # by value
        self._is_values_turn = False
        self._asked: dict[int, _Asked] = {}
        self._trust = Trust.from_json(store.get_meta("trust", {}))
        self.watch = SiteWatch()
        self.counts = RefreshCounts()
        self._suspects = Suspects(store, timetable, revisits, self.counts, seed)
        self.due_at_start = store.visits.count_due(self._began)

    # Source

    def start(self, start_urls: Sequence[str]) -> None:
        for url in lists_named(self._store, start_urls):
            self._add_source(url)

    def origins(self) -> list[str]:
        self._fill()
        found = dict.fromkeys(urls.origin(taken.url) for taken in self._sources)
        found.update(dict.fromkeys(self._new.origins()))
        for queues in (self._expected, self._queues):
            found.update((origin, None) for origin, queue in queues.items() if queue)
        return list(found)

    def waiting(self) -> int:
        queued = (*self._expected.values(), *self._queues.values())
        return len(self._sources) + len(self._new) + sum(map(len, queued))

    def hesitates(self, origin: str, in_flight: int, retries: int) -> bool:
        return False

    def take(self, origin: str) -> Taken | None:
        self._fill()
        for _ in range(len(self._sources)):
            taken = self._sources.popleft()
            if urls.origin(taken.url) == origin:
                row = self._store.visits.get(taken.url_id)
                self._asked[taken.url_id] = _Asked(row, is_source=True)
                return taken
            self._sources.append(taken)
        if any(asked.is_source for asked in self._asked.values()):
            return None  # what a list says decides what is worth asking for
        new = self._new.take(origin)
        if new is not None:
            return new
        queues = [self._expected.get(origin), self._queues.get(origin)]
        if not self._is_sure(queues[0]):
            # Doubtful evidence takes turns with value: a list that was not seen may tell more.
            self._is_values_turn = not self._is_values_turn
            if self._is_values_turn:
                queues.reverse()
        row = self._next_visit(queues[0]) or self._next_visit(queues[1])
        if row is None:
            return None
        self._asked[row.url_id] = _Asked(row)
        known = self._store.row(row.url_id)
        return Taken(row.url_id, known.url, known.group or "", known.depth, 0)

    def _is_sure(self, queue: deque[VisitRow] | None) -> bool:
        signal = _signal_of(queue[0]) if queue else None
        return signal is not None and self._trust.chance(signal) >= _SURE

    def _next_visit(self, queue: deque[VisitRow] | None) -> VisitRow | None:
        """The first that has not been visited since it was put there."""
        while queue:
            row = queue.popleft()
            current = self._store.visits.get(row.url_id)
            if current is None or row.url_id in self._asked:
                continue
            if current.last != row.last or current.gone != row.gone:
                continue
            signal = _signal_of(current)
            if signal is None or self._trust.chance(signal) >= _LEAST_TRUST:
                return current
            # What spoke for a change has been wrong since: the page waits for its time.
            self._timetable.withdraw(current)
        return None

    def request(self, taken: Taken) -> Request:
        asked = self._asked.get(taken.url_id)
        if asked is None:
            return Request(taken.url, Purpose.PAGE)
        headers: tuple[tuple[str, str], ...] = ()
        base = self._store.last_content(taken.url_id) if asked.row is not None else None
        if base is not None and not (asked.row and asked.row.gone):
            kept = self._revisits.kept_response(base)
            headers = conditional_headers(kept) if kept is not None else ()
        asked.conditional = bool(headers)
        return Request(taken.url, Purpose.REFRESH, headers)

    def give_back(self, taken: Taken) -> None:
        asked = self._asked.pop(taken.url_id, None)
        if asked is None:
            self._new.give_back(taken)

    def skip(self, taken: Taken, reason: Reason) -> bool:
        asked = self._asked.pop(taken.url_id, None)
        if asked is None:
            self._store.skip([taken.url_id], reason, final=True)
            return True
        if asked.row is not None:
            self._timetable.postpone(asked.row, _CLOSED_SECONDS, reason)
        return False

    def take_in(self, taken: Taken, response: Response, reading: Reading) -> Keep:
        asked = self._asked.pop(taken.url_id, None)
        if asked is None:
            keep = self._new_page(taken, response, reading)
        elif asked.row is None:
            keep = self._first_answer(taken, response, reading)
        else:
            keep = self._visit(taken, asked, response, reading)
        if may_list(response):
            self._read_list(taken, response)
        self._timetable.sequence = max(self._timetable.sequence, keep.page.seq)
        return keep

    def give_up(self, taken: Taken, reason: Reason, fault: str) -> None:
        asked = self._asked.pop(taken.url_id, None)
        if asked is None:
            self._intake.give_up(taken, reason, fault)
            return
        self._counters.count_fault(fault)
        self.counts.errors += 1
        if self._suspects.is_probe(taken.url_id):
            self._suspects.answered(taken.url_id, None)
        if asked.row is not None:
            self._timetable.postpone(asked.row, _FAILED_SECONDS, fault)
            self.watch.saw_gone()

    def is_done(self, progress: Progress) -> bool:
        return self.watch.stops

    def wakes_at(self, now: float) -> float | None:
        if not self._mode.watch:
            return None
        return now + max(1.0, self._look_at - self._now())

    def save(self) -> None:
        self._noise.save()
        self._timetable.save()
        self._store.set_meta("trust", self._trust.to_json())

    # Queues

    def _fill(self) -> None:
        """Choose the next visits when all chosen ones are under way."""
        now = self._now()
        if now < self._look_at or any(self._queues.values()) or any(self._expected.values()):
            return
        before = self._began if self._mode.eager else None
        rows = self._timetable.choose(_BATCH, visited_before=before, without=self._asked)
        for row in rows:
            origin = urls.origin(self._store.url(row.url_id))
            queues = self._queues if _signal_of(row) is None else self._expected
            queues.setdefault(origin, deque()).append(row)
        if not rows:
            # What is in flight may make more due: ask again soon, but not at every event.
            due = self._store.visits.next_due()
            later = now + 1.0 if self._asked or due is None else max(due, now + 1.0)
            self._look_at = later

    def _expect(self, signal: Signal) -> None:
        """Something says that a page has changed: it is visited next, or the last of its parts."""
        url_id = self._store.find(signal.url)
        if url_id is None:
            return
        url_id = last_page_of(self._store, url_id) or url_id
        row = self._store.visits.get(url_id)
        if row is None or row.gone or url_id in self._asked or row.last >= self._began:
            return
        why = f"{signal.sign} {signal.slot} {signal.detail}".strip()
        row = self._timetable.expect_change(row, self._trust.chance(signal), why)
        origin = urls.origin(self._store.url(url_id))
        self._expected.setdefault(origin, deque()).append(row)

    def _add_source(self, url: str) -> None:
        if url in self._known_sources or len(self._known_sources) >= MOST_SITEMAPS:
            return
        self._known_sources.add(url)
        url_id = int(self._store.intern([url])[0][0])
        visit = self._store.visits.get(url_id)
        if visit is None or visit.due <= self._now():
            self._sources.append(Taken(url_id, url, ROBOTS_GROUP, 0, 0))

    # Answers

    def _new_page(self, taken: Taken, response: Response, reading: Reading) -> Keep:
        keep = self._intake.take_in(taken, response, reading)
        self._new.look()
        if not keep.is_wanted:
            return keep
        self.counts.new_pages += 1
        self._timetable.patterns.learn([taken.url])
        importance = importance_of(keep.page, 1, 0)
        self._timetable.enter(taken.url_id, taken.url, importance, self._now(), "new")
        self._new.learn(keep.page, taken.url)
        return keep

    def _first_answer(self, taken: Taken, response: Response, reading: Reading) -> Keep:
        """A sitemap, a feed or a probe: archived like robots.txt, no page of the site."""
        keep = self._intake.keep_robots(response)
        if self._suspects.is_probe(taken.url_id):
            self._suspects.answered(taken.url_id, response)
            return keep
        self.counts.sources += 1
        importance = _LIST_IMPORTANCE if may_list(response) else 0.0
        self._timetable.enter(taken.url_id, taken.url, importance, self._now(), "list")
        return keep

    def _visit(self, taken: Taken, asked: _Asked, response: Response, reading: Reading) -> Keep:
        row = asked.row
        assert row is not None  # noqa: S101  # told by the caller
        found = self._revisits.take_in(
            taken,
            response,
            reading,
            template=row.template,
            was_gone=row.gone > 0,
            conditional=asked.conditional,
        )
        self._count(found)
        self._learn_trust(row, found)
        finds = sum(signal.sign is not Sign.ROSE for signal in found.signals) + found.fresh
        if found.meaning in _SETTLED:
            changed = found.meaning is Meaning.CHANGED and (found.change.matters or found.fresh > 0)
            told = {"kind": found.change.kind, "size": found.change.size} if changed else {}
            self._timetable.visited(
                row, changed=changed, finds=finds, entries=found.entries, **told
            )
        elif found.meaning is Meaning.ERROR:
            self._timetable.postpone(row, _FAILED_SECONDS, f"http-{response.status}")
        else:
            self._timetable.is_gone(row, response.status)
        self._note_site(row, found)
        self._follow_signals(found, reading)
        if found.fresh:
            self._new.look()
        return found.keep

    def _count(self, found: Revisited) -> None:
        counts = self.counts
        counts.visits += 1
        name = "errors" if found.meaning is Meaning.ERROR else found.meaning.replace("-", "_")
        setattr(counts, name, getattr(counts, name) + 1)
        if found.meaning is Meaning.CHANGED:
            counts.count_kind(found.change.kind)

    def _learn_trust(self, row: VisitRow, found: Revisited) -> None:
        signal = _signal_of(row)
        if signal is None or found.meaning not in _SETTLED:
            return
        is_right = found.meaning is Meaning.CHANGED and found.change.matters
        self.counts.expected += 1
        self.counts.expected_right += is_right
        self._trust.learn(signal, is_right)

    def _note_site(self, row: VisitRow, found: Revisited) -> None:
        before = self.watch.state
        if found.meaning is Meaning.GONE:
            self.watch.saw_gone()
        elif found.new is not None:
            self.watch.saw(found.old, found.new, found.change)
        elif found.meaning in _SETTLED:
            self.watch.visited += 1
        state = self.watch.state
        if state is not before and state not in (SiteState.FINE, SiteState.UNKNOWN):
            self._intake.notes.append(self.watch.sentence())
        probe = self._suspects.note(row, found)
        if probe is not None:
            self._sources.append(probe)

    def _follow_signals(self, found: Revisited, reading: Reading) -> None:
        for signal in self._trust.best(found.signals, _LEAST_TRUST):
            self._expect(signal)
        view = reading.view
        if view is None:
            return
        if found.entries and len(found.signals) >= _TURNED_SHARE * found.entries:
            onward = next_page_of(self._store, found.keep.page.url_id)
            if onward is not None:
                url = self._store.url(onward)
                self._expect(Signal(url, Sign.ROSE, "next", "the list before it has moved on"))
        if self._store.row(found.keep.page.url_id).depth == 0:
            for feed in feeds_of(view):
                self._add_source(feed)

    def _read_list(self, taken: Taken, response: Response) -> None:
        listed = read_list(self._store, response, self._limits)
        for signal in self._trust.best(listed.signals, _LEAST_TRUST):
            self._expect(signal)
        for url in listed.sitemaps:
            self._add_source(url)
        worthy = [url for url in listed.new if self._new.is_worthy_kind(url)]
        for link in self._intake.admit(taken, worthy):
            self._intake.follow(link, "listed", 1)
        if worthy:
            self._new.look()


def _signal_of(row: VisitRow) -> Signal | None:
    """What made a page due, where that is evidence."""
    sign, _, rest = row.why.partition(" ")
    if row.due > row.last or sign not in set(Sign):
        return None
    return Signal("", Sign(sign), rest.partition(" ")[0])
