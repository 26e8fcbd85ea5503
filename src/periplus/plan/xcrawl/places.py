"""Where the links of a page stand: the subtrees that a hub is harvested by.

Links in one column of a repetitive region stand together, and so do links below one parent. A place
that holds links to known authorities is one where the page lists more of them.
"""

from dataclasses import dataclass

import numpy as np

from periplus.page.view import I32, PageView
from periplus.plan.strategy import Offered
from periplus.plan.xcrawl.graph import Nodes
from periplus.plan.xcrawl.weights import Mask


@dataclass(frozen=True, slots=True)
class PlacedLinks:
    """The links of a page: the node of each, and the number of its place on the page."""

    targets: Nodes
    places: I32


def places_of(view: PageView | None, links: list[Offered]) -> list[int]:
    """The number of the place of each link; redirects have a place of their own."""
    numbers: dict[tuple[int, int] | str, int] = {}
    found = []
    for offered in links:
        key: tuple[int, int] | str = ""
        if view is not None and offered.row >= 0:
            table = view.links
            region = int(table.regions[offered.row])
            if region >= 0:
                key = (region, int(table.columns[offered.row]))
            else:
                key = table.label_names[int(table.labels[offered.row])].rpartition("/")[0]
        found.append(numbers.setdefault(key, len(numbers)))
    return found


def harvest(links: PlacedLinks, accepted: Mask) -> Nodes:
    """What stands beside links to authorities, in the order of the page."""
    if not len(links.targets):
        return links.targets
    fruitful = np.unique(links.places[accepted[links.targets]])
    chosen = links.targets[np.isin(links.places, fruitful)]
    return np.array(list(dict.fromkeys(chosen.tolist())), np.int32)
