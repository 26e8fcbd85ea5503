"""Verdicts of a validator that looks at pages outside of the strategy, on their way to it."""

from collections.abc import Mapping
from typing import Any

_MOST_KEPT = 5_000  # more than a strategy judges between two times that it is saved


class Verdicts:
    """Yes or no by URL: noted when a page was read, asked for when it is judged."""

    def __init__(self) -> None:
        self._by_url: dict[str, bool] = {}

    def note(self, url: str, is_accepted: bool) -> None:
        """What the validator said of a page."""
        self._by_url.pop(url, None)
        self._by_url[url] = is_accepted
        while len(self._by_url) > _MOST_KEPT:
            del self._by_url[next(iter(self._by_url))]

    def of(self, url: str) -> bool | None:
        """What it said; None if it was never asked."""
        return self._by_url.get(url)

    def save(self) -> dict[str, Any]:
        """The latest verdicts as JSON values."""
        return dict(self._by_url)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._by_url = {str(url): bool(verdict) for url, verdict in state.items()}
