"""From counted traffic to a behaviour: the pattern tree, its cuts, what each pattern is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.plan.behaviour.model import Behaviour, PatternUse, Visited
from periplus.plan.behaviour.ranking import PatternCounts, authorities_and_hubs
from periplus.site.pattern_expression import expression
from periplus.site.pattern_tree import Pattern, PatternTree, build_tree
from periplus.site.traffic import Traffic, summed
from periplus.site.transit_cut import THRESHOLD, transit_cut
from periplus.site.visit_cut import visit_cut

_MOST_URLS = 200_000
_MOST_TRANSITIONS = 2_000_000


@dataclass(frozen=True, slots=True)
class Trees:
    """The tree as it grew from the URLs' syntax, and after each cut."""

    syntax: PatternTree
    visit: PatternTree
    transit: PatternTree
    leaf_of: npt.NDArray[np.int32]  # in the first of them, for each URL


def grow_and_cut(traffic: Traffic, threshold: float = THRESHOLD) -> Trees:
    """The pattern tree of the traffic's URLs, cut by visits and then by transits."""
    syntax, leaf_of = build_tree(traffic.urls)
    by_visit = visit_cut(syntax, leaf_of, traffic.visits)
    now = by_visit.ends()[leaf_of]
    by_transit = transit_cut(
        by_visit, now[traffic.sources], now[traffic.targets], traffic.times, threshold
    )
    return Trees(syntax, by_visit, by_transit, leaf_of)


