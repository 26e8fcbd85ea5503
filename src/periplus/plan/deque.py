"""The papers' sampler: pages from the front or the back of a double-ended queue, by a fair coin.

New links are appended at the back. A frontier takes URLs by group and rank, so the queue is kept
as a row of groups: the new links of each page make two, the first half in document order and the
second half in reverse, so that both ends of the row can be taken from. After each page a coin says
which end is next, and the group there gets the priority. Only where an end has used up its own
half of a page's links does the order within the other half differ from a queue of single URLs.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any, ClassVar

import xxhash

from periplus.page.view import Stage
from periplus.plan.clickable import NOT_CLICKABLE, hint_rows
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit


class DequeSampler:
    """Follows every link, from both ends of the queue."""

    name: ClassVar[str] = "deque"
    needs: ClassVar[Stage] = Stage.LINKS

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._pages_seen = 0
        self._groups_made = 0
        self._row: deque[str] = deque()  # groups from front to back
        self._waiting: dict[str, int] = {}  # URLs in each of them
        self._chosen = ""

    def judge(self, visit: Visit) -> Judgement:
        self._pages_seen += 1
        if visit.group in self._waiting:
            self._waiting[visit.group] -= 1
        return Judgement(self._append(visit), self._choose())

    def _append(self, visit: Visit) -> list[Choice]:
        hints = hint_rows(visit)
        fresh = sum(offered.fresh and offered.row not in hints for offered in visit.links)
        front, back = f"q{self._groups_made}", f"q{self._groups_made + 1}"
        middle = fresh // 2
        if fresh:
            self._groups_made += 2
            self._row.extend((front, back))
            self._waiting |= {front: middle, back: fresh - middle}
        choices, place = [], 0
        for offered in visit.links:
            if offered.row in hints:
                choices.append(NOT_CLICKABLE)
                continue
            in_front = place < middle
            rank = float(place) if in_front else -float(place)
            choices.append(Choice(Reason.FOLLOW, front if in_front else back, rank))
            place += offered.fresh
        return choices

    def _choose(self) -> dict[str, float]:
        """Raise the group at one end, lower the last one."""
        for end, drop in ((0, self._row.popleft), (-1, self._row.pop)):
            while self._row and self._waiting[self._row[end]] <= 0:
                del self._waiting[drop()]
        before, self._chosen = self._chosen, ""
        if self._row:
            self._chosen = self._row[0 if self._coin() else -1]
        if before == self._chosen:
            return {}
        return {group: float(group == self._chosen) for group in (before, self._chosen) if group}

    def _coin(self) -> bool:
        number = self._pages_seen.to_bytes(8, "big")
        return xxhash.xxh3_64_intdigest(number, seed=self._seed) & 1 == 1

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {
            "pages_seen": self._pages_seen,
            "groups_made": self._groups_made,
            "row": [(group, self._waiting[group]) for group in self._row],
            "chosen": self._chosen,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._pages_seen = int(state["pages_seen"])
        self._groups_made = int(state["groups_made"])
        self._waiting = {str(group): int(count) for group, count in state["row"]}
        self._row = deque(self._waiting)
        self._chosen = str(state["chosen"])
