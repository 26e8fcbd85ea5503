"""Known links to each URL, and the paper's priority of a page: forward minus backward links.

Only a number is kept for each URL, also for pages that are not kept themselves.
"""

import base64
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

_MOST = 65_535


class Backlinks:
    """How many fetched pages link to each URL, by URL id."""

    def __init__(self) -> None:
        self._counts: npt.NDArray[np.uint16] = np.zeros(1024, dtype=np.uint16)

    def add(self, targets: Sequence[int]) -> None:
        """One page links to these; several links to one place count once."""
        if not targets:
            return
        ids = np.unique(np.asarray(targets, dtype=np.int64))
        if ids[-1] >= len(self._counts):
            room = np.zeros(max(int(ids[-1]) + 1, 2 * len(self._counts)), dtype=np.uint16)
            room[: len(self._counts)] = self._counts
            self._counts = room
        self._counts[ids] = np.minimum(self._counts[ids].astype(np.uint32) + 1, _MOST)

    def of(self, url_id: int) -> int:
        """How many pages link to a URL."""
        return int(self._counts[url_id]) if url_id < len(self._counts) else 0

    def pvalue(self, url_id: int, forward: int) -> int:
        """Pvalue = FwdLK − BkLK; what cannot be had has no forward links, so it is negative."""
        return forward - self.of(url_id)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        used = np.flatnonzero(self._counts)
        counts = self._counts[: int(used[-1]) + 1 if len(used) else 0].astype("<u2")
        return {"counts": base64.b64encode(zlib.compress(counts.tobytes(), 1)).decode()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        raw = zlib.decompress(base64.b64decode(state["counts"]))
        counts = np.frombuffer(raw, dtype="<u2").astype(np.uint16)
        self._counts = np.concatenate((counts, np.zeros(1024, dtype=np.uint16)))
