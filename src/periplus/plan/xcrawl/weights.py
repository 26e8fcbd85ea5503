"""Hub and authority weights with pinned authorities, and PageRank from known authorities.

Links between two authorities or two hubs say nothing about which page lists which, so they are left
out of the mutual scoring, and a page may be both. All vectors are scaled so that the largest entry
is 1; power iterations start from the last result and stop when little changes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.plan.xcrawl.graph import LinkGraph, Nodes

Vector = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_ROUNDS = 12
_SETTLED = 1e-3  # largest change of an entry that ends the rounds
_LEAST_LINKS = 2  # to known authorities: what makes a page that lists them a hub


@dataclass(slots=True)
class Weights:
    """One number a node each; `lists` is the number of its links to authorities."""

    authority: Vector
    hub: Vector
    rank: Vector
    lists: Nodes

    def mean(self) -> Vector:
        """The mean of those of the three that are not 0."""
        stack = np.stack((self.authority, self.hub, self.rank))
        return np.asarray(stack.sum(axis=0) / np.maximum((stack > 0).sum(axis=0), 1))

    def hubs(self) -> Nodes:
        """Nodes that list authorities, best first: several of them, and not much fewer than most.

        While a single authority is known, whatever links to it may be a hub.
        """
        most = int(self.lists.max(initial=0))
        listed = self.lists >= (min(_LEAST_LINKS, most) or 1)
        positive = self.hub[listed & (self.hub > 0)]
        if not len(positive):
            return np.empty(0, np.int32)
        found = np.flatnonzero(listed & (self.hub >= 0.5 * float(positive.mean())))
        return found[np.argsort(-self.hub[found], kind="stable")].astype(np.int32)


def weigh(
    graph: LinkGraph, accepted: Mask, hubs: Mask, damping: float, before: Weights | None = None
) -> Weights:
    """All weights of a graph.

    Args:
        accepted: the nodes that the validator accepted.
        hubs: the nodes found to be hubs before.
        before: the last result, to start from; nodes may have come since.
    """
    count = len(graph)
    sources, targets = graph.columns()
    authority, hub = _hits(sources, targets, accepted, hubs, before)
    first = np.full(count, 1.0 / max(1, count))
    first[hubs] = 0.5 * (first[hubs] + hub[hubs])
    first[accepted] = 1.0
    degrees = graph.degrees()
    start = _continued(before.rank if before is not None else None, first)
    rank = _page_rank(sources, targets, degrees, first, start, damping)
    lists = np.bincount(sources[accepted[targets]], minlength=count).astype(np.int32)
    return Weights(authority, hub, rank, lists)


def _hits(
    sources: Nodes, targets: Nodes, accepted: Mask, hubs: Mask, before: Weights | None
) -> tuple[Vector, Vector]:
    count = len(accepted)
    between = ~((accepted[sources] & accepted[targets]) | (hubs[sources] & hubs[targets]))
    sources, targets = sources[between], targets[between]
    start = np.full(count, 1.0 / max(1, count))
    authority = _continued(before.authority if before is not None else None, start)
    authority[accepted] = 1.0
    hub = np.zeros(count)
    for _ in range(_ROUNDS):
        hub = _scaled(np.bincount(sources, authority[targets], count))
        last = authority
        authority = _scaled(np.bincount(targets, hub[sources], count))
        authority[accepted] = 1.0
        if float(np.abs(authority - last).max(initial=0.0)) < _SETTLED:
            break
    return authority, hub


def _page_rank(
    sources: Nodes, targets: Nodes, degrees: Nodes, first: Vector, start: Vector, damping: float
) -> Vector:
    """Personalised: what pages without links hold goes back to where it came from."""
    share = first / max(1e-300, float(first.sum()))
    rank = start / max(1e-300, float(start.sum()))
    passing = damping / np.maximum(degrees, 1)
    is_end = degrees == 0
    for _ in range(_ROUNDS):
        last = rank
        rank = np.bincount(targets, (rank * passing)[sources], len(first)).astype(np.float64)
        rank += (1.0 - damping + damping * float(last[is_end].sum())) * share
        if float(np.abs(rank - last).max(initial=0.0)) < _SETTLED * float(rank.max(initial=0.0)):
            break
    return _scaled(rank)


def _continued(before: Vector | None, first: Vector) -> Vector:
    """The last result, with first values for the nodes that are new."""
    if before is None or not len(before):
        return first.copy()
    return np.concatenate((before, first[len(before) :]))


def _scaled(values: npt.NDArray[Any]) -> Vector:
    most = float(values.max(initial=0.0))
    return np.asarray(values / most if most > 0 else values, np.float64)
