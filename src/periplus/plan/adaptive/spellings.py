"""Which links are other spellings of a page that is in hand or waits already."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus import url as urls
from periplus.plan.adaptive.arcs import Arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.strategy import Offered, Visit
from periplus.site.duplicates import CanonicalForms
from periplus.site.hash_table import HashTable
from periplus.site.url_patterns import UrlKeys, UrlPatterns

_SAME_TEXT = 0.05  # of a page's 2-grams may be new if its text is to be another's
_OTHER_TEXT = 0.3  # more than that is new: what the page declares canonical is another page
_LEAST_TEXT = 300  # characters: shorter texts are alike by accident
_NOBODY = -1


class Spellings:
    """Foretells the form that each URL stands for; the first URL of a form owns it."""

    def __init__(self, settings: AdaptiveSettings) -> None:
        self._is_used = settings.use_duplicates
        self._forms = CanonicalForms()
        self._owners = HashTable()  # form -> URL id
        self._texts: dict[int, str] = {}  # hash of a main text -> the first page's form

    def take_in(self, visit: Visit, keys: UrlKeys, gain: float, grams: int) -> None:
        """Learn from a fetched page what it stands for."""
        form = self._form_shown(visit, gain, grams)
        self._forms.observe(visit.url, keys, form)
        own = np.array([urls.url_hash(visit.url), urls.url_hash(form)], np.uint64)
        owners = self._owners.get(own)
        for i in range(1 if form == visit.url else 2):
            if owners[i] == _NOBODY:
                self._owners.put(own[i : i + 1], np.array([visit.page], np.int32))

    def _form_shown(self, visit: Visit, gain: float, grams: int) -> str:
        view = visit.view
        if view is None:
            is_redirect = len(visit.links) == 1 and visit.links[0].row < 0
            return visit.links[0].url if is_redirect else visit.url
        form = view.canonical or visit.url
        if urls.origin(form) != urls.origin(visit.url):
            form = visit.url
        if form == visit.url:
            if view.words is not None and view.words.main_chars >= _LEAST_TEXT:
                first = self._texts.setdefault(view.words.text_hash, form)
                if gain < _SAME_TEXT * grams:
                    form = first
        elif gain > _OTHER_TEXT * grams and self._owner(form) not in (_NOBODY, visit.page):
            form = visit.url
        return form

    def _owner(self, form: str) -> int:
        return int(self._owners.get(np.array([urls.url_hash(form)], np.uint64))[0])

    def look_up(
        self, visit: Visit, patterns: UrlPatterns, arcs: Arcs, waiting: Waiting
    ) -> dict[int, bool]:
        """For links that are new, or were looked up by older rules: are they other spellings?"""
        version = self._forms.version + 1
        asked: dict[int, Offered] = {}
        for offered in visit.links:
            target = offered.target
            if not offered.fetched and (offered.row < 0 or waiting.version[target] != version):
                asked[target] = offered
        if not asked:
            return {}
        hashes = np.zeros(len(asked), np.uint64)
        for i, (target, offered) in enumerate(asked.items()):
            keys = patterns.keys(offered.url)
            waiting.pattern[target] = arcs.pattern(keys)
            waiting.version[target] = version
            hashes[i] = urls.url_hash(self._forms.form(offered.url, keys))
        if not self._is_used:
            return {}
        return self._owned(list(asked), hashes)

    def _owned(self, targets: list[int], hashes: "np.typing.NDArray[np.uint64]") -> dict[int, bool]:
        owners = self._owners.get(hashes).tolist()
        claims: dict[int, int] = {}
        answer = {}
        for target, form, owner in zip(targets, hashes.tolist(), owners, strict=True):
            if owner == _NOBODY:
                owner = claims.setdefault(form, target)
            answer[target] = owner != target
        if claims:
            self._owners.put(
                np.array(list(claims), np.uint64), np.array(list(claims.values()), np.int32)
            )
        return answer

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "forms": self._forms.save(),
            "owners": self._owners.save(),
            "texts": [[text, form] for text, form in self._texts.items()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._forms.restore(state["forms"])
        self._owners.restore(state["owners"])
        self._texts = {int(text): form for text, form in state["texts"]}
