"""Which links are other spellings of a page in hand, foretold from the pages that said so.

Only what pages declare as canonical is learned from (`site.duplicates`); a URL is passed over when
the form that is foretold for it is that of a page in hand.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from periplus import url as urls
from periplus.plan.strategy import Offered, Visit
from periplus.site.duplicates import CanonicalForms
from periplus.site.url_patterns import UrlPatterns

_MOST_WAITING = 1_000_000


class Spellings:
    """Forms of pages in hand and of URLs that wait."""

    def __init__(self) -> None:
        self._patterns = UrlPatterns()
        self._forms = CanonicalForms()
        self._in_hand: dict[int, int] = {}  # hash of a form -> page
        self._foretold: dict[int, list[int]] = {}  # hash of a form -> URLs not in hand

    def take_in(self, visit: Visit) -> list[int]:
        """Learn from a page; the URLs that were foretold to be what it turned out to be."""
        self._patterns.learn(offered.url for offered in visit.links if offered.fresh)
        if visit.view is None:
            return []
        form = visit.view.canonical or visit.url
        if urls.origin(form) != urls.origin(visit.url):
            form = visit.url
        self._forms.observe(visit.url, self._patterns.keys(visit.url), form)
        self._forms.changed()  # what waits is looked up when its page comes
        known = urls.url_hash(form)
        self._in_hand.setdefault(known, visit.page)
        return [url_id for url_id in self._foretold.pop(known, ()) if url_id != visit.page]

    def same_as(self, links: Iterable[Offered]) -> dict[int, int]:
        """Of links to pages not in hand: those that are foretold to be a page in hand."""
        found: dict[int, int] = {}
        for offered in links:
            form = self._forms.form(offered.url, self._patterns.keys(offered.url))
            known = urls.url_hash(form)
            page = self._in_hand.get(known)
            if page is not None:
                found[offered.target] = page
            elif form != offered.url and len(self._foretold) < _MOST_WAITING:
                waiting = self._foretold.setdefault(known, [])
                if offered.target not in waiting:
                    waiting.append(offered.target)
        return found

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "patterns": self._patterns.save(),
            "forms": self._forms.save(),
            "in_hand": list(self._in_hand.items()),
            "foretold": list(self._foretold.items()),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._patterns.restore(state["patterns"])
        self._forms.restore(state["forms"])
        self._in_hand = dict(state["in_hand"])
        self._foretold = {form: list(url_ids) for form, url_ids in state["foretold"]}
