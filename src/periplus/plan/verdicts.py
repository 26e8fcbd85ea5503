"""Verdicts of a validator that looks at pages outside of the strategy, on their way to it."""

from collections.abc import Mapping
from typing import Any

_MOST_REPORTS = 10
_MOST_KEPT = 5_000  # more than a strategy judges between two times that it is saved


class Verdicts:
    """Yes or no by URL: noted when a page was read, asked for when it is judged."""

    def __init__(self) -> None:
        self._by_url: dict[str, bool] = {}
        self._reports: list[str] = []
        self.failures = 0

    def note(self, url: str, is_accepted: bool) -> None:
        """What the validator said of a page."""
        self._by_url.pop(url, None)
        self._by_url[url] = is_accepted
        while len(self._by_url) > _MOST_KEPT:
            del self._by_url[next(iter(self._by_url))]

    def of(self, url: str) -> bool | None:
        """What it said; None if it was never asked."""
        return self._by_url.get(url)

    def report(self, url: str, trouble: str) -> None:
        """The validator failed on a page."""
        self.failures += 1
        if self.failures <= _MOST_REPORTS:
            last = "; further failures are only counted" if self.failures == _MOST_REPORTS else ""
            self._reports.append(f"the validator failed on {url}: {trouble}{last}")

    def take_reports(self) -> str:
        """What is to be said to the user since the last call."""
        reports, self._reports = self._reports, []
        return "; ".join(reports)

    def save(self) -> dict[str, Any]:
        """The latest verdicts as JSON values."""
        return dict(self._by_url)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._by_url = {str(url): bool(verdict) for url, verdict in state.items()}
