"""The job database as the crawl sees it: URLs, the frontier, pages, links, hosts, WARC lengths.

Writes are kept in memory and in one open transaction. `commit` makes all of them durable at once;
a process that dies at any moment leaves what the last commit left. For one thread at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.limits import MIB
from periplus.plan.strategy import Reason
from periplus.store.check import Parts, check_everything
from periplus.store.counts import Counts, count
from periplus.store.database import Database, damaged
from periplus.store.frontier import Frontier, Upcoming
from periplus.store.links import Links
from periplus.store.names import Groups, Labels, Reasons
from periplus.store.notes import Notes
from periplus.store.opening import create_tables, make_file, open_file
from periplus.store.pages import Pages
from periplus.store.rows import HostRow, LinkRows, PageRow, Taken, UrlIds, UrlRow, UrlState
from periplus.store.sizes import Sizes
from periplus.store.small_tables import Hosts, Meta, Warcs
from periplus.store.urls import Urls
from periplus.store.visits import Visits

_BUFFERED_ROWS = 8192  # then they are written into the open transaction
_CHECKED_WHOLE_BYTES = 16 * MIB  # checking is linear: this much takes about a third of a second
_DONE = (UrlState.FETCHED, UrlState.FAILED)


class JobStore:
    """One job's state. Make one with `create` or `open`."""

    def __init__(self, database: Database) -> None:
        self.path = database.path
        self._database = database
        self._sizes = Sizes(database)
        self._reasons = Reasons(database, self._sizes)
        self._groups = Groups(database, self._sizes)
        self._labels = Labels(database, self._sizes)
        self._urls = Urls(database, self._sizes)
        self._frontier = Frontier(database, self._sizes, self._urls, self._groups)
        self._pages = Pages(database, self._sizes, self._groups)
        self._links = Links(database, self._sizes, self._groups, self._labels, self._reasons)
        self._meta = Meta(database, self._sizes)
        self._hosts = Hosts(database, self._sizes)
        self._warcs = Warcs(database, self._sizes)
        self.visits = Visits(database, self._sizes)  # when each fetched URL is due again
        self.notes = Notes(database, self._sizes)  # what strategies found out about pages

    @classmethod
    def create(cls, path: Path | None) -> "JobStore":
        """A new job at `path`, or in memory. Raises: ConfigError, DiskFull."""
        if path is None:
            database = Database(None)
            create_tables(database)
        else:
            make_file(path)
            database = open_file(path)
        store = cls(database)
        store.commit()
        return store

    @classmethod
    def open(cls, path: Path) -> "JobStore":
        """The job at `path` as of its last commit.

        Raises: ConfigError where there is none, SchemaTooNew, StateDamaged.
        """
        database = open_file(path)
        try:
            store = cls(database)
            store.check(full=path.stat().st_size <= _CHECKED_WHOLE_BYTES)
        except BaseException:
            database.close()
            raise
        return store

    def close(self) -> None:
        """Let go of the file without a commit."""
        self._database.close()

    def commit(self) -> None:
        """Make all since the last commit durable, or nothing. Raises: DiskFull, StateError."""
        self._flush()
        self._urls.flush_blocks()
        self._frontier.flush_lanes()
        self._groups.flush()
        self._meta.flush()
        self._hosts.flush()
        self._warcs.flush()
        self._sizes.flush()
        self._database.commit()

    def check(self, *, full: bool = False) -> None:
        """Look for damage: cheap signs, or with `full` every row. Raises: StateDamaged."""
        self._flush()
        last = self._database.one("SELECT max(id) FROM urls")
        if last is None or (last[0] or 0) != len(self._urls):
            raise damaged(self.path, "URLs are missing")
        if full:
            check_everything(
                Parts(
                    self._database,
                    self._urls,
                    self._frontier,
                    self._pages,
                    self._links,
                    self._labels,
                    self._meta,
                    self._hosts,
                    self.visits,
                    self.notes,
                )
            )

    def counts(self) -> Counts:
        """How many URLs, pages, faults and bytes there are, for a summary."""
        self._flush()
        return count(self._urls, self._reasons, self._pages, sum(self.warcs().values()))

    # Small JSON values

    def get_meta(self, key: str, default: Any = None) -> Any:
        """The JSON value last set for a key."""
        return self._meta.get(key, default)

    def set_meta(self, key: str, value: Any) -> None:
        """Keep a JSON value."""
        self._meta.set(key, value)

    # URLs

    def intern(self, urls: list[str]) -> tuple[UrlIds, npt.NDArray[np.bool_]]:
        """The id of each canonical URL, and whether it is seen for the first time."""
        self._write_when_many()
        return self._urls.intern(urls)

    def find(self, url: str) -> int | None:
        """The id of a canonical URL, None where it was never seen."""
        return self._urls.find(url)

    def url(self, url_id: int) -> str:
        """The canonical URL of an id. Raises: KeyError for an id never given, StateDamaged."""
        if not 0 < url_id <= len(self._urls):
            raise KeyError(url_id)
        return self._urls.text(int(url_id))

    def state(self, ids: UrlIds) -> npt.NDArray[np.uint8]:
        """The `UrlState` of each URL."""
        return self._urls.states_of(ids)

    def describe(self, ids: Sequence[int], *, via: int, rows: Sequence[int], depth: int) -> None:
        """Note on which page and in which link rows URLs were found; the first way is kept."""
        self._urls.describe(ids, int(via), rows, depth)

    def enqueue(
        self,
        url_id: int,
        *,
        origin: str,
        group: str,
        rank: float,
        reason: Reason,
        depth: int,
    ) -> None:
        """Let a URL wait; one that waits moves; nothing happens to one that is taken or done."""
        url_id = int(url_id)
        state = self._urls.states[url_id]
        if state == UrlState.WAITING:
            if url_id in self._frontier.taken:
                return
            self._frontier.move(url_id, origin, group, rank, depth)
            self._urls.decide(url_id, UrlState.WAITING, self._reasons.number(reason))
        elif state not in _DONE:
            self._urls.decide(url_id, UrlState.WAITING, self._reasons.number(reason))
            self._frontier.enter(url_id, origin, group, rank, depth)

    def origin_and_depth(self, url_id: int) -> tuple[str, int]:
        """Of a URL that waits. Raises: StateDamaged."""
        return self._frontier.origin_and_depth(int(url_id))

    def skip(self, url_ids: Sequence[int], reason: Reason, *, final: bool = True) -> None:
        """Leave URLs alone, for good or (not `final`) until a later sighting overrules it.

        Nothing happens to those that are done.
        """
        skipped = UrlState.SKIPPED if final else UrlState.KNOWN
        number = self._reasons.number(reason)
        for url_id in map(int, url_ids):
            state = self._urls.states[url_id]
            if state in _DONE:
                continue
            if state == UrlState.WAITING:
                self._frontier.leave(url_id)
            self._urls.decide(url_id, skipped, number)

    def left_alone(self, reason: Reason) -> list[int]:
        """The ids of URLs that a later sighting may still overrule this reason for."""
        states, reasons = self._urls.decisions()
        number = self._reasons.number(reason)
        found = np.flatnonzero((states == UrlState.KNOWN) & (reasons == number)) + 1
        return [int(url_id) for url_id in found]

    def drop(self, url_ids: Sequence[int], reason: Reason) -> None:
        """Let URLs wait no longer, until a later sighting; nothing happens to those taken."""
        self.skip(
            [u for u in map(int, url_ids) if u not in self._frontier.taken], reason, final=False
        )

    def row(self, url_id: int) -> UrlRow:
        """Everything known of one URL. Raises: KeyError for an id never given, StateDamaged."""
        url_id = int(url_id)
        if not 0 < url_id <= len(self._urls):
            raise KeyError(url_id)
        via, via_row = self._urls.found(url_id)
        lane, rank, depth = self._urls.place(url_id)
        group = self._frontier.group_of_lane(lane)
        attempts, fault = self._urls.attempts(url_id)
        return UrlRow(
            url_id=url_id,
            url=self._urls.text(url_id),
            state=UrlState(self._urls.states[url_id]),
            reason=self._reasons.reason(self._urls.reason_of(url_id)),
            via=via,
            via_row=via_row,
            depth=depth,
            group=group,
            rank=None if group is None else rank,
            attempts=attempts,
            fault=fault,
        )

    # The frontier

    def set_priorities(self, priorities: Mapping[str, float]) -> None:
        """Change how soon link groups are wanted: largest first, 0.0 unless told."""
        self._frontier.set_priorities(priorities)

    def take(self, origin: str) -> Taken | None:
        """The best waiting URL of an origin. It waits again after a crash. Raises: StateDamaged."""
        return self._frontier.take(origin)

    def upcoming(self, origin: str) -> Upcoming | None:
        """The group that the next URL of an origin is of. Raises: StateDamaged."""
        return self._frontier.upcoming(origin)

    def take_url(self, url_id: int) -> Taken | None:
        """A URL that waits, whatever its place in the order; None where it does not wait."""
        return self._frontier.take_url(int(url_id))

    def waiting_from(self, first: int) -> list[int]:
        """The ids of the waiting URLs from an id on; ids are in the order of first sighting."""
        states = np.frombuffer(bytes(self._urls.states[first:]), dtype=np.uint8)
        return [first + int(at) for at in np.flatnonzero(states == UrlState.WAITING)]

    def best_priority(self) -> float:
        """The highest priority of a group with waiting URLs; minus infinity where none waits."""
        return self._frontier.best_priority()

    def priority(self, group: str) -> float:
        """How soon a group is wanted."""
        return self._groups.named(group).priority

    @property
    def url_count(self) -> int:
        """How many URLs were ever seen: the largest id."""
        return len(self._urls)

    def give_back(self, url_id: int) -> None:
        """Let a URL wait again that was taken and has no result."""
        self._frontier.give_back(int(url_id))

    def origins(self) -> list[str]:
        """The origins that have waiting URLs."""
        return self._frontier.origins()

    def waiting(self) -> int:
        """How many URLs wait; those taken are not counted."""
        return self._frontier.waiting()

    # Results

    def finish(self, page: PageRow) -> None:
        """Keep a fetched page: its URL is done."""
        self._end(page.url_id, UrlState.FETCHED, None)
        self._pages.add(page)

    def keep(self, page: PageRow) -> None:
        """Keep what was fetched without being a page: its URL's state is what it was."""
        self._pages.add(page)

    def fail(self, url_id: int, reason: Reason, fault: str, attempts: int) -> None:
        """Give a URL up."""
        url_id = int(url_id)
        self._end(url_id, UrlState.FAILED, self._reasons.number(reason))
        self._urls.note_attempts(url_id, attempts, fault)

    def note_attempt(self, url_id: int, attempts: int, fault: str) -> None:
        """Note a failed attempt of a URL that will be asked again."""
        self._urls.note_attempts(int(url_id), attempts, fault)

    def page_by_digest(self, digest: str) -> PageRow | None:
        """The first page with that payload."""
        return self._pages.by_digest(digest)

    def page_by_text(self, text_hash: int) -> int | None:
        """The URL id of the first page with that text."""
        page = self._pages.by_text(text_hash)
        return None if page is None else page.url_id

    def pages(self, after: int = 0) -> Iterator[PageRow]:
        """Every page with a larger `seq`, in the order of `seq`."""
        return self._pages.since(after) if after else iter(self._pages)

    def page_of(self, url_id: int) -> list[PageRow]:
        """Every version of one URL's page, oldest first."""
        url_id = int(url_id)
        pages = self._pages.of_url(url_id)
        if not pages and self._urls.states[url_id] == UrlState.FETCHED:
            raise damaged(self.path, f"the page of URL {url_id} is missing")
        return pages

    def last_content(self, url_id: int) -> PageRow | None:
        """The last visit of a URL that brought the page itself (status 200)."""
        return self._pages.last_content(int(url_id))

    def last_seq(self) -> int:
        """The largest `seq` of any page, 0 where there is none."""
        return self._pages.last_seq()

    # Links

    def add_links(self, page: int, links: LinkRows) -> None:
        """Keep a page's links and the decisions on them, in place of earlier ones."""
        self._links.add(int(page), links)

    def links_of(self, page: int) -> LinkRows:
        """The links of a page."""
        return self._links.of(int(page))

    def links_to(self, url_id: int, limit: int) -> list[tuple[int, int]]:
        """Pages and link rows that lead to a URL. Reads every page's links."""
        return self._links.to(int(url_id), limit)

    def linked_from(self, url_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
        """The first pages that link to each of some URLs. Reads every page's links once."""
        return self._links.sources(url_ids, limit)

    def in_links(self) -> npt.NDArray[np.uint32]:
        """How many pages link to each URL, by its id. Reads every page's links."""
        return self._links.counts(len(self._urls))

    # Hosts and WARC files

    def set_host(self, origin: str, host: HostRow) -> None:
        """Keep what an origin told us about patience and robots."""
        self._hosts.set(origin, host)

    def hosts(self) -> dict[str, HostRow]:
        """What every origin told us."""
        return self._hosts.all()

    def set_warc(self, name: str, length: int) -> None:
        """Note how long a WARC file is: committed with the pages it holds."""
        self._warcs.set(name, length)

    def warcs(self) -> dict[str, int]:
        """The length of every WARC file."""
        return self._warcs.all()

    def _end(self, url_id: int, state: UrlState, reason: int | None) -> None:
        if self._urls.states[url_id] == UrlState.WAITING:
            self._frontier.leave(url_id)
        self._urls.decide(url_id, state, reason)

    def _write_when_many(self) -> None:
        if (
            self._urls.unwritten > _BUFFERED_ROWS
            or self._frontier.unwritten > _BUFFERED_ROWS
            or self._links.unwritten > _BUFFERED_ROWS // 8
            or self.visits.unwritten > _BUFFERED_ROWS
            or self.notes.unwritten > _BUFFERED_ROWS
        ):
            self._flush()

    def _flush(self) -> None:
        self._labels.flush()
        self._urls.flush()
        self._frontier.flush()
        self._pages.flush()
        self._links.flush()
        self.visits.flush()
        self.notes.flush()
        self._frontier.bound_memory()
