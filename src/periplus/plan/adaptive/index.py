"""The index: what one more fetch of each arc is worth, now and by the links that it reveals."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from periplus.page.view import F64, I32
from periplus.plan.adaptive.settings import AdaptiveSettings

Flags = npt.NDArray[np.bool_]
I64 = npt.NDArray[np.int64]

_MOSTLY = 0.5
_MOST_REVEALED = 20.0  # times the best own gain: no chain of hopes is worth more
_LENT_HOPE = 0.7  # what arcs never tried are believed to reveal, relative to their pattern's others


@dataclass(frozen=True, slots=True)
class ArcColumns:
    """What the index is computed from, a row for each arc."""

    own: F64  # expected gain of the page itself
    mean: F64  # the same without caution where only some fetches are worth it
    lasting: F64  # what fetches brought so far, where the last barren ones may be bad luck
    of_fruit: F64  # what those fetches brought of late that were not barren
    hope: F64  # what it may be, if the barren fetches so far were bad luck
    stock: F64  # waiting links
    fetches: F64
    patterns: I32
    shapes: I32  # those of the patterns
    is_other_spelling: Flags
    is_wall: Flags  # whether its like led to one: nothing is expected behind it
    priors: F64  # what the words of the links let expect, 1 where nothing speaks against them
    is_revealing_known: Flags
    is_dry: Flags  # whether it never bore, and reveals nothing of worth any more
    fruits: F64  # fetches that were not barren
    missing: F64  # fetches of pages that do not exist
    is_partly_told: Flags  # whether too few pages named their URL without some part
    is_left: Flags  # whether it seldom bears, and had its share of the requests
    is_often_shown: Flags  # whether some pages show one of its links, and no word is against it
    links: F64  # that were ever put into it
    derived: F64  # of them those made of the URL of the page that they stand on
    outdone: F64  # that went to wait at a better place, since it was fetched from
    trust: F64  # in what was never tried, 1 of others
    bred: F64  # new links of its own pattern that a fetch reveals
    is_place_barren: Flags  # whether nothing ever came of links at its place, and many were tried
    is_derived: Flags = field(init=False)  # whether most of its links are `derived`

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_derived", self.derived > _MOSTLY * self.links)


class Worth(NamedTuple):
    """By arc: what one more fetch is worth, and what each link of it that is revealed adds."""

    arcs: F64
    revealed: F64


def worth(
    arcs: ArcColumns,
    revealed: tuple[I64, I64, F64],
    price: float,
    settings: AdaptiveSettings,
) -> Worth:
    """Own gain plus the discounted worth of what is revealed, for each arc.

    Revealed links count by what they exceed the price: the stop price, or most of the best yield
    that waits anyway, and the less the more of their kind wait already.
    """
    own = arcs.own
    result = own.copy()
    excess = np.zeros(len(own))
    sources, targets, means = revealed
    if settings.use_revealed and len(sources):
        best = float(np.where(arcs.stock > 0, own, 0.0).max(initial=0.0))
        price = max(price, settings.price_share * best)
        scarce = np.where(arcs.is_other_spelling, 0.0, 1 / (1 + arcs.stock / settings.stock_scale))
        belief = (arcs.fetches + settings.untried) / (arcs.fetches + 1)
        most = _MOST_REVEALED * float(own.max())
        hope = np.zeros(len(own))
        is_hopeless = arcs.is_other_spelling | arcs.is_wall | arcs.is_dry
        is_hopeful = (~is_hopeless).astype(float)
        for _ in range(settings.sweeps):
            excess = np.maximum(result - price, 0.0)
            excess *= scarce
            excess *= belief
            revealing = np.bincount(sources, means * excess.take(targets), minlength=len(own))
            hope = settings.patience * np.minimum(revealing, most) * is_hopeful
            result = own + hope
        result += np.where(is_hopeless, 0.0, _lent_hope(arcs, hope))
    untried = (arcs.fetches == 0) & ~arcs.is_other_spelling
    result *= np.where(untried, 1 + settings.curiosity * np.log2(1 + arcs.stock), 1.0)
    return Worth(result, settings.patience * excess)


def _lent_hope(arcs: ArcColumns, hope: F64) -> F64:
    known, patterns = arcs.is_revealing_known, arcs.patterns
    size = int(patterns.max(initial=0)) + 1
    number = np.bincount(patterns[known], minlength=size)
    total = np.bincount(patterns[known], hope[known], minlength=size)
    mean = total / np.maximum(number, 1)
    return np.where(known, 0.0, _LENT_HOPE * mean[patterns])
