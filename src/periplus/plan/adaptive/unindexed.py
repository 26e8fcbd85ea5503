"""Pages that their site wants in no index, by `noindex`: prompts, searches, other views of pages.

Where the URL of such a page has parameters, or names a function of another page (/page/history), it
is a view of what is to be had elsewhere: an old version, a history, a reply form. Its new text is
worth little, and further ones are no list. Others are pages of their own that only search engines
are to leave out, lists above all. A site that keeps most of its pages out of indexes says nothing
by it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from periplus.plan.strategy import Visit
from periplus.site.url_functions import UrlFunctions

_MOST = 0.5  # of the pages


def is_view(visit: Visit) -> bool:
    """Whether a page shows another one in some other way, of a visit that was heard."""
    return visit.view is not None and visit.view.noindex


class Unindexed:
    """How many pages are to be in no index."""

    def __init__(self, functions: UrlFunctions) -> None:
        self._functions = functions
        self._pages = 0
        self._unindexed = 0

    def heard(self, visit: Visit) -> Visit:
        """Count a page; the visit as it is to be judged: `noindex` stays where it tells a view."""
        view = visit.view
        if view is None or view.words is None or not 200 <= visit.status < 300:
            return visit
        self._pages += 1
        self._unindexed += view.noindex
        if not view.noindex or (self._tells() and self._may_show_another(visit.url)):
            return visit
        return replace(visit, view=replace(view, noindex=False))

    def _tells(self) -> bool:
        return self._unindexed <= _MOST * self._pages

    def _may_show_another(self, url: str) -> bool:
        return "?" in url or bool(self._functions.name(url))

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"pages": self._pages, "unindexed": self._unindexed}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages, self._unindexed = int(state["pages"]), int(state["unindexed"])
