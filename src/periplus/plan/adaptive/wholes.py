"""Pages that name another one as canonical: the same page elsewhere, or the whole they are part of.

A product names its own address, a message the thread that shows it with all others. Where several
pages with texts of their own name one that is not in hand, it cannot be the same as all of them:
then what pages of their shape name are pages of their own, to be had.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from periplus.site.url_patterns import UrlKeys

_SHARED = 2  # pages with a text of their own that name what another has named: no accident
LEAST_PARTS = _SHARED + 1  # of a whole, as far as is known: so much more than one of them it holds
_MOST_FORMS = 10_000  # named by pages of one kind
_MOST_KINDS = 1_000


class _Kind:
    """Pages of one shape that name pages of another."""

    __slots__ = ("forms", "keys", "shared")

    def __init__(self) -> None:
        self.shared = 0
        self.keys: set[UrlKeys] = set()  # of the pages that named
        self.forms: set[int] = set()  # hashes of what was named


class Found(NamedTuple):
    """What turned out to be no other spellings but parts of something."""

    keys: set[UrlKeys]
    forms: set[int]


class Wholes:
    """Tells named pages that are wholes from those that are the same page."""

    def __init__(self) -> None:
        self._kinds: dict[str, _Kind] = {}

    def name(self, keys: UrlKeys, named: UrlKeys, form: int, *, is_new: bool) -> Found | None:
        """A page, with a text of its own or not, names another that is not in hand.

        Returns: all that was named by such pages, once it is known that those are wholes.
        """
        name = _name(keys, named)
        kind = self._kinds.get(name)
        if kind is None:
            if len(self._kinds) >= _MOST_KINDS:
                return None
            kind = self._kinds[name] = _Kind()
        kind.keys.add(keys)
        if form in kind.forms:
            kind.shared += is_new
        elif len(kind.forms) < _MOST_FORMS:
            kind.forms.add(form)
        if kind.shared < _SHARED:
            return None
        found = Found(kind.keys, kind.forms)
        kind.keys, kind.forms = set(), set()
        return found

    def are(self, keys: UrlKeys, named: UrlKeys) -> bool:
        """Whether what such pages name is a whole that they are part of."""
        kind = self._kinds.get(_name(keys, named))
        return kind is not None and kind.shared >= _SHARED

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            name: [kind.shared, sorted(kind.keys), sorted(kind.forms)]
            for name, kind in self._kinds.items()
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._kinds = {}
        for name, (shared, keys, forms) in state.items():
            kind = self._kinds[name] = _Kind()
            kind.shared = shared
            kind.keys = {UrlKeys(*values) for values in keys}
            kind.forms = set(forms)


def _name(keys: UrlKeys, named: UrlKeys) -> str:
    return f"{keys.shape} {named.shape}"
