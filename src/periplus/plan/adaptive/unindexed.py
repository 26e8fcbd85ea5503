"""Pages that their site wants in no index, by `noindex`: prompts, searches, other views of pages.

Where the URL of such a page has parameters, it is a view of what is to be had elsewhere: an old
version, a history, a reply form. Its new text is worth little. Others are pages of their own that
only search engines are to leave out, lists above all. A site that keeps most of its pages out of
indexes says nothing by it.
"""

from collections.abc import Mapping
from typing import Any

from periplus.plan.strategy import Visit

_VIEW_WORTH = 0.1  # of its gain: what an old version shows nowhere else is new, but hardly wanted
_MOST = 0.5  # of the pages


class Unindexed:
    """Weighs pages by what their site says of them."""

    def __init__(self) -> None:
        self._pages = 0
        self._unindexed = 0

    def weight(self, visit: Visit) -> float:
        """Count a page; what share of its gain it is worth."""
        if visit.view is None:
            return 1.0
        self._pages += 1
        self._unindexed += visit.view.noindex
        is_told = visit.view.noindex and self._unindexed <= _MOST * self._pages
        return _VIEW_WORTH if is_told and "?" in visit.url else 1.0

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"pages": self._pages, "unindexed": self._unindexed}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages, self._unindexed = int(state["pages"]), int(state["unindexed"])
