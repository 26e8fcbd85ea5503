"""How much of the site's content is in hand, and when the rest is not worth a request."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64
from periplus.plan.adaptive.doubt import Doubts
from periplus.plan.adaptive.index import ArcColumns, Flags
from periplus.plan.adaptive.outlook import Outlook
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.usual_gain import USEFUL, UsualGain
from periplus.plan.estimates import CoverageEstimate
from periplus.plan.strategy import Progress

_DOUBT = (0.5, 1.5)  # a kind tried once counts half, one tried often in full
_MANY = 10.0  # fetches before half of what other spellings bring is believed to be theirs alone
_LIKELY = 0.2  # of what is doubted
_MOST_HOPE = 3.0  # pages
_MOST_HOPING = 30.0  # links of an arc that each reveal something that the others don't
_SHARP, _MILD = 8.0, 3.0  # how fast what is below the price counts for less, and as a possibility
_LATE = 0.2  # of a useful page's gain: what pages of kinds bring that have not borne yet
_LITTLE = 3.0  # times the price: better links are not left behind for an estimate
_MORE, _MUCH_MORE, _LESS = 1.5, 7.5, 0.5  # bounds of what is expected, and of what is doubted
_UNSURE = 8.0  # times what may be missing: as much at worst, for the estimate to be enough
_SURE = 2  # estimates in a row that make an end
_LEAST_PRICE = 0.7  # of what the rich pages let expect
_MOST_PRICE = 2.5  # times what every other useful page brings at least


class Coverage:
    """Content in hand against what the waiting links are expected to bring."""

    def __init__(self, settings: AdaptiveSettings) -> None:
        self._settings = settings
        self._pages = 0
        self.useful = 0
        self.in_hand = 0.0
        self._gains = UsualGain()
        self._price = 0.0
        self.outlook = Outlook()
        self._missing = 0.0  # for the estimate that is shown
        self.expected = 0.0  # of kinds that have borne
        self._worthy = 0.0  # of that what is worth its requests
        self._possible = 0.0  # the same with more of what is not
        self.doubted = 0.0  # what kinds may hold that have not
        self.best = 0.0  # worth of the best arc that has links waiting
        self._poor_times = 0  # estimates in a row by which nothing was worth a request

    def count(self, gain: float) -> None:
        """A page brought so much."""
        self._pages += 1
        self.in_hand += gain
        self.useful += gain > USEFUL * self.in_hand / self._pages
        self._gains.count(gain)
        self._price = self._priced()

    def price(self) -> float:
        """A request that brings less is not worth it."""
        return self._price

    def _priced(self) -> float:
        # A thousand poor pages of an endless list make a request worth no less, and a few very long
        # ones make the many short ones not worthless.
        usual = max(self.usual(), _LEAST_PRICE * self._gains.of_rich)
        return self._settings.stop_share * min(usual, _MOST_PRICE * self._gains.median)

    def estimate(
        self, arcs: ArcColumns, worth: F64, best: float, best_but_tries: float, doubt: Doubts
    ) -> None:
        """Take the present estimates of all arcs in, and the best thing that there is to do.

        `best_but_tries`: the best that is worth more than to know what comes of it.
        """
        hope = self._hope(arcs, worth)
        hopes = np.minimum(arcs.stock, _MOST_HOPING) * hope
        # Kinds that have borne are expected to go on as they do; what some of their links are
        # expected to reveal counts as well, up to a few pages' worth.
        held = arcs.stock * arcs.own + hopes
        belief, weight = self._beliefs(arcs, worth, doubt, hope)
        chances = belief * weight**_SHARP
        expected = chances * held
        self.expected = float(expected.sum())
        self._missing = self.outlook.missing(arcs, chances, hopes, self.in_hand, self._pages)
        self._worthy = float(expected[worth >= self.price()].sum())
        self._possible = float((belief * weight**_MILD * held).sum())
        self.doubted = _LATE * self.usual() * float(doubt.pages.sum())
        self.best = best
        # Where what was wanted is in hand by the estimate, tries are worth nothing any more.
        is_poor = (best_but_tries if self._is_likely() else best) < self.price()
        self._poor_times = self._poor_times + 1 if is_poor else 0

    def _hope(self, arcs: ArcColumns, worth: F64) -> F64:
        """By arc: what each of its waiting links is expected to reveal."""
        return np.minimum(np.maximum(worth - arcs.own, 0.0), _MOST_HOPE * self.usual())

    def _beliefs(self, arcs: ArcColumns, worth: F64, doubt: Doubts, hope: F64) -> tuple[F64, F64]:
        """By arc: how far it is believed to bring anything, and whether that is worth having.

        The first is 0 for kinds that are doubted; the second, from 0 to 1, counts by some power.
        """
        known = doubt.has_borne[doubt.kinds] | (arcs.fetches > 0) & (worth >= self.price())
        fetches = doubt.fetches[doubt.kinds]
        belief = (fetches + _DOUBT[0]) / (fetches + _DOUBT[1])
        # What other spellings bring is mostly waiting under the pages' own URLs, and counts there.
        belief = np.where(arcs.is_other_spelling, fetches / (fetches + _MANY), belief)
        # What is not worth a request is hardly content: the less, the less of it counts.
        weight = np.minimum(1.0, (arcs.own + hope) / max(self.price(), 1e-9))
        return np.where(known, belief, 0.0), weight

    def unsure(self, arcs: ArcColumns, doubt: Doubts) -> F64:
        """By arc: how much of what its links may hold is not known by trying."""
        belief, weight = self._beliefs(arcs, arcs.own, doubt, np.zeros(len(arcs.own)))
        held = arcs.stock * arcs.own
        expected = belief * weight**_MILD * held / (1 + arcs.fetches) ** 2
        of_kind = doubt.pages / (1 + doubt.fetches) ** 2
        # Of each kind the arc of which most is left for the tries it had.
        left = arcs.stock / (1 + arcs.fetches)
        order = np.lexsort((-left, doubt.kinds))
        first = order[np.unique(doubt.kinds[order], return_index=True)[1]]
        doubted = np.zeros(len(left))
        doubted[first] = _LATE * self.usual() * of_kind[doubt.kinds[first]]
        return np.where(arcs.stock > 0, expected + doubted, 0.0)

    def are_worth_a_try(self, pages: F64) -> Flags:
        """Whether kinds that have not borne, and may hold so many useful pages, are worth one."""
        return np.asarray(_LATE * self.usual() * pages >= self.price())

    def usual(self) -> float:
        """What a useful page brings."""
        return self._gains.of_useful

    @property
    def share(self) -> float:
        """The estimated share of the site's content that is in hand, by what decides."""
        total = self.in_hand + self.expected + _LIKELY * self.doubted
        return self.in_hand / total if total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares the truth is believed to be."""
        if not self.in_hand:
            return 0.0, 1.0
        most = _MORE * self._possible + _MUCH_MORE * self.doubted
        return self.in_hand / (self.in_hand + most), self.in_hand / (
            self.in_hand + _LESS * self._worthy
        )

    @property
    def shown(self) -> CoverageEstimate:
        """The share that is in hand, and between which shares the truth is believed to be."""
        total = self.in_hand + self._missing + _LIKELY * self.doubted
        share = self.in_hand / total if total else 0.0
        low, high = self.interval
        return CoverageEstimate(share, min(low, share), max(high, share))

    def is_enough(self, progress: Progress, untold: int = 0) -> bool:
        """Whether to stop.

        `untold`: waiting links of kinds that are tried against all odds. They may hold as much
        as those of other kinds that have not borne yet.
        """
        if self._pages < self._settings.least_pages:
            return False
        most = self.in_hand + _LATE * self.usual() * untold
        low = min(self.shown.low, self.in_hand / most if most else 0.0)
        is_covered = low >= self._settings.coverage and self.best < _LITTLE * self.price()
        return self._poor_times >= _SURE or is_covered

    def _is_likely(self) -> bool:
        """Whether what was wanted is in hand by the estimate, and not much less at worst."""
        shown, wanted = self.shown, self._settings.coverage
        return shown.share >= wanted and 1 - shown.low <= _UNSURE * (1 - wanted)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "pages": self._pages,
            "useful": self.useful,
            "in_hand": self.in_hand,
            "gains": self._gains.save(),
            "outlook": self.outlook.save(),
            "missing": self._missing,
            "expected": self.expected,
            "worthy": self._worthy,
            "possible": self._possible,
            "doubted": self.doubted,
            "best": self.best,
            "poor_times": self._poor_times,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages = int(state["pages"])
        self.useful = int(state["useful"])
        self.in_hand = float(state["in_hand"])
        self._gains.restore(state["gains"])
        self._price = self._priced()
        self.outlook.restore(state["outlook"])
        self._missing = float(state["missing"])
        self.expected = float(state["expected"])
        self._worthy, self._possible = float(state["worthy"]), float(state["possible"])
        self.doubted = float(state["doubted"])
        self.best = float(state["best"])
        self._poor_times = int(state["poor_times"])
