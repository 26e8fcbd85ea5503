"""The order of the links of an arc: large numbers first, what many pages show, then as found."""

import math

from periplus.plan.adaptive.numbers import ANCHOR_COLUMN, Numbers

_OFTEN = 8  # pages that show a link: from there on each doubling puts it further ahead
_BEFORE = 1_000.0  # places in the order of finding for each doubling


def rank(target: int, numbers: Numbers, times_shown: int, pages: int, seed: int) -> float:
    """The place of a link among its like, the lowest first, when so many pages are in hand."""
    if numbers:
        value = numbers.get(ANCHOR_COLUMN, next(iter(numbers.values())))
        return -math.log1p(max(0.0, value))
    if times_shown >= _OFTEN:
        return pages - _BEFORE * math.log2(times_shown)
    # A little disorder, so that no accident of the site's order is followed blindly.
    return pages + ((target * 2654435761 + seed * 40503) % 1024) / 64


def changes_rank(times_shown: int) -> bool:
    """Whether one more page that shows a link puts it further ahead."""
    return times_shown >= _OFTEN and times_shown & (times_shown - 1) == 0
