"""Candidate navigation patterns: a tree of label steps from the root, pruned as it grows.

A node of the tree is a step after its parent's steps; its pages are the cluster of all pages that
the step reaches from the parent's cluster. Where the same label leads on from there to pages not
yet in the cluster, the step is repeated (`l+`) and its pages are joined, up to a number of
repetitions. Labels that turn the pages of one list or thread make no steps: what they reach belongs
to the cluster that they leave. A node that reaches hardly anything beyond what earlier nodes reach
by the same label makes no pattern of its own, which keeps the tree from exploding.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from periplus.plan.acebot.graph import Mask, Numbers, SiteGraph

MOST_CANDIDATES = 2_000
_SAME_REACH = 0.02  # of a node's targets may be new to its label before it is worth its own place


@dataclass(slots=True)
class Candidate:
    """One pattern: the steps of its parent, then its own."""

    parent: int  # index of another candidate; -1 for the empty pattern
    label: int  # cluster; -1 for the empty pattern
    repeated: bool
    depth: int
    pages: Numbers  # sampled pages of its own step
    reach: Numbers  # all vertices of its own step, not fetched ones too


def find_candidates(graph: SiteGraph, steps: int, repeats: int | None) -> list[Candidate]:
    """All patterns of at most so many steps that lead somewhere, parents first."""
    start = graph.reached(np.array(graph.roots))
    tree = [_candidate(graph, -1, -1, False, 0, _with_flips(graph, start, repeats))]
    seen: dict[int, Mask] = {}
    level = [0]
    for depth in range(1, steps + 1):
        found: list[int] = []
        for parent in level:
            found += _grow(graph, tree, parent, depth, repeats, seen)
        level = found
    return tree


def _grow(
    graph: SiteGraph,
    tree: list[Candidate],
    parent: int,
    depth: int,
    repeats: int | None,
    seen: dict[int, Mask],
) -> list[int]:
    """Add the steps that lead on from a node; their indices."""
    node = tree[parent]
    grown: list[int] = []
    if not len(node.pages):
        return grown
    for label, targets in graph.out_edges(node.pages):
        if len(tree) >= MOST_CANDIDATES:
            break
        if label in graph.flips or (node.repeated and label == node.label):
            continue
        mask = graph.reached(targets)
        known = seen.get(label)
        if known is not None and not _is_new(mask, known):
            continue
        mask, repeated = _repeated(graph, label, mask, node.pages, repeats)
        mask = _with_flips(graph, mask, repeats)
        seen[label] = mask.copy() if known is None else known | mask
        seen[label][node.pages] = True
        grown.append(len(tree))
        tree.append(_candidate(graph, parent, label, repeated, depth, mask))
    return grown


def _candidate(
    graph: SiteGraph, parent: int, label: int, repeated: bool, depth: int, mask: Mask
) -> Candidate:
    reach = np.flatnonzero(mask)
    pages = reach[: np.searchsorted(reach, graph.sampled)]
    return Candidate(parent, label, repeated, depth, pages, reach)


def _is_new(mask: Mask, known: Mask) -> bool:
    fresh = int(np.count_nonzero(mask & ~known))
    return fresh > _SAME_REACH * int(np.count_nonzero(mask))


def _repeated(
    graph: SiteGraph, label: int, mask: Mask, sources: Numbers, repeats: int | None
) -> tuple[Mask, bool]:
    """The pages of `l+` where `l` leads on from its own targets, else those of `l`."""
    known = mask.copy()
    known[sources] = True
    onward = _onward(graph, (label,), mask, known, repeats)
    return mask | onward, bool(onward.any())


def _with_flips(graph: SiteGraph, mask: Mask, repeats: int | None) -> Mask:
    """Pages with those that turning pages leads to."""
    if not graph.flips:
        return mask
    return mask | _onward(graph, sorted(graph.flips), mask, mask.copy(), repeats)


def _onward(
    graph: SiteGraph, labels: Sequence[int], start: Mask, known: Mask, repeats: int | None
) -> Mask:
    """What labels lead to, again and again, beyond what is known."""
    found = np.zeros_like(start)
    fresh, times = start, 1
    while repeats is None or times < repeats:
        inside = fresh[: graph.sampled]
        targets = [graph.targets_along(label, inside) for label in labels]
        fresh = graph.reached(np.concatenate(targets)) & ~known
        if not fresh.any():
            break
        known |= fresh
        found |= fresh
        times += 1
    return found
