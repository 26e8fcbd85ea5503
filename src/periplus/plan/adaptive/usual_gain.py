"""What a useful page of a site usually brings, whatever single pages bring.

A page with everything on it, a sitemap or a manual, may bring more than a hundred others: then the
others would not be worth a request. So the largest gains are cut to a few times the gain that half
of the content came with. Where some pages are long and most are short, means still speak of the
long ones: the median is kept as well. All are made from an even sample of the pages.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64

USEFUL = 0.05  # of the mean gain: pages that bring more count as useful
_RICH = 0.1  # the same, of the mean weighted by the gain itself
_MOST = 4.0  # times the gain that half of the content came with: no page counts for more
_OUTLIERS = 0.02  # of the pages, one at least, that have no say in that
_SAMPLE = 1_000
_OFTEN = 100  # pages until which all is computed for each page


class UsualGain:
    """Means of the gains so far: of useful pages, and of those that most of the content is on.

    Besides the median, of those that are useful beside the latter.
    """

    def __init__(self) -> None:
        self._gains: list[float] = []
        self._stride = 1  # one page in so many is kept
        self._pages = 0
        self.of_useful = 0.0
        self.of_rich = 0.0
        self.median = 0.0

    def count(self, gain: float) -> None:
        """A page brought so much."""
        self._pages += 1
        if self._pages % self._stride:
            return
        self._gains.append(gain)
        if len(self._gains) >= 2 * _SAMPLE:
            self._gains = self._gains[1::2]
            self._stride *= 2
        if len(self._gains) < _OFTEN or len(self._gains) % 10 == 0:
            self._compute()

    def _compute(self) -> None:
        gains = _without_outliers(np.array(self._gains))
        total = float(gains.sum())
        if not total:
            return
        useful = gains > USEFUL * total / len(gains)
        rich = gains * total > _RICH * float((gains * gains).sum())
        self.of_useful = total / max(1, int(useful.sum()))
        self.of_rich = total / max(1, int(rich.sum()))
        self.median = _median(gains[gains > USEFUL * self.of_rich])

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "gains": self._gains,
            "stride": self._stride,
            "pages": self._pages,
            "of_useful": self.of_useful,
            "of_rich": self.of_rich,
            "median": self.median,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._gains = [float(gain) for gain in state["gains"]]
        self._stride, self._pages = int(state["stride"]), int(state["pages"])
        self.of_useful, self.of_rich = float(state["of_useful"]), float(state["of_rich"])
        self.median = float(state["median"])


def _median(gains: F64) -> float:
    """The same as numpy's, which takes ten times as long for a few."""
    ordered, middle = np.sort(gains), len(gains) // 2
    if len(gains) % 2:
        return ordered.item(middle)
    return (ordered.item(middle - 1) + ordered.item(middle)) / 2


def _without_outliers(gains: F64) -> F64:
    """The gains, the largest cut."""
    if len(gains) < 2:
        return gains
    others = np.sort(gains)[: -max(1, int(_OUTLIERS * len(gains)))]
    sums = np.cumsum(others)
    if not sums[-1]:
        return gains
    most = _MOST * float(others[np.searchsorted(sums, sums[-1] / 2)])
    return np.asarray(np.minimum(gains, most))
