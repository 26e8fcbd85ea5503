"""What changed between two visits of a page: the kind of the change, its size, and in words.

The first that applies: the page went or came back; its own text changed; the same blocks stand in
another order; a link or an image of its own was exchanged; its template changed; only noise moved.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from periplus.change.fingerprint import Fingerprint
from periplus.change.images import NEAR_IMAGE_BITS
from periplus.change.noise import IMAGES, LINKS, NoiseModel
from periplus.change.printed import Prints

Mask = npt.NDArray[np.bool_]

_KEPT_SHARE = 0.5  # of the text, by characters: less is another page
_MOVED_SHARE = 0.8  # of the kept text stands at other places: a new layout
_SUM_BITS = 0xFFFFFFFFFFFFFFFF
_MOVING = int(Prints.NOW | Prints.MACHINE)


class ChangeKind(StrEnum):
    """What happened to a page between two visits."""

    NONE = "none"
    NOISE = "noise"  # clocks, counters, advertisements
    TEXT = "text"
    STRUCTURE = "structure"  # the same blocks in another order
    TEMPLATE = "template"  # the site's look, or what all pages share
    LINKS = "links"
    IMAGES = "images"
    GONE = "gone"
    RETURNED = "returned"


MATTERING = frozenset(ChangeKind) - {ChangeKind.NONE, ChangeKind.NOISE, ChangeKind.TEMPLATE}


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two visits."""

    kind: ChangeKind
    size: float = 0.0  # share of the page's own text that was added or removed, 0..1
    detail: str = ""

    @property
    def matters(self) -> bool:
        """Whether the page's own content changed: what change rates are made of."""
        return self.kind in MATTERING


NO_CHANGE = Change(ChangeKind.NONE)


def compare(
    old: Fingerprint | None, new: Fingerprint | None, noise: NoiseModel | None = None
) -> Change:
    """What changed. None stands for a page that wasn't there (404, 410, soft 404)."""
    if old is None or new is None:
        if old is new:
            return NO_CHANGE
        kind = ChangeKind.GONE if new is None else ChangeKind.RETURNED
        return Change(kind, 1.0, "the page " + ("is gone" if new is None else "is back"))
    if not (old.whole and new.whole):
        return _compare_coarse(old, new)
    if _identical(old, new):
        return NO_CHANGE
    return _Comparison(old, new, noise).change()


def _identical(old: Fingerprint, new: Fingerprint) -> bool:
    return (
        old.main_text == new.main_text
        and old.template == new.template
        and old.frame == new.frame
        and old.links == new.links
        and np.array_equal(old.images, new.images)
        and np.array_equal(old.image_codes, new.image_codes)
        and np.array_equal(old.places, new.places)
    )


