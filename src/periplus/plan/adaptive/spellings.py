"""Which links are other spellings of a page that is in hand or waits already."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

import numpy as np

from periplus import url as urls
from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.wholes import Wholes
from periplus.plan.strategy import Visit
from periplus.site.duplicates import CanonicalForms
from periplus.site.hash_table import (
    HashTable,
    packed,
    packed_lines,
    unpacked,
    unpacked_lines,
)
from periplus.site.page_counts import changes
from periplus.site.split_url import split_url
from periplus.site.url_patterns import UrlKeys, UrlPatterns

_SAME_TEXT = 0.05  # of a page's 2-grams may be new if its text is to be another's
_OTHER_TEXT = 0.3  # more than that is new: what the page declares canonical is another page
_OTHER_LINKS = 3  # to what no page showed: a further page of a list is no copy of the first
_LEAST_TEXT = 300  # characters: shorter texts are alike by accident
_ERROR = 400  # statuses from here on: not the page that was asked for
_NOBODY = -1
_MOST_RIVALS = 100_000
_MOST_REVIEWED = 5_000
_MOST_OUTDATED = 200
_LOOKED_THROUGH = 1 << 17  # URL ids at a time for outdated ones
_MOST_TEXTS = 200_000


class Claim(NamedTuple):
    """The form that a URL is foretold to stand for, and the URL that owns the form."""

    form: int  # its hash
    owner: int  # URL id
    pattern: int  # of the form


class Changed(NamedTuple):
    """URLs whose standing a fetched page has changed."""

    demoted: int | None  # owned the form that the page turned out to have
    promoted: int | None  # gets the form of a page that could not be had


_Form = tuple[int, int]  # its hash and its pattern


def _form_of(form: str, url: str, own: int, patterns: UrlPatterns, arcs: Arcs) -> _Form:
    pattern = own if form == url else arcs.pattern(patterns.keys(form))
    return urls.url_hash(form), pattern


def _other_named(visit: Visit) -> str | None:
    """Another page that a page names as canonical."""
    named = visit.view.canonical if visit.view else None
    return named if named and named != visit.url else None


def _shows_others(visit: Visit) -> bool:
    """Whether a page links to what no page did before, its own further pages aside.

    Many sites name the first page of a list as canonical on all of them.
    """
    others = (o for o in visit.links if o.fresh and changes(visit.url, o.url) is None)
    return len(list(itertools.islice(others, _OTHER_LINKS))) == _OTHER_LINKS


def _is_redirect(visit: Visit) -> bool:
    return visit.view is None and len(visit.links) == 1 and visit.links[0].row < 0


def leads_back(target: str, url: str) -> bool:
    """Whether a redirect's target is told where to return to: a wall, not another URL of a page."""
    path = unquote(urls.path_and_query(url)).partition("?")[0]
    _, pairs = split_url(target)
    values = (unquote(pair.partition("=")[2]).partition("?")[0] for pair in pairs)
    return path != "/" and any(value in (path, urls.origin(url) + path) for value in values)


