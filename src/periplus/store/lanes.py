"""One lane of the frontier: the URLs of one origin in one link group, best rank first.

The best few are in memory (`head`), all of them on disk or on the way there. `boundary` divides: a
waiting key below it is in the head, any other is on disk alone or, until it is written, in
`unwritten`. Keys are (rank, URL id), so ties have an order.
"""

import math
from dataclasses import dataclass, field

from periplus.store.names import Group

Key = tuple[float, int]
Entry = tuple[float, float, int, int]  # -priority, rank, URL id, lane: order among lanes

EVERYTHING_ON_DISK: Key = (-math.inf, 0)
NOTHING_ON_DISK: Key = (math.inf, 1 << 62)

HEAD_KEYS = 256
FIRST_HEAD_KEYS = 32  # a lane that is only peeked at costs little


@dataclass(slots=True)
class Lane:
    """Head and `unwritten` may hold keys that have left since: the frontier knows which."""

    number: int
    origin: str
    group: Group
    waiting: int = 0  # not taken
    taken: int = 0
    head: list[Key] = field(default_factory=list)  # a heap
    unwritten: list[Key] = field(default_factory=list)
    boundary: Key = NOTHING_ON_DISK
    entry: Entry | None = None  # what stands for this lane among the lanes of its origin
    refill_keys: int = field(default_factory=lambda: FIRST_HEAD_KEYS)

    def offer(self, key: Key) -> Entry:
        """The entry that a key would have."""
        return (-self.group.priority, key[0], key[1], self.number)

    def drop_head(self) -> None:
        """Keep nothing in memory: the next key is read from disk."""
        self.head = []
        if self.waiting:
            self.boundary = EVERYTHING_ON_DISK
            self.refill_keys = FIRST_HEAD_KEYS
