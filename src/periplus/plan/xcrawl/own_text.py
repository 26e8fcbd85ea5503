"""Whether a page has a text of its own, and as much of it as pages that were accepted have."""

import statistics
from collections.abc import Mapping
from typing import Any, NamedTuple

from periplus.plan.strategy import Verdict, Visit
from periplus.site.seen_grams import SeenGrams

_OWN_TEXT = 0.02  # of a page's 2-grams must be new, or it is another copy
_LEAST_OWN_GRAMS = 4
_FULL = 0.05  # of what an accepted page usually brings: less is a leaf around a picture
_RICH = 0.33  # the same, for a page that says as much as accepted ones do
_REMEMBERED = 200  # accepted pages that tell what is usual


class Brought(NamedTuple):
    """The 2-grams of a page."""

    new: int  # that no page before it had
    of: int
    is_new: bool  # the page is no copy

    @property
    def share(self) -> float:
        """How much of the page is new."""
        return self.new / max(1, self.of)


NOTHING = Brought(0, 0, False)


class OwnTexts:
    """Counts new word pairs, and knows how many accepted pages bring."""

    def __init__(self) -> None:
        self._seen = SeenGrams()
        self._usual: list[Brought] = []

    def read(self, visit: Visit) -> Brought:
        """What a page brings; it is known from now on."""
        view = visit.view
        if view is None or view.words is None or not 200 <= visit.status < 300:
            return NOTHING
        grams = view.words.grams
        new = len(self._seen.take(grams))
        is_new = visit.verdict is not Verdict.DUPLICATE and new >= max(
            min(_LEAST_OWN_GRAMS, len(grams)), _OWN_TEXT * len(grams)
        )
        return Brought(new, len(grams), is_new)

    def is_full(self, text: Brought) -> bool:
        """Whether a page brings as much as one of its kind should at the least."""
        return text.is_new and text.new >= _FULL * self._usual_new()

    def is_rich(self, text: Brought) -> bool:
        """Whether a page says about as much that is new as accepted pages do."""
        if not self._usual or not text.is_new:
            return False
        share = statistics.median(usual.share for usual in self._usual)
        return text.new >= _RICH * self._usual_new() and text.share >= _RICH * share

    def note_accepted(self, text: Brought) -> None:
        """What an accepted page brings tells what is usual."""
        if len(self._usual) < _REMEMBERED and self.is_full(text):
            self._usual.append(text)

    def _usual_new(self) -> float:
        return statistics.median(usual.new for usual in self._usual) if self._usual else 0.0

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"seen": self._seen.save(), "usual": [[u.new, u.of] for u in self._usual]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._seen.restore(state["seen"])
        self._usual = [Brought(int(new), int(of), True) for new, of in state["usual"]]
