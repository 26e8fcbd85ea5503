"""Links that a reader can follow, and links that are only hints to machines.

`<link rel=canonical>`, `alternate`, `next` and `prev` tell a strategy something about a page, but a
blind crawler follows what can be clicked or is shown: anchors, areas, frames and refreshes.
"""

import numpy as np

from periplus.page.view import LinkSource
from periplus.plan.strategy import Choice, Reason, Visit

NOT_CLICKABLE = Choice(Reason.STRATEGY)


def hint_rows(visit: Visit) -> frozenset[int]:
    """The rows of a page's link table that no reader could follow."""
    if visit.view is None:
        return frozenset()
    sources = visit.view.links.sources
    hints = (sources >= LinkSource.LINK_NEXT) & (sources <= LinkSource.LINK_ALTERNATE)
    return frozenset(np.flatnonzero(hints).tolist()) if hints.any() else frozenset()
