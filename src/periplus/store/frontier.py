"""The frontier: priorities over link groups, a queue in each, heads in memory, the rest on disk.

The order of an origin's URLs is (priority of the group, largest first; rank; URL id). Changing a
priority touches one group. What `take` gives out stays in the queue on disk until its result is
committed, so a crash makes it wait again.
"""

import heapq
import math
from collections.abc import Mapping
from typing import NamedTuple

from periplus.store.database import Database, checksum, damaged, storable
from periplus.store.lanes import HEAD_KEYS, NOTHING_ON_DISK, Entry, Key, Lane
from periplus.store.names import Groups
from periplus.store.rows import Taken, UrlState
from periplus.store.sizes import Sizes
from periplus.store.urls import Place, Urls

_REMEMBERED_PLACES = 100_000  # about 20 MB
_UNKNOWN_DEPTH = -1
_STALE_ENTRIES = 64

_REFILL = (
    "SELECT rank, url_id FROM queue WHERE lane = ? AND (rank, url_id) >= (?, ?) "
    "ORDER BY rank, url_id LIMIT ?"
)


class Upcoming(NamedTuple):
    """The group whose turn it is."""

    group: str
    priority: float
    is_under_way: bool  # a URL of it was given out and has no result yet


class Frontier:
    """Which URL comes next. States live in `Urls`; this class keeps lanes and their order."""

    def __init__(self, database: Database, sizes: Sizes, urls: Urls, groups: Groups) -> None:
        self._database = database
        self._sizes = sizes
        self._urls = urls
        self._groups = groups
        self._lanes: dict[int, Lane] = {}
        self._by_name: dict[tuple[str, str], Lane] = {}
        self._by_group: dict[int, list[Lane]] = {}
        self._by_origin: dict[str, list[Lane]] = {}
        self._order: dict[str, list[Entry]] = {}
        self._waiting: dict[str, int] = {}
        self.taken: set[int] = set()
        # For URLs whose place in the queue has changed: the key that the disk has for them.
        self._on_disk: dict[int, tuple[int, float] | None] = {}
        self._with_unwritten: list[Lane] = []
        self._changed_lanes: set[int] = set()
        self._load()

    @property
    def unwritten(self) -> int:
        """How many rows wait in memory to be written."""
        return len(self._on_disk)

    def waiting(self) -> int:
        """How many URLs wait, those taken not counted."""
        return sum(self._waiting.values())

    def origins(self) -> list[str]:
        """The origins with waiting URLs, in the order in which they were first met."""
        return [origin for origin, count in self._waiting.items() if count]

    def enter(self, url_id: int, origin: str, group: str, rank: float, depth: int) -> None:
        """Let a URL wait that did not: the caller has set its state to WAITING just before."""
        rank = _orderly(rank)
        lane = self._by_name.get((origin, group)) or self._new_lane(origin, group)
        self._note_change(url_id, None)
        self._urls.move(url_id, (lane.number, rank, depth))
        self._add(lane, (rank, url_id))
        self._changed_lanes.add(lane.number)

    def move(self, url_id: int, origin: str, group: str, rank: float, depth: int) -> None:
        """Change the place of a URL that waits; nothing happens to one that is taken."""
        if url_id in self.taken:
            return
        rank = _orderly(rank)
        lane = self._by_name.get((origin, group)) or self._new_lane(origin, group)
        old_lane, old_rank, old_depth = self._urls.place(url_id)
        depth = min(depth, old_depth)
        if (lane.number, rank, depth) == (old_lane, old_rank, old_depth):
            return
        self._remove(url_id)
        self._urls.move(url_id, (lane.number, rank, depth))
        self._add(lane, (rank, url_id))
        self._changed_lanes.add(lane.number)

    def leave(self, url_id: int) -> None:
        """Take a URL that waits or is taken out of its queue for good."""
        if url_id in self.taken:
            number, rank, _ = self._urls.places[url_id]
            self._note_change(url_id, (number, rank))
            self.taken.discard(url_id)
            self._lanes[number].taken -= 1
            self._changed_lanes.add(number)
        else:
            self._remove(url_id)

    def take(self, origin: str) -> Taken | None:
        """The best waiting URL of an origin, for a request. Raises: StateDamaged."""
        lane = self._best_lane(origin)
        if lane is None:
            return None
        rank, url_id = heapq.heappop(lane.head)
        text, place = self._urls.stored(url_id)
        if place[:2] != (lane.number, rank):
            raise damaged(self._database.path, f"the queue has URL {url_id} at a wrong place")
        return self._given_out(lane, url_id, text, place)

    def upcoming(self, origin: str) -> Upcoming | None:
        """The group that `take` would give a URL of. Raises: StateDamaged."""
        lane = self._best_lane(origin)
        if lane is None:
            return None
        return Upcoming(lane.group.name, lane.group.priority, lane.taken > 0)

    def take_url(self, url_id: int) -> Taken | None:
        """That URL, if it waits and is not taken. Raises: StateDamaged."""
        if self._urls.states[url_id] != UrlState.WAITING or url_id in self.taken:
            return None
        text, place = self._urls.stored(url_id)
        lane = self._lanes.get(place[0])
        if lane is None or not lane.waiting:
            raise damaged(self._database.path, f"URL {url_id} waits in no lane")
        return self._given_out(lane, url_id, text, place)

    def _given_out(self, lane: Lane, url_id: int, text: str, place: Place) -> Taken:
        self._urls.places[url_id] = place
        self.taken.add(url_id)
        lane.waiting -= 1
        lane.taken += 1
        self._waiting[lane.origin] -= 1
        attempts, _ = self._urls.attempts(url_id)
        return Taken(url_id, text, lane.group.name, place[2], attempts)

    def best_priority(self) -> float:
        """The highest priority of a group that has URLs waiting; minus infinity where none has."""
        return max(
            (lane.group.priority for lane in self._lanes.values() if lane.waiting),
            default=-math.inf,
        )

    def give_back(self, url_id: int) -> None:
        """Let a taken URL wait again."""
        if url_id not in self.taken:
            return
        self.taken.discard(url_id)
        number, rank, _ = self._urls.places[url_id]
        lane = self._lanes[number]
        lane.taken -= 1
        self._add(lane, (rank, url_id))

    def set_priorities(self, priorities: Mapping[str, float]) -> None:
        """Change how soon groups are wanted."""
        for name, priority in priorities.items():
            group = self._groups.named(name)
            priority = _orderly(priority)
            if group.priority == priority:
                continue
            self._groups.set_priority(group, priority)
            for lane in self._by_group.get(group.number, ()):
                if lane.entry is not None:
                    self._enter_order(lane, lane.offer(lane.entry[1:3]))

    def group_of_lane(self, number: int) -> str | None:
        """The name of the group that a lane belongs to, None for lane 0."""
        return self._lane(number).group.name if number else None

    def origin_and_depth(self, url_id: int) -> tuple[str, int]:
        """Of a URL that waits."""
        number, _, depth = self._urls.place(url_id)
        return self._lane(number).origin, depth

    def _lane(self, number: int) -> Lane:
        try:
            return self._lanes[number]
        except KeyError:
            raise damaged(self._database.path, f"there is no lane {number}") from None

    def flush(self) -> None:
        """Write the queue's changes into the open transaction."""
        deleted = []
        inserted = []
        states = self._urls.states
        places = self._urls.places
        for url_id, stored in self._on_disk.items():
            now = places[url_id][:2] if states[url_id] == UrlState.WAITING else None
            if stored == now:
                continue
            if stored is not None:
                deleted.append((*stored, url_id))
            if now is not None:
                inserted.append((*now, url_id))
        self._on_disk.clear()
        for lane in self._with_unwritten:
            lane.unwritten = []
        self._with_unwritten.clear()
        # In the order of the table, so that neighbours are written together.
        deleted.sort()
        inserted.sort()
        if deleted:
            self._database.many(
                "DELETE FROM queue WHERE lane = ? AND rank = ? AND url_id = ?", deleted
            )
        if inserted:
            self._database.many("INSERT INTO queue VALUES (?, ?, ?)", inserted)

    def flush_lanes(self) -> None:
        """Write the lengths of the lanes that changed: once a commit, after `flush`."""
        rows = []
        for number in sorted(self._changed_lanes):
            lane = self._lanes[number]
            values = (number, lane.origin, lane.group.number, lane.waiting + lane.taken)
            rows.append((*values, checksum(*values)))
        self._changed_lanes.clear()
        if rows:
            self._database.many("INSERT OR REPLACE INTO lanes VALUES (?, ?, ?, ?, ?)", rows)

    def bound_memory(self) -> None:
        """Forget heads and places when they have become many: after `Urls.flush` and `flush`."""
        if len(self._urls.places) > _REMEMBERED_PLACES + len(self.taken):
            for lane in self._lanes.values():
                lane.drop_head()
            self._urls.forget_places(self.taken)

    def check_rows(self) -> None:
        """Compare every row of the queue with its URL, after `flush`. Raises: StateDamaged."""
        path = self._database.path
        rows = self._database.all("SELECT lane, count(*) FROM queue GROUP BY lane")
        counted: dict[int, int] = dict(rows)
        for lane in self._lanes.values():
            if counted.pop(lane.number, 0) != lane.waiting + lane.taken:
                raise damaged(path, f"lane {lane.number} has not the length it should have")
        if counted or sum(n for _, n in rows) != self._urls.states.count(UrlState.WAITING):
            raise damaged(path, "waiting URLs and the queue differ in number")
        astray = self._database.one(
            "SELECT queue.url_id FROM queue LEFT JOIN urls ON urls.id = queue.url_id "
            "WHERE urls.lane IS NOT queue.lane OR urls.rank IS NOT queue.rank LIMIT 1"
        )
        if astray is not None:
            raise damaged(path, f"the queue has URL {astray[0]} at a wrong place")

    def _load(self) -> None:
        rows = self._database.all(
            "SELECT id, origin, group_id, waiting, crc FROM lanes ORDER BY id"
        )
        for number, origin, group_number, waiting, crc in rows:
            if crc != checksum(number, origin, group_number, waiting):
                raise damaged(self._database.path, f"lane {number} has changed")
            lane = Lane(number, origin, self._groups.numbered(group_number), waiting)
            self._know(lane)
            lane.drop_head()
            if waiting:
                self._waiting[origin] += waiting
                self._enter_order(lane, lane.offer(lane.boundary))
        self._sizes.expect("lanes", len(rows))

    def _new_lane(self, origin: str, group: str) -> Lane:
        lane = Lane(len(self._lanes) + 1, storable(origin), self._groups.named(group))
        self._know(lane)
        self._by_name[origin, group] = lane
        self._sizes.grow("lanes")
        return lane

    def _know(self, lane: Lane) -> None:
        self._lanes[lane.number] = lane
        self._by_name[lane.origin, lane.group.name] = lane
        self._by_group.setdefault(lane.group.number, []).append(lane)
        self._by_origin.setdefault(lane.origin, []).append(lane)
        self._order.setdefault(lane.origin, [])
        self._waiting.setdefault(lane.origin, 0)

    def _note_change(self, url_id: int, stored: tuple[int, float] | None) -> None:
        self._on_disk.setdefault(url_id, stored)

    def _add(self, lane: Lane, key: Key) -> None:
        lane.waiting += 1
        self._waiting[lane.origin] += 1
        if key < lane.boundary:
            heapq.heappush(lane.head, key)
            if len(lane.head) > 2 * HEAD_KEYS:
                self._trim(lane)
        else:
            self._leave_to_disk(lane, key)
        if lane.entry is None or key < lane.entry[1:3]:
            self._enter_order(lane, lane.offer(key))

    def _remove(self, url_id: int) -> None:
        """The key stays in the lane's head, if it is there: `_is_current` tells it is stale."""
        number, rank, _ = self._urls.place(url_id)
        self._note_change(url_id, (number, rank))
        lane = self._lanes.get(number)
        if lane is None or not lane.waiting:
            raise damaged(self._database.path, f"URL {url_id} waits in no lane")
        lane.waiting -= 1
        self._waiting[lane.origin] -= 1
        self._changed_lanes.add(number)

    def _is_current(self, lane: Lane, key: Key) -> bool:
        rank, url_id = key
        place = self._urls.places.get(url_id)
        return (
            place is not None
            and place[0] == lane.number
            and place[1] == rank
            and url_id not in self.taken
            and self._urls.states[url_id] == UrlState.WAITING
        )

    def _trim(self, lane: Lane) -> None:
        keys = sorted(key for key in set(lane.head) if self._is_current(lane, key))
        lane.head = keys[:HEAD_KEYS]
        if len(keys) > HEAD_KEYS:
            lane.boundary = keys[HEAD_KEYS]
            for key in keys[HEAD_KEYS:]:
                self._leave_to_disk(lane, key)

    def _leave_to_disk(self, lane: Lane, key: Key) -> None:
        if key[1] in self._on_disk:
            if not lane.unwritten:
                self._with_unwritten.append(lane)
            lane.unwritten.append(key)

    def _enter_order(self, lane: Lane, entry: Entry) -> None:
        order = self._order[lane.origin]
        lane.entry = entry
        if len(order) > 2 * len(self._by_origin[lane.origin]) + _STALE_ENTRIES:
            order[:] = [x.entry for x in self._by_origin[lane.origin] if x.entry is not None]
            heapq.heapify(order)
        else:
            heapq.heappush(order, entry)

    def _best_lane(self, origin: str) -> Lane | None:
        """An entry never stands behind its lane's best key; at the front it is made exact."""
        order = self._order.get(origin)
        while order:
            entry = order[0]
            lane = self._lanes[entry[3]]
            if lane.entry != entry:
                heapq.heappop(order)
                continue
            key = self._peek(lane)
            if key is None:
                heapq.heappop(order)
                lane.entry = None
            elif key == entry[1:3]:
                return lane
            else:
                lane.entry = lane.offer(key)
                heapq.heapreplace(order, lane.entry)
        return None

    def _peek(self, lane: Lane) -> Key | None:
        if not lane.waiting:
            return None
        while True:
            while lane.head:
                if self._is_current(lane, lane.head[0]):
                    return lane.head[0]
                heapq.heappop(lane.head)
            if lane.boundary == NOTHING_ON_DISK:
                raise damaged(self._database.path, f"lane {lane.number} has lost URLs")
            self._refill(lane)

    def _refill(self, lane: Lane) -> None:
        """Read the next keys. Nothing is written for that: a request waits for the answer."""
        wanted = lane.refill_keys
        rows = self._database.all(_REFILL, (lane.number, *lane.boundary, wanted))
        if not all(type(rank) is float and type(url_id) is int for rank, url_id in rows):
            raise damaged(self._database.path, f"lane {lane.number} has a key that is none")
        lane.refill_keys = min(2 * wanted, HEAD_KEYS)
        lane.boundary = NOTHING_ON_DISK if len(rows) < wanted else (rows[-1][0], rows[-1][1] + 1)
        keys = {key for key in lane.unwritten if key < lane.boundary}
        lane.unwritten = [key for key in lane.unwritten if key >= lane.boundary]
        states = self._urls.states
        for rank, url_id in rows:
            if url_id not in self._on_disk:  # else the disk is behind: `unwritten` knows
                if not 0 < url_id < len(states) or states[url_id] != UrlState.WAITING:
                    raise damaged(self._database.path, f"the queue has {url_id}, which is done")
                if url_id not in self.taken:
                    self._urls.places.setdefault(url_id, (lane.number, rank, _UNKNOWN_DEPTH))
                    keys.add((rank, url_id))
        lane.head = sorted(keys)


def _orderly(value: float) -> float:
    """A number that has a place in an order; minus zero becomes zero, as SQLite stores it."""
    if math.isnan(value):
        raise ValueError("a rank or a priority must be a number")
    return float(value) + 0.0
