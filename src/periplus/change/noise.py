"""Which places of a template move by themselves: clocks, advertisements, counters, shared boxes.

Three kinds of evidence. Two fetches of one page within seconds (`learn_twin`): whatever differs is
noise. Visits over time (`learn_visit`): a place whose text is replaced nearly every time, while it
is a small part of its page. Different pages (`learn_page`): a place that shows the same on most
pages ("recent posts") belongs to the site, not to the page. One model serves one template.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.change.fingerprint import Fingerprint
from periplus.page.view import U32

Mask = npt.NDArray[np.bool_]

_MOST_PLACES = 4096
_MOST_PAGES = 60  # of a template are enough to see what they share
_SAME_PAGE = 0.6  # of the blocks: a page that was learned before
_MIN_MOVES = 3
_MOVE_SHARE = 0.6
_LARGE_SHARE = 0.5  # a place with more of a page's text is its content, however often it changes
_MIN_PAGES = 5
_SHARED_SHARE = 0.8
LINKS, IMAGES = 0x9E3779B9, 0x85EBCA6B  # turn a place into the place of its links, its images


@dataclass(slots=True)
class PlaceCounts:
    """What has been seen of one place."""

    visits: int = 0  # comparisons that had the place on both sides
    moves: int = 0  # of these: everything there was replaced
    twins: int = 0  # differences between two fetches at one time
    pages: int = 0  # different pages that have the place
    shared: int = 0  # of these: with nothing but what other pages show there too
    share: float = 0.0  # largest share of a page's text

    @property
    def is_noise(self) -> bool:
        """Whether changes here mean nothing."""
        if self.share >= _LARGE_SHARE:
            return False
        return self.twins > 0 or (
            self.moves >= _MIN_MOVES and self.moves >= _MOVE_SHARE * self.visits
        )

    @property
    def is_shared(self) -> bool:
        """Whether the place belongs to the site and not to one page."""
        if self.share >= _LARGE_SHARE:
            return False
        return self.pages >= _MIN_PAGES and self.shared >= _SHARED_SHARE * (self.pages - 1)


@dataclass(slots=True)
class NoiseModel:
    """What was learned about the places of one template (or of one page)."""

    places: dict[int, PlaceCounts] = field(default_factory=dict)
    _known: set[int] = field(default_factory=set)  # texts with their places, of pages learned
    _learned: list[frozenset[int]] = field(default_factory=list)  # the same, by page
    _keys: set[int] = field(default_factory=set)
    _noisy: U32 | None = None
    _shared: U32 | None = None

    def learn_page(self, page: Fingerprint, key: int | None = None) -> None:
        """A page of the template: what many pages show belongs to none of them.

        Every page counts once. `key` (a URL's id) tells pages apart; without it, a page that is
        nearly the text of one learned before is taken for that page, visited again.
        """
        if not page.whole or len(self._learned) >= _MOST_PAGES:
            return
        texts = _texts_by_place(page)
        keys = {place: {hash((place, text)) for text in found} for place, found in texts.items()}
        everything = frozenset().union(*keys.values()) if keys else frozenset()
        if key in self._keys if key is not None else self._is_known(everything):
            return
        self._forget_answers()
        if key is not None:
            self._keys.add(key)
        for place, found in keys.items():
            counts = self._counts(place)
            if counts is not None:
                counts.pages += 1
                counts.shared += found <= self._known
        self._learned.append(everything)
        self._known |= everything
        self._note_shares(page)

    def _is_known(self, everything: frozenset[int]) -> bool:
        return any(
            len(everything & other) >= _SAME_PAGE * max(len(everything), len(other), 1)
            for other in self._learned
        )

    def learn_visit(self, old: Fingerprint, new: Fingerprint) -> None:
        """Two visits of one page, some time apart."""
        self._learn(old, new, at_once=False)

    def learn_twin(self, one: Fingerprint, other: Fingerprint) -> None:
        """Two fetches of one page within seconds: nothing but noise can differ."""
        self._learn(one, other, at_once=True)

    def _learn(self, old: Fingerprint, new: Fingerprint, *, at_once: bool) -> None:
        if not (old.whole and new.whole):
            return
        self._forget_answers()
        self._note_shares(old)
        text_moved = False
        before, after = _texts_by_place(old), _texts_by_place(new)
        for place in before.keys() | after.keys():
            one, other = before.get(place, set()), after.get(place, set())
            counts = self._counts(place)
            if counts is None:
                continue
            text_moved = text_moved or (one != other and not counts.is_noise)
            self._count(counts, one, other, at_once)
        for one_side, other_side in (
            (_images_by_place(old), _images_by_place(new)),
            # A new post brings new links: only links that move alone are noise.
            *(
                ()
                if text_moved and not at_once
                else ((_links_by_place(old), _links_by_place(new)),)
            ),
        ):
            for place in one_side.keys() | other_side.keys():
                counts = self._counts(place)
                if counts is not None:
                    one, other = one_side.get(place, set()), other_side.get(place, set())
                    self._count(counts, one, other, at_once)

    @staticmethod
    def _count(counts: PlaceCounts, one: set[int], other: set[int], at_once: bool) -> None:
        if at_once:
            counts.twins += one != other
        elif one and other:
            counts.visits += 1
            counts.moves += one.isdisjoint(other)

    def _counts(self, place: int) -> PlaceCounts | None:
        counts = self.places.get(place)
        if counts is None and len(self.places) < _MOST_PLACES:
            counts = self.places[place] = PlaceCounts()
        return counts

    def _note_shares(self, page: Fingerprint) -> None:
        total = float(page.sizes.sum()) or 1.0
        places, index = np.unique(page.places, return_inverse=True)
        shares = np.bincount(index, weights=page.sizes, minlength=len(places)) / total
        for place, share in zip(places.tolist(), shares.tolist(), strict=True):
            counts = self._counts(place)
            if counts is not None:
                counts.share = max(counts.share, share)

    def _forget_answers(self) -> None:
        self._noisy = self._shared = None

    def noisy(self, places: U32, what: int = 0) -> Mask:
        """Which of these places move by themselves; `what`: or only their LINKS or IMAGES do."""
        if self._noisy is None:
            self._noisy = _array(place for place, counts in self.places.items() if counts.is_noise)
        found: Mask = np.isin(places, self._noisy)
        return found | np.isin(places ^ np.uint32(what), self._noisy) if what else found

    def shared(self, places: U32) -> Mask:
        """Which of these places belong to the site and not to the page."""
        if self._shared is None:
            self._shared = _array(place for place, c in self.places.items() if c.is_shared)
        return np.isin(places, self._shared)

    def to_json(self) -> dict[str, Any]:
        """What visits and twins told. What pages share is learned anew: fingerprints are kept."""
        return {
            str(place): [c.visits, c.moves, c.twins, round(c.share, 4)]
            for place, c in self.places.items()
            if c.visits or c.twins
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "NoiseModel":
        """A model as it was kept."""
        return cls(
            {
                int(place): PlaceCounts(visits, moves, twins, share=share)
                for place, (visits, moves, twins, share) in value.items()
            }
        )


def _array(places: Iterable[int]) -> U32:
    return np.array(sorted(places), dtype=np.uint32)


def _by_place(places: U32, values: list[int]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for place, value in zip(places.tolist(), values, strict=True):
        found.setdefault(place, set()).add(value)
    return found


def _texts_by_place(page: Fingerprint) -> dict[int, set[int]]:
    return _by_place(page.places, page.blocks.tolist())


def _images_by_place(page: Fingerprint) -> dict[int, set[int]]:
    return _by_place(page.image_places ^ np.uint32(IMAGES), page.images.tolist())


def _links_by_place(page: Fingerprint) -> dict[int, set[int]]:
    return _by_place(page.link_places ^ np.uint32(LINKS), page.link_sets.tolist())