class _Comparison:
    """Two whole fingerprints side by side, with what noise leaves of them."""

    def __init__(self, old: Fingerprint, new: Fingerprint, noise: NoiseModel | None) -> None:
        self.old, self.new = old, new
        self.noise = noise
        self.old_own = self._own(old.places)
        self.new_own = self._own(new.places)

    def _own(self, places: npt.NDArray[np.uint32], what: int = 0) -> Mask:
        if self.noise is None:
            return np.ones(len(places), dtype=bool)
        own: Mask = ~(self.noise.noisy(places, what) | self.noise.shared(places))
        return own

    def change(self) -> Change:
        old, new = self.old, self.new
        removed = _surplus(old, self.old_own, new, self.new_own)
        added = _surplus(new, self.new_own, old, self.old_own)
        removed, added = self._without_moving(removed, added)
        if removed or added:
            return self._text_change(removed, added)
        if self._reordered():
            return Change(ChangeKind.STRUCTURE, 0.0, "the same texts in another order")
        image = self._image_change()
        if image:
            return Change(ChangeKind.IMAGES, 0.0, image)
        moved_links = self._link_changes()
        if moved_links and not self._relaid():
            return Change(ChangeKind.LINKS, 0.0, f"other links in {moved_links} places")
        if old.template != new.template or moved_links:
            layout = (old.layout ^ new.layout).bit_count()
            return Change(ChangeKind.TEMPLATE, 0.0, f"the layout differs in {layout} of 64 bits")
        if self._shared_moved():
            return Change(ChangeKind.TEMPLATE, 0.0, "parts that all pages share")
        return Change(ChangeKind.NOISE, 0.0, "only parts that move by themselves")

    def _without_moving(self, removed: list[int], added: list[int]) -> tuple[list[int], list[int]]:
        """Leave out pairs that differ in nothing but the time of the visit or the server's work."""
        old, new = self.old, self.new
        waiting: dict[tuple[int, int], list[int]] = {}
        for row in removed:
            if int(old.prints[row]) & _MOVING:
                waiting.setdefault((int(old.places[row]), int(old.masks[row])), []).append(row)
        paired: set[int] = set()
        kept = []
        for row in added:
            rows = waiting.get((int(new.places[row]), int(new.masks[row])))
            # An age ends as a date: one side that moves is enough where that side is the old one.
            if rows:
                paired.add(rows.pop())
            else:
                kept.append(row)
        return [row for row in removed if row not in paired], kept

    def _text_change(self, removed: list[int], added: list[int]) -> Change:
        old, new = self.old, self.new
        lost, gained = int(old.sizes[removed].sum()), int(new.sizes[added].sum())
        before, after = int(old.sizes[self.old_own].sum()), int(new.sizes[self.new_own].sum())
        size = (lost + gained) / max(before + after, 1)
        if lost + gained <= (1 - _KEPT_SHARE) * (before + after) and self._relaid():
            return Change(ChangeKind.TEMPLATE, size, "a new layout around the old text")
        distance = (old.simhash ^ new.simhash).bit_count()
        detail = (
            f"{len(added)} blocks new, {len(removed)} gone of {int(self.old_own.sum())}, "
            f"SimHash distance {distance}"
        )
        return Change(ChangeKind.TEXT, min(size, 1.0), detail)

    def _relaid(self) -> bool:
        """Whether nearly all text that stayed stands at other places."""
        old, new = self.old, self.new
        there = dict.fromkeys(zip(new.blocks.tolist(), new.places.tolist(), strict=True))
        kept = np.isin(old.blocks, new.blocks)
        moved = [
            row
            for row in np.flatnonzero(kept).tolist()
            if (int(old.blocks[row]), int(old.places[row])) not in there
        ]
        total = int(old.sizes[kept].sum())
        return total > 0 and int(old.sizes[moved].sum()) >= _MOVED_SHARE * total

    def _reordered(self) -> bool:
        """Whether the texts that both sides have stand in another order."""
        old, new = self.old.blocks[self.old_own], self.new.blocks[self.new_own]
        old, new = old[np.isin(old, new)], new[np.isin(new, old)]
        return not np.array_equal(old, new)

    def _image_change(self) -> str:
        old, new = self.old, self.new
        old_own, new_own = self._own(old.image_places, IMAGES), self._own(new.image_places, IMAGES)
        before = Counter(old.images[old_own].tolist())
        after = Counter(new.images[new_own].tolist())
        gone, come = before - after, after - before
        codes = _codes(old), _codes(new)
        for reference in list(come):
            match = next((r for r in gone if _near(codes[0].get(r), codes[1].get(reference))), None)
            if match is not None:  # one picture under a new name
                del come[reference], gone[match]
        if gone or come:
            return f"{come.total()} images new, {gone.total()} gone"
        for reference in before.keys() & after.keys():
            one, other = codes[0].get(reference), codes[1].get(reference)
            if one is not None and other is not None and not _near(one, other):
                return "an image shows something else under the same name"
        return ""

    def _link_changes(self) -> int:
        old, new = self.old, self.new
        before = dict(zip(old.link_places.tolist(), old.link_sets.tolist(), strict=True))
        after = dict(zip(new.link_places.tolist(), new.link_sets.tolist(), strict=True))
        places = [p for p in before.keys() | after.keys() if before.get(p) != after.get(p)]
        if not places:
            return 0
        own = np.array(places, dtype=np.uint32)
        own = own[self._own(own, LINKS)]
        sums = (sum(side.get(place, 0) for place in own.tolist()) for side in (before, after))
        return len(own) if len({total & _SUM_BITS for total in sums}) > 1 else 0

    def _shared_moved(self) -> bool:
        old, new = self.old, self.new
        if old.frame != new.frame:
            return True
        if self.noise is None:
            return False
        one = old.blocks[self.noise.shared(old.places)]
        other = new.blocks[self.noise.shared(new.places)]
        return not np.array_equal(one, other)


def _surplus(one: Fingerprint, own: Mask, other: Fingerprint, other_own: Mask) -> list[int]:
    """Rows of one side whose text the other side has not, or has not as often."""
    left = Counter(other.blocks[other_own].tolist())
    rows = []
    for row in np.flatnonzero(own).tolist():
        text = int(one.blocks[row])
        if left[text]:
            left[text] -= 1
        else:
            rows.append(row)
    return rows


def _codes(page: Fingerprint) -> dict[int, int]:
    pairs = zip(page.images.tolist(), page.image_codes.tolist(), strict=True)
    return {image: code for image, code in pairs if code}


def _near(one: int | None, other: int | None) -> bool:
    if one is None or other is None:
        return False
    return (one ^ other).bit_count() <= NEAR_IMAGE_BITS


def _compare_coarse(old: Fingerprint, new: Fingerprint) -> Change:
    """Where one side has no blocks: text, template and links as hashes."""
    if old.whole != new.whole:
        distance = (old.simhash ^ new.simhash).bit_count()
        kind = ChangeKind.TEXT if distance > 3 else ChangeKind.NONE
        return Change(kind, distance / 64, f"SimHash distance {distance} of unlike fingerprints")
    if old.main_text != new.main_text:
        shared = len(np.intersect1d(old.blocks, new.blocks))
        size = 1 - 2 * shared / max(len(old.blocks) + len(new.blocks), 1)
        return Change(ChangeKind.TEXT, max(size, 0.0), f"{shared} shingles in common")
    if old.links != new.links:
        return Change(ChangeKind.LINKS, 0.0, "other links")
    if old.template != new.template:
        return Change(ChangeKind.TEMPLATE, 0.0, "other tag paths")
    return NO_CHANGE