def pattern_counts(
    traffic: Traffic, tree: PatternTree, leaf_of: npt.NDArray[np.int32]
) -> tuple[list[int], PatternCounts]:
    """The leaves of a tree, and what visitors did in each."""
    leaves = tree.leaves()
    place = np.full(len(tree.patterns), -1, dtype=np.int32)
    place[leaves] = np.arange(len(leaves), dtype=np.int32)
    where = place[tree.ends()[leaf_of]]
    size = len(leaves)
    pairs = where[traffic.sources].astype(np.int64) * size + where[traffic.targets]
    edges, inverse = np.unique(pairs, return_inverse=True)
    return leaves, PatternCounts(
        urls=np.bincount(where, minlength=size).astype(np.float64),
        visits=summed(where, traffic.visits, size),
        referrals=summed(where, traffic.referrals, size),
        sources=(edges // size).astype(np.int32),
        targets=(edges % size).astype(np.int32),
        times=summed(inverse, traffic.times, len(edges)),
    )


def mine(
    traffic: Traffic, mined: Mapping[str, Any] | None = None, *, threshold: float = THRESHOLD
) -> Behaviour:
    """What a crawler is to know of the visitors of a site.

    Args:
        mined: figures about the logs, for the reader.

    Raises:
        ConfigError: there are no visits to learn from.
    """
    if not traffic.urls or not traffic.total_visits:
        raise ConfigError("the logs hold no visits to learn from")
    traffic = _busiest(traffic)
    trees = grow_and_cut(traffic, threshold)
    tree, leaf_of = trees.transit, trees.leaf_of
    leaves, counts = pattern_counts(traffic, tree, leaf_of)
    authority, hub = authorities_and_hubs(counts)
    named = traffic.shared  # what one person alone asked for may be a secret
    uses = _uses(traffic, tree, tree.ends()[leaf_of], named)
    for place, leaf in enumerate(leaves):
        uses[leaf].authority, uses[leaf].hub = float(authority[place]), float(hub[place])
    _lend_to_ancestors(tree, uses)
    return _pruned(tree, uses, _visited(traffic, named), traffic, dict(mined or {}))


def _busiest(traffic: Traffic) -> Traffic:
    """At most so many URLs and transitions that tree and file stay of a size to work with."""
    if len(traffic.urls) <= _MOST_URLS:
        return traffic
    keep = np.sort(np.argsort(-(traffic.visits + traffic.referrals), kind="stable")[:_MOST_URLS])
    place = np.full(len(traffic.urls), -1, dtype=np.int32)
    place[keep] = np.arange(len(keep), dtype=np.int32)
    inside = (place[traffic.sources] >= 0) & (place[traffic.targets] >= 0)
    return Traffic(
        urls=tuple(traffic.urls[row] for row in keep.tolist()),
        visits=traffic.visits[keep],
        referrals=traffic.referrals[keep],
        shared=traffic.shared[keep],
        sources=place[traffic.sources[inside]],
        targets=place[traffic.targets[inside]],
        times=traffic.times[inside],
    )


def _uses(
    traffic: Traffic,
    tree: PatternTree,
    where: npt.NDArray[np.int32],
    named: npt.NDArray[np.bool_],
) -> list[PatternUse]:
    size = len(tree.patterns)
    columns = (
        np.bincount(where, minlength=size),
        np.bincount(where, traffic.visits, size),
        np.bincount(where, traffic.referrals, size),
        np.bincount(where, traffic.visits.astype(np.float64) ** 2, size),
        np.bincount(where, ~named, size),
        np.bincount(where, np.where(named, 0, traffic.visits), size),
        np.bincount(where, np.where(named, 0, traffic.referrals), size),
    )
    return [
        PatternUse(
            urls=int(urls_in),
            visits=int(visits),
            referrals=int(referrals),
            spread=_spread(urls_in, visits, squares),
            unnamed_urls=int(unnamed),
            unnamed_visits=int(unnamed_visits),
            unnamed_referrals=int(unnamed_referrals),
        )
        for urls_in, visits, referrals, squares, unnamed, unnamed_visits, unnamed_referrals in zip(
            *(column.tolist() for column in columns), strict=True
        )
    ]


def _spread(urls_in: float, visits: float, squares: float) -> float:
    """Variance of the visits of a pattern's URLs beyond that of pure chance (Poisson)."""
    if urls_in < 2:
        return 0.0
    mean = visits / urls_in
    return max(0.0, squares / urls_in - mean * mean - mean)


def _lend_to_ancestors(tree: PatternTree, uses: list[PatternUse]) -> None:
    """An inner pattern has the sums of its leaves, and their scores weighted by URLs."""
    for index in reversed(list(tree.walk())):
        if tree.is_leaf(index):
            continue
        uses[index].take_in([uses[child] for child in tree.patterns[index].children])


def _visited(traffic: Traffic, named: npt.NDArray[np.bool_]) -> Visited:
    rows = np.flatnonzero(named)
    place = np.full(len(traffic.urls), -1, dtype=np.int32)
    place[rows] = np.arange(len(rows), dtype=np.int32)
    sources, targets = place[traffic.sources], place[traffic.targets]
    inside = np.flatnonzero((sources >= 0) & (targets >= 0) & (sources != targets))
    if len(inside) > _MOST_TRANSITIONS:
        order = np.argsort(-traffic.times[inside], kind="stable")
        inside = inside[order[:_MOST_TRANSITIONS]]
    inside = inside[np.lexsort((targets[inside], sources[inside]))]
    return Visited(
        urls=tuple(traffic.urls[row] for row in rows.tolist()),
        visits=tuple(traffic.visits[rows].tolist()),
        referrals=tuple(traffic.referrals[rows].tolist()),
        transitions=tuple(zip(sources[inside].tolist(), targets[inside].tolist(), strict=True)),
    )


def _pruned(
    tree: PatternTree,
    uses: list[PatternUse],
    visited: Visited,
    traffic: Traffic,
    mined: dict[str, Any],
) -> Behaviour:
    """Only what the cuts left, numbered anew; the site's own host is no part of its patterns."""
    old = sorted(tree.walk())
    number = {index: place for place, index in enumerate(old)}
    site = urls.origin(traffic.urls[int(np.argmax(traffic.visits))])
    patterns, kept_uses = [], []
    for index in old:
        pattern = tree.patterns[index]
        leaf = tree.is_leaf(index)
        branches = {} if leaf else {v: number[child] for v, child in pattern.branches.items()}
        patterns.append(
            Pattern(
                index=number[index],
                parent=number.get(pattern.parent, -1),
                depth=pattern.depth,
                conditions=dict(pattern.conditions),
                fixed=dict(pattern.fixed),
                key="" if leaf else pattern.key,
                branches=branches,
                other=-1 if leaf or pattern.other < 0 else number[pattern.other],
            )
        )
        uses[index].expression = expression({**pattern.conditions, **pattern.fixed})
        kept_uses.append(uses[index])
    return Behaviour(site, PatternTree(patterns), kept_uses, visited, mined)
