"""Whether a page has a text of its own, and as much of it as pages that were accepted have."""

import statistics
from collections.abc import Mapping
from typing import Any, NamedTuple

from periplus.plan.strategy import Verdict, Visit
from periplus.site.seen_grams import SeenGrams

_OWN_TEXT = 0.02  # of a page's 2-grams must be new, or it is another copy
_LEAST_OWN_GRAMS = 4
_FULL = 0.12  # of what an accepted page usually brings: less is a leaf around a picture
_REMEMBERED = 200  # accepted pages that tell what is usual


class OwnText(NamedTuple):
    """What a page says that no page before it said."""

    is_new: bool  # the page is no copy
    is_full: bool  # it brings as much as pages of its kind should


class OwnTexts:
    """Counts new word pairs."""

    def __init__(self) -> None:
        self._seen = SeenGrams()
        self._usual: list[int] = []

    def take_in(self, visit: Visit, *, accepted: bool) -> OwnText:
        """What a page brings; accepted ones tell what is usual."""
        view = visit.view
        if view is None or view.words is None or not 200 <= visit.status < 300:
            return OwnText(False, False)
        grams = view.words.grams
        new = len(self._seen.take(grams))
        is_new = visit.verdict is not Verdict.DUPLICATE and new >= max(
            min(_LEAST_OWN_GRAMS, len(grams)), _OWN_TEXT * len(grams)
        )
        if not accepted:
            return OwnText(is_new, False)
        is_full = is_new and (not self._usual or new >= _FULL * statistics.median(self._usual))
        if is_full and len(self._usual) < _REMEMBERED:
            self._usual.append(new)
        return OwnText(is_new, is_full)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"seen": self._seen.save(), "usual": self._usual}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._seen.restore(state["seen"])
        self._usual = [int(number) for number in state["usual"]]
