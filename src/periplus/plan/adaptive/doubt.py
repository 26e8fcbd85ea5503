"""What kinds of links may hold that were never tried, or were given up after barren fetches.

A kind of link bears or it doesn't; if it does, any share of its links may. After n fetches without
fruit both beliefs have shrunk, and so has what the waiting links may hold. How often kinds bear is
learned on the site itself, apart for links that are made of their own page's URL (its history, its
print view, a reply to it): of those few bear anywhere. Where other kinds whose URLs have the same
shape were tried in vain, the next one has the less of a chance.
"""

from typing import NamedTuple

import numpy as np

from periplus.page.view import F64, I32
from periplus.plan.adaptive.index import ArcColumns, Flags

_BORE, _SPELLING, _TRIED = 1.0, 0.2, 3.0  # kinds counted before any was tried
_LEAST = 0.15  # chance of kinds never tried
_ELSEWHERE = 1.0  # kinds of a shape that what is known of all shapes counts for
_MOSTLY = 0.5
_MOST_STOCK = 0.5  # of the useful pages so far: no kind is believed to have more links that bear

_FEW = 40  # useful pages that a site is expected to have at least


class Doubts(NamedTuple):
    """By arc, the same for all of a kind: what its waiting links may hold, against the evidence."""

    kinds: I32  # patterns, and apart from them the other spellings of each
    pages: F64  # by kind: useful pages
    has_borne: Flags  # by kind
    fetches: F64  # by kind
    fruits: F64  # by kind
    stock: F64  # by kind: waiting links


def doubts(arcs: ArcColumns, useful: int) -> Doubts:
    """What the links of each kind may hold that has not borne yet."""
    kinds: I32 = 2 * arcs.patterns + arcs.is_other_spelling
    size = 2 * int(arcs.patterns.max(initial=0)) + 2

    def total(values: F64) -> F64:
        return np.asarray(np.bincount(kinds, values, minlength=size), np.float64)

    fetches, stock = total(arcs.fetches), total(arcs.stock)
    prior = np.where(
        stock > 0,
        total(arcs.stock * arcs.priors * np.minimum(1.0, arcs.trust)) / np.maximum(stock, 1.0),
        1.0,
    )
    is_spelling = np.zeros(size, np.bool_)
    is_spelling[1::2] = True
    is_derived = ~is_spelling & (total(arcs.derived) > _MOSTLY * total(arcs.links))
    fruits = total(arcs.fruits)
    has_borne = fruits > 0
    chance = np.zeros(size)
    for group, bore in (
        (is_spelling, _SPELLING),
        (is_derived, _BORE),
        (~is_spelling & ~is_derived, _BORE),
    ):
        tried = group & (fetches > 0)
        chance[group] = (bore + (tried & has_borne).sum()) / (_TRIED + tried.sum())
    # A trap has a thousand barren kinds, which say little of another one.
    chance = np.maximum(chance, np.where((fetches == 0) & ~is_spelling, _LEAST, 0.0)) * prior
    is_tried = (fetches > 0) & ~is_spelling
    chance = np.minimum(chance, _chance_by_shape(arcs, kinds, chance, is_tried, has_borne))
    alive = chance / (fetches + 1)
    share = alive / (alive + 1 - chance) / (fetches + 2)
    pages = np.minimum(stock, _MOST_STOCK * max(useful, _FEW)) * share
    return Doubts(kinds, np.where(has_borne, 0.0, pages), has_borne, fetches, fruits, stock)


def _chance_by_shape(
    arcs: ArcColumns, kinds: I32, chance: F64, is_tried: Flags, has_borne: Flags
) -> F64:
    """By kind: its chance, given what came of other kinds of its shape."""
    shapes = np.zeros(len(chance), np.int32)
    shapes[kinds] = arcs.shapes
    has_borne = has_borne & is_tried
    tried = np.bincount(shapes, is_tried)[shapes] - is_tried
    bore = np.bincount(shapes, has_borne)[shapes] - has_borne
    return np.asarray((_ELSEWHERE * chance + bore) / (_ELSEWHERE + tried))
