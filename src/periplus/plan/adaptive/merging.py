"""Arcs whose links stand for pages of another pattern: what was learned of them counts there.

A site that puts a session into its URLs at first, and leaves it out when a cookie comes back, has
each of its boards under two patterns.
"""

from collections.abc import Iterable

from periplus.plan.adaptive.arcs import Arcs
from periplus.plan.adaptive.revealed import Revealed
from periplus.plan.adaptive.yields import YieldTree


def merge(
    pairs: Iterable[tuple[int, int]], arcs: Arcs, tree: YieldTree, revealed: Revealed
) -> None:
    """Let what was learned of the first pattern of each pair count for the second.

    Only where it bore: that a known page brings nothing under another name says nothing of pages
    of its kind.
    """
    for former, pattern in sorted(pairs):
        node = arcs.pattern_node(former)
        if not arcs.has_borne_at(node):
            continue
        of_former = [arc for arc in range(1, len(arcs)) if arcs.patterns[arc] == former]
        for arc in of_former:
            key, own = arcs.keys[arc], arcs.nodes[arc]
            if key.is_other_spelling or not tree.fetches[own]:
                continue
            key = key._replace(pattern=pattern)
            to = arcs.number(key) or arcs.make(key, tree.priors[own])
            tree.hand_over(own, arcs.nodes[to])
            revealed.hand_over(arc, to)
        tree.hand_over(node, arcs.pattern_node(pattern))
