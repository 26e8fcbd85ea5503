"""Noticing that a site has changed: the share of pages that fit no layout stays high."""

from collections import deque
from collections.abc import Mapping
from typing import Any


class Drift:
    """Watches a window of pages; after an alarm a few more are waited for."""

    def __init__(self, window: int, share: float, fresh: int) -> None:
        self._seen: deque[bool] = deque(maxlen=window)
        self._share = share
        self._fresh = fresh
        self._left: int | None = None  # pages until learning, after an alarm

    def is_due(self, is_classified: bool) -> bool:
        """Take one page in; whether it is time to learn again."""
        if self._left is not None:
            self._left -= 1
            if self._left > 0:
                return False
            self._left = None
            self._seen.clear()
            return True
        self._seen.append(not is_classified)
        if len(self._seen) == self._seen.maxlen and self.unclassified >= self._share:
            self._left = self._fresh
        return False

    @property
    def unclassified(self) -> float:
        """The share of the pages in the window that fit nothing."""
        return sum(self._seen) / len(self._seen) if self._seen else 0.0

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"seen": list(self._seen), "left": self._left}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._seen.clear()
        self._seen.extend(state["seen"])
        self._left = state["left"]