class Spellings:
    """Foretells the form that each URL stands for; the first URL of a form owns it."""

    def __init__(self, settings: AdaptiveSettings) -> None:
        self._is_used = settings.use_duplicates
        self._forms = CanonicalForms()
        self._owners = HashTable()  # form -> URL id
        self._texts: dict[int, str] = {}  # hash of a main text -> the first page's form
        # Form -> the first URL that waits for how its owner fares.
        self._rivals: dict[int, int] = {}
        self._reviewed = 0  # URL ids below were looked through last
        self._wholes = Wholes()

    def take_in(
        self,
        visit: Visit,
        keys: UrlKeys,
        new: int,
        grams: int,
        waiting: Waiting,
        patterns: UrlPatterns,
        *,
        turns_pages: bool = False,
    ) -> Changed:
        """Learn from a fetched page what it stands for, and who owns that now.

        The page owns its form from now on. Where it could not be had, another spelling gets its
        turn. `turns_pages`: whether the link to it did.
        """
        if visit.status >= _ERROR or (visit.view is None and not visit.links):
            return Changed(None, self.released(visit.page, visit.url, keys))
        if _is_redirect(visit) and leads_back(visit.links[0].url, visit.url):
            return Changed(None, self.released(visit.page, visit.url, keys))
        is_new = new > _OTHER_TEXT * grams
        if self._is_part(visit, keys, patterns, is_new=is_new):
            form = visit.url
        else:
            is_other = is_new or (turns_pages and _shows_others(visit))
            form = self._form_shown(visit, new, grams, waiting, is_other=is_other)
        is_told = form != visit.url or visit.view is None or bool(visit.view.canonical)
        foretold = self._forms.form(visit.url, keys, by_shape=not turns_pages)
        self._forms.observe(visit.url, keys, form, is_told=is_told, is_new=is_new)
        if visit.view is None:
            return Changed(None, self._handed_on(visit, form))
        own, shown = urls.url_hash(visit.url), urls.url_hash(form)
        promoted = None
        if visit.view.canonical == form != foretold:
            promoted = self._passed_on(urls.url_hash(foretold), visit.page)
        former = self._owners.find(shown)
        for known in (own, shown):
            self._owners.set(known, visit.page)
            self._rivals.pop(known, None)
        return Changed(None if former in (_NOBODY, visit.page) else former, promoted)

    def _is_part(self, visit: Visit, keys: UrlKeys, patterns: UrlPatterns, *, is_new: bool) -> bool:
        """Whether what a page names as canonical is a whole that it is part of.

        When that becomes known, what such pages have named is had as pages of its own.
        """
        named = _other_named(visit)
        if named is None:
            return False
        named_keys = patterns.keys(named)
        is_waiting = any(offered.url == named and not offered.fetched for offered in visit.links)
        if is_waiting and not self._wholes.are(keys, named_keys):
            form = urls.url_hash(named)
            found = self._wholes.name(keys, named_keys, form, is_new=is_new)
            if found is not None:
                for form in found.forms:
                    self._owners.set(form, _NOBODY)
                for part in sorted(found.keys):
                    self._forms.forget(part)
        return self._wholes.are(keys, named_keys)

    def whole(self, visit: Visit, keys: UrlKeys, patterns: UrlPatterns) -> int | None:
        """The URL, not in hand, of a whole that a page says to be part of."""
        named = _other_named(visit)
        if named is None or not self._wholes.are(keys, patterns.keys(named)):
            return None
        return next((o.target for o in visit.links if o.url == named and not o.fetched), None)

    def deny(self, claim: Claim, target: int) -> None:
        """Note a URL that is another spelling of one that only waits."""
        if len(self._rivals) < _MOST_RIVALS:
            self._rivals.setdefault(claim.form, target)

    def _handed_on(self, visit: Visit, form: str) -> int | None:
        """A redirect owns nothing: its target is yet to be had, and owns what the redirect did."""
        key = urls.url_hash(form)
        if not visit.links or self._owners.find(key) != visit.page:
            return None
        self._rivals.pop(key, None)
        self.give(key, visit.links[0].target)
        return visit.links[0].target

    def released(self, page: int, url: str, keys: UrlKeys) -> int | None:
        """The URL that gets the form of one that is of no use for it, if any waits for that.

        Else the next one that is found does.
        """
        forms = urls.url_hash(url), urls.url_hash(self._forms.form(url, keys))
        for form in forms:
            rival = self._rivals.pop(form, None)
            if rival is not None:
                self.give(form, rival)
                return rival
        for form in forms:
            if self._owners.find(form) == page:
                self._owners.set(form, _NOBODY)
        return None

    def _passed_on(self, form: int, page: int) -> int | None:
        """The URL that gets a form that a page owned, and was wrongly foretold to stand for."""
        if self._owners.find(form) != page:
            return None
        rival = self._rivals.pop(form, None)
        self._owners.set(form, _NOBODY if rival is None else rival)
        return rival

    def _form_shown(
        self, visit: Visit, new: int, grams: int, waiting: Waiting, *, is_other: bool
    ) -> str:
        view = visit.view
        if view is None:
            return visit.links[0].url if _is_redirect(visit) else visit.url
        form = view.canonical or visit.url
        if urls.origin(form) != urls.origin(visit.url):
            form = visit.url
        if form == visit.url:
            if view.words is not None and view.words.main_chars >= _LEAST_TEXT:
                first = self._texts.get(view.words.text_hash, form)
                if first is form and len(self._texts) < _MOST_TEXTS:
                    self._texts[view.words.text_hash] = form
                if new < _SAME_TEXT * grams:
                    form = first
        elif is_other and self._is_in_hand(form, visit.page, waiting):
            form = visit.url
        return form

    def _is_in_hand(self, form: str, page: int, waiting: Waiting) -> bool:
        """Whether another page was fetched that stands for the form."""
        owner = self._owners.find(urls.url_hash(form))
        return owner not in (_NOBODY, page) and waiting.arc[owner] == NO_ARC

    def partly_told(self, arcs: Arcs) -> set[int]:
        """Patterns of which too few pages told what they stand for to foretell it of others."""
        found = map(arcs.find_pattern, self._forms.partly_told())
        return {pattern for pattern in found if pattern is not None}

    def look_up(
        self,
        visit: Visit,
        turns: Sequence[bool],
        patterns: UrlPatterns,
        arcs: Arcs,
        waiting: Waiting,
    ) -> dict[int, Claim]:
        """For links that are new, or were looked up by older rules: are they other spellings?

        Of links that turn pages only their own pattern tells: page 2 of a list and of a product may
        have one shape, and only one of them be a page of its own.
        """
        version, versions = self._forms.version + 1, waiting.version
        asked: dict[int, tuple[str, int]] = {}
        for row, target, url, _, is_fetched in visit.links:
            if not is_fetched and (row < 0 or versions[target] != version):
                asked[target] = url, row
        if not asked:
            return {}
        forms: list[_Form] = []
        for target, (url, row) in asked.items():
            keys = patterns.keys(url)
            own = waiting.pattern[target] = arcs.pattern(keys)
            versions[target] = version
            form = self._forms.form(url, keys, by_shape=not turns[row])
            forms.append(_form_of(form, url, own, patterns, arcs))
        if not self._is_used:
            return {}
        return self._claims(list(asked), forms)

    def review(self, patterns: UrlPatterns, arcs: Arcs, waiting: Waiting) -> dict[int, Claim]:
        """Look those waiting links up again of whose kind more is known now.

        Besides some of those foretold to be other spellings by rules that have changed since.
        """
        if not self._is_used:
            return {}
        kinds = self._forms.changed()
        affected = arcs.patterns_like(kinds) if kinds else set()
        affected |= arcs.patterns_with(self._forms.newly_idle())
        targets: list[int] = []
        if affected:
            targets = [t for t in waiting.urls if waiting.pattern[t] in affected][:_MOST_REVIEWED]
        targets += sorted(set(self._outdated(arcs, waiting)).difference(targets))
        forms: list[_Form] = []
        for target in targets:
            url = waiting.urls[target]
            turns = arcs.keys[waiting.arc[target]].turns_pages
            form = self._forms.form(url, patterns.keys(url), by_shape=not turns)
            forms.append(_form_of(form, url, waiting.pattern[target], patterns, arcs))
        return self._claims(targets, forms)

    def is_of_waiting(
        self, visit: Visit, keys: UrlKeys, waiting: Waiting, *, turns_pages: bool
    ) -> bool:
        """Whether a page stands for one that waits under another URL."""
        form = self._forms.form(visit.url, keys, by_shape=not turns_pages)
        owner = self._owners.find(urls.url_hash(form))
        return owner not in (_NOBODY, visit.page) and waiting.arc[owner] != NO_ARC

    def stands_for(self, url: str, keys: UrlKeys, form: int, *, turns_pages: bool) -> bool:
        """Whether a URL is foretold to stand for a form, by what is known now."""
        return urls.url_hash(self._forms.form(url, keys, by_shape=not turns_pages)) == form

    def _outdated(self, arcs: Arcs, waiting: Waiting) -> list[int]:
        version = self._forms.version + 1
        start = self._reviewed if self._reviewed < len(waiting.arc) else 0
        self._reviewed = start + _LOOKED_THROUGH
        part = slice(start, self._reviewed)
        is_spelling = np.array(arcs.are_spellings, np.bool_)
        held = np.frombuffer(waiting.arc, np.int32)[part]
        outdated = is_spelling[held] & (np.frombuffer(waiting.version, np.int32)[part] != version)
        places = (start + np.flatnonzero(outdated)).tolist()
        found = [t for t in places if t in waiting.urls][:_MOST_OUTDATED]
        for target in found:
            waiting.version[target] = version
        return found

    def give(self, form: int, target: int) -> None:
        """Let another URL own a form."""
        self._owners.set(form, target)

    def _claims(self, targets: list[int], forms: list[_Form]) -> dict[int, Claim]:
        owner_of, claims = self._owners.setdefault, {}
        for target, (form, pattern) in zip(targets, forms, strict=True):
            claims[target] = Claim(form, owner_of(form, target), pattern)
        return claims

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "forms": self._forms.save(),
            "owners": self._owners.save(),
            "texts": [
                packed(np.fromiter(self._texts, np.uint64)),
                packed_lines(self._texts.values()),
            ],
            "rivals": [
                packed(np.fromiter(self._rivals, np.uint64)),
                packed(np.fromiter(self._rivals.values(), np.int32)),
            ],
            "reviewed": self._reviewed,
            "wholes": self._wholes.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._forms.restore(state["forms"])
        self._owners.restore(state["owners"])
        texts, forms = state["texts"]
        # Without strict: no forms are one line, which is empty.
        self._texts = dict(
            zip(unpacked(texts, np.uint64).tolist(), unpacked_lines(forms), strict=False)
        )
        rivaled, rivals = state["rivals"]
        self._rivals = dict(
            zip(
                unpacked(rivaled, np.uint64).tolist(),
                unpacked(rivals, np.int32).tolist(),
                strict=True,
            )
        )
        self._reviewed = int(state["reviewed"])
        self._wholes.restore(state["wholes"])
