"""Links that are other spellings of one page: of each page one is followed, its own URL if known.

Kinds of URLs hold more than copies alone: a product below two categories and nowhere else has no
better URL than one of these. How a spelling leads to its page's own URL is learned from pages
(`site.duplicates`), so a link can be told to be a copy before it is fetched.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from periplus import url as urls
from periplus.plan.irobot.url_groups import UrlGroups
from periplus.site.duplicates import CanonicalForms

_MOST_KNOWN = 500_000


class Spellings:
    """Foretells the own URL of each link; the first spelling of an unknown one stands for it."""

    def __init__(self) -> None:
        self._forms = CanonicalForms()
        self._known: set[int] = set()  # hashes of URLs that links lead to
        self._owners: dict[int, int] = {}  # hash of a form -> URL id of the spelling in its place

    def observe(self, url: str, form: str, groups: UrlGroups) -> None:
        """A page turned out to stand for a form, which is its URL where it stands for itself."""
        self._forms.observe(url, groups.keys(url), form)

    def note(self, links: Iterable[str]) -> list[int]:
        """Take links in; the spellings that need not be followed: their pages have URLs."""
        needless = []
        for url in links:
            value = urls.url_hash(url)
            if len(self._known) < _MOST_KNOWN:
                self._known.add(value)
            owner = self._owners.pop(value, None)
            if owner is not None:
                needless.append(owner)
        return needless

    def form(self, url: str, groups: UrlGroups, *, turns: bool = False) -> str:
        """The URL that a link will turn out to stand for: often itself."""
        return self._forms.form(url, groups.keys(url), by_shape=not turns)

    def is_needed(self, form: str, target: int) -> bool:
        """Whether a spelling is the only way to its page: no link leads to its form."""
        value = urls.url_hash(form)
        return value not in self._known and self._owners.setdefault(value, target) == target

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "forms": self._forms.save(),
            "known": sorted(self._known),
            "owners": [[form, owner] for form, owner in self._owners.items()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._forms.restore(state["forms"])
        self._known = set(map(int, state["known"]))
        self._owners = {int(form): int(owner) for form, owner in state["owners"]}
