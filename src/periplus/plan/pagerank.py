"""Online PageRank: the URL with the highest rank on the link graph known so far comes next.

Ranks are computed anew whenever the graph has grown by a fifth, with a few power iterations that
start from the last ranks; a geometric schedule, so that the whole crawl costs a constant number of
passes over the final graph. In between, a new page passes its rank on to its targets once. A
waiting URL gets its new place whenever another page links to it, which is when its rank rises.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from periplus.page.view import Stage
from periplus.plan.clickable import NOT_CLICKABLE, hint_rows
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit

_GROUP = "all"
_DAMPING = 0.85
_ITERATIONS = 8
_GROWTH = 1.2
_FIRST_LINKS = 200  # below this the one-step ranks are as good


class PageRank:
    """Follows every link, most linked-to first."""

    name: ClassVar[str] = "pagerank"
    needs: ClassVar[Stage] = Stage.LINKS

    def __init__(self, seed: int = 0) -> None:
        self._sources: list[npt.NDArray[np.uint32]] = []
        self._targets: list[npt.NDArray[np.uint32]] = []
        self._links = 0
        self._next_update = _FIRST_LINKS
        # Rank of each URL id, in units of the mean rank: comparable while the graph grows.
        self._ranks = np.ones(1024, dtype=np.float64)
        self._last_id = 0

    def judge(self, visit: Visit) -> Judgement:
        targets = np.array(sorted({offered.target for offered in visit.links}), dtype=np.uint32)
        self._make_room(max([visit.page, *targets.tolist()]))
        if len(targets):
            self._add_links(visit.page, targets)
        ranks, hints = self._ranks, hint_rows(visit)
        return Judgement(
            [
                NOT_CLICKABLE
                if offered.row in hints
                else Choice(Reason.FOLLOW, _GROUP, -float(ranks[offered.target]), move=True)
                for offered in visit.links
            ]
        )

    def _add_links(self, page: int, targets: npt.NDArray[np.uint32]) -> None:
        self._sources.append(np.full(len(targets), page, dtype=np.uint32))
        self._targets.append(targets)
        self._links += len(targets)
        if self._links >= self._next_update:
            self._next_update = int(self._links * _GROWTH)
            self._update()
        else:
            self._ranks[targets] += _DAMPING * self._ranks[page] / len(targets)

    def _make_room(self, last_id: int) -> None:
        fresh = max(self._last_id, last_id)
        if fresh >= len(self._ranks):
            self._ranks = np.concatenate((self._ranks, np.ones(max(fresh, len(self._ranks)))))
        self._ranks[self._last_id + 1 : fresh + 1] = 1.0 - _DAMPING
        self._last_id = fresh

    def _update(self) -> None:
        """Power iterations over the known graph; pages not fetched yet pass nothing on."""
        sources, targets = _joined(self._sources), _joined(self._targets)
        self._sources, self._targets = [sources], [targets]
        count = self._last_id + 1
        degrees = np.bincount(sources, minlength=count)
        shares = 1.0 / np.maximum(degrees, 1)
        ranks: npt.NDArray[np.float64] = self._ranks[:count].copy()
        for _ in range(_ITERATIONS):
            passed = (ranks * shares)[sources]
            ranks = np.bincount(targets, passed, count).astype(np.float64) * _DAMPING
            ranks += (count - ranks.sum()) / count  # of jumps and of pages that pass nothing on
        self._ranks[:count] = ranks

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {
            "sources": _packed(_joined(self._sources)),
            "targets": _packed(_joined(self._targets)),
            "ranks": _packed(self._ranks[: self._last_id + 1]),
            "next_update": self._next_update,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        sources = np.frombuffer(base64.b64decode(state["sources"]), dtype=np.uint32)
        targets = np.frombuffer(base64.b64decode(state["targets"]), dtype=np.uint32)
        self._sources, self._targets, self._links = [sources], [targets], len(targets)
        self._ranks = np.frombuffer(base64.b64decode(state["ranks"]), dtype=np.float64).copy()
        self._last_id = len(self._ranks) - 1
        self._next_update = int(state["next_update"])


def _joined(parts: Sequence[npt.NDArray[np.uint32]]) -> npt.NDArray[np.uint32]:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint32)


def _packed(values: npt.NDArray[Any]) -> str:
    return base64.b64encode(values.tobytes()).decode("ascii")
