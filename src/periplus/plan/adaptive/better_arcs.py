"""Waiting links that stand elsewhere as well, where links have proved to be better."""

from collections.abc import Callable

import numpy as np

from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.waiting import Waiting

BETTER = 1.1  # how much better another arc must be for a waiting link to change to it


def better_arcs(waiting: Waiting, arcs: Arcs, worth: Callable[[int], float]) -> dict[int, int]:
    """The other arcs of URLs that had better wait in them, by URL id."""
    if not waiting.others:
        return {}
    worths = np.array([worth(arc) for arc in range(len(arcs))])
    is_barred = np.array(arcs.are_spellings, np.bool_)
    is_barred[NO_ARC] = True
    shows_known = np.array([key.shows_known for key in arcs.keys])
    targets = np.fromiter(waiting.others, np.int64, len(waiting.others))
    others = np.fromiter(waiting.others.values(), np.int64, len(waiting.others))
    held = np.frombuffer(waiting.arc, np.int32)[targets]
    is_better = ~is_barred[held] & (shows_known[others] == shows_known[held])
    is_better &= worths[others] > BETTER * worths[held]
    return dict(zip(targets[is_better].tolist(), others[is_better].tolist(), strict=True))
