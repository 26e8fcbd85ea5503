"""The tables and figures of the behaviour paper, on mirrored sites with logs, as Markdown.

    python -m periplus.bench.reproduce_behaviour SITE...

Patterns are learned from the first ten days and judged by the others. Crawls by static orders
(patterns, depth, PageRank) are walks over the mirror's link graph, as in the paper.
"""

import heapq
import itertools
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from periplus.bench.traffic import (
    SiteTraffic,
    find_log,
    open_traffic,
    order_of,
    traffic_curves,
)
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import ViewShelf, open_views
from periplus.logs.counting import LogSettings, open_logs
from periplus.page.view import Stage
from periplus.plan.behaviour.mining import Trees, grow_and_cut, mine, pattern_counts
from periplus.plan.behaviour.ranking import Ordering, scores
from periplus.site.pattern_tree import PatternTree
from periplus.site.traffic import Traffic, Values
from periplus.site.url_values import url_values

THROUGHPUTS = (0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8)
_PERIODS = 3
_PAIRS = 30  # of pages compared in one pattern
_DAMPING = 0.85
_ROUNDS = 60


def named_trees(trees: Trees) -> dict[str, PatternTree]:
    """The three trees by the paper's names."""
    return {"T_SYN": trees.syntax, "T_VISIT": trees.visit, "T_TRAN": trees.transit}


def mirror_coverage(tree: PatternTree, urls: Sequence[str]) -> float:
    """The share of URLs that a leaf of the tree matches."""
    return sum(tree.match(url_values(url))[1] for url in urls) / max(1, len(urls))


def js_divergence(
    traffic: Traffic, tree: PatternTree, leaf_of: npt.NDArray[np.int32], real: Values
) -> float:
    """Between visits to URLs and the same visits spread evenly within each pattern, in bits."""
    where = tree.ends()[leaf_of]
    size = np.maximum(np.bincount(where, minlength=len(tree.patterns)), 1)
    total = np.bincount(where, real, len(tree.patterns))
    spread = (total / size)[where]
    p, q = real / real.sum(), spread / spread.sum()
    middle = (p + q) / 2
    return float((_relative_entropy(p, middle) + _relative_entropy(q, middle)) / 2)


def _relative_entropy(p: Values, q: Values) -> float:
    some = p > 0
    return float((p[some] * np.log2(p[some] / q[some])).sum())


def layout_similarity(
    groups: Sequence[Sequence[int]], labels: Callable[[int], frozenset[str]], seed: int = 0
) -> float:
    """The mean likeness of pairs of pages out of one group: shared paths to links in the DOM."""
    draws = np.random.default_rng(seed)
    means, weights = [], []
    for rows in groups:
        pairs = list(itertools.islice(_pairs(rows, draws), _PAIRS))
        alike = [_likeness(labels(a), labels(b)) for a, b in pairs]
        if alike:
            means.append(float(np.mean(alike)))
            weights.append(len(rows))
    return float(np.average(means, weights=weights)) if means else 0.0


def _pairs(rows: Sequence[int], draws: np.random.Generator) -> Iterator[tuple[int, int]]:
    if len(rows) < 2:
        return
    for _ in range(_PAIRS):
        a, b = draws.choice(len(rows), 2, replace=False).tolist()
        yield rows[a], rows[b]


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b) if a or b else 1.0


def page_labels(views: ViewShelf) -> Callable[[int], frozenset[str]]:
    """The DOM paths to the links of a page."""

    def labels(row: int) -> frozenset[str]:
        view = views.view(row, Stage.LINKS)
        return frozenset(view.links.label_names) if view is not None else frozenset()

    return labels


def pattern_groups(tree: PatternTree, mirror: Mirror) -> list[list[int]]:
    """The pages of the mirror by the leaf that matches them."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for row, entry in enumerate(mirror.entries):
        if entry.status == 200:
            leaf, fits = tree.match(url_values(entry.url))
            if fits:
                groups[leaf].append(row)
    return list(groups.values())


def static_order(site: SiteTraffic, rank: Values) -> list[int]:
    """A walk that always takes the found page of the highest rank, the first found of equals."""
    heap: list[tuple[float, int, int]] = [(0.0, 0, site.start)]
    order, found = [], {site.start}
    while heap:
        _, _, row = heapq.heappop(heap)
        order.append(row)
        for target in map(int, site.facts.links[row]):
            if target not in found:
                found.add(target)
                heapq.heappush(heap, (-float(rank[target]), len(found), target))
    return order


def pattern_ranks(site: SiteTraffic, trees: Trees, ordering: Ordering) -> Values:
    """The rank of each page of the mirror by its pattern."""
    traffic = site.learned.traffic
    leaves, counts = pattern_counts(traffic, trees.transit, trees.leaf_of)
    by_leaf = dict(zip(leaves, scores(counts, ordering).tolist(), strict=True))
    ranks = np.zeros(len(site.mirror))
    for row, entry in enumerate(site.mirror.entries):
        leaf, fits = trees.transit.match(url_values(entry.url))
        ranks[row] = by_leaf[leaf] if fits else min(by_leaf.values(), default=0.0)
    return ranks


def page_ranks(site: SiteTraffic) -> Values:
    """PageRank over the whole mirror, as the paper's baseline knows it."""
    size = len(site.mirror)
    targets = site.facts.links.values
    sources = np.repeat(np.arange(size), site.facts.links.lengths)
    degrees = np.maximum(np.bincount(sources, minlength=size), 1)
    ranks = np.full(size, 1.0 / size)
    for _ in range(_ROUNDS):
        passed = np.bincount(targets, (ranks / degrees)[sources], size) * _DAMPING
        ranks = passed + (1.0 - passed.sum()) / size
    return np.asarray(ranks, dtype=np.float64)


def at_throughputs(curve: npt.NDArray[np.int64], total: int, urls: int) -> list[float]:
    """The share of the visits after each share of the site's URLs was asked for."""
    places = [min(len(curve), max(1, round(share * urls))) - 1 for share in THROUGHPUTS]
    return [float(curve[place]) / total for place in places]


def reliability(site: SiteTraffic, log: Path, trees: Trees) -> list[tuple[str, float, list[float]]]:
    """Figure 6: how much of the visits of later periods is to known URLs, and to patterns."""
    known = frozenset(site.learned.traffic.urls)
    tests: list[tuple[str, Callable[[str], bool]]] = [("URLs", known.__contains__)]
    tests += [
        (name, lambda url, tree=tree: tree.match(url_values(url))[1])  # type: ignore[misc]
        for name, tree in named_trees(trees).items()
    ]
    rows = []
    with open_logs([str(log)], LogSettings(site=site.mirror.start_url)) as lines:
        later = [day for day in lines.days if site.learned.last and day > site.learned.last]
        cuts = [round(len(later) * part / _PERIODS) for part in range(_PERIODS + 1)]
        periods = [later[a:b] for a, b in itertools.pairwise(cuts) if a < b]
        counted = [lines.counts(days[0], days[-1]).traffic for days in periods]
    for name, is_known in tests:
        of_urls, of_visits = [], []
        for traffic in counted:
            visited = [
                (is_known(url), visits)
                for url, visits in zip(traffic.urls, traffic.visits.tolist(), strict=True)
                if visits
            ]
            of_urls.append(sum(k for k, _ in visited) / len(visited))
            of_visits.append(sum(v for k, v in visited if k) / sum(v for _, v in visited))
        rows.append((name, float(np.mean(of_urls)), of_visits))
    return rows


def report(directory: Path) -> Iterator[str]:
    """Everything about one site, as lines of Markdown."""
    with Mirror(directory, None) as mirror:
        log = find_log(directory)
        site = open_traffic(mirror, log)
        trees = grow_and_cut(site.learned.traffic)
        yield f"### {mirror.name}"
        yield from _tables(site, trees)
        yield from _figure_6(site, log, trees)
        yield from _figures(site, trees)


def _tables(site: SiteTraffic, trees: Trees) -> Iterator[str]:
    mirror, traffic = site.mirror, site.learned.traffic
    urls = [entry.url for entry in mirror.entries]
    labels = page_labels(open_views(mirror))
    later = dict(zip(site.judged.traffic.urls, site.judged.traffic.visits.tolist(), strict=True))
    real = np.array([later.get(url, 0) for url in traffic.urls], dtype=np.float64)
    own = traffic.visits.astype(np.float64)
    yield ""
    yield "| tree | leaves | height | mirror coverage | layout similarity | JS | JS, later days |"
    yield "|---|---|---|---|---|---|---|"
    for name, tree in named_trees(trees).items():
        yield (
            f"| {name} | {len(tree.leaves())} | {tree.height} "
            f"| {mirror_coverage(tree, urls):.1%} "
            f"| {layout_similarity(pattern_groups(tree, mirror), labels):.3f} "
            f"| {js_divergence(traffic, tree, trees.leaf_of, own):.3f} "
            f"| {js_divergence(traffic, tree, trees.leaf_of, real):.3f} |"
        )
    pages = [row for row, entry in enumerate(mirror.entries) if entry.status == 200]
    shuffled = [pages] * 20
    yield f"| random pairs | | | | {layout_similarity(shuffled, labels):.3f} | | |"


def _figure_6(site: SiteTraffic, log: Path, trees: Trees) -> Iterator[str]:
    yield ""
    yield "| known from ten days | URLs of later days | visits, first third | second | last |"
    yield "|---|---|---|---|---|"
    for name, of_urls, of_visits in reliability(site, log, trees):
        yield f"| {name} | {of_urls:.1%} | " + " | ".join(f"{v:.1%}" for v in of_visits) + " |"


def _figures(site: SiteTraffic, trees: Trees) -> Iterator[str]:
    behaviour = mine(site.learned.traffic)
    by_depth = static_order(site, np.zeros(len(site.mirror)))
    by_rank = static_order(site, page_ranks(site))
    fetch = [Ordering.VOLUME, Ordering.OVERALL_VISIT, Ordering.AVERAGE_VISIT, Ordering.FETCH]
    discovery = [Ordering.OVERALL_REFERRAL, Ordering.AVERAGE_REFERRAL, Ordering.DISCOVERY]
    for title, orderings, ours, kind in (
        ("visits fetched", fetch, "behaviour", 0),
        ("visits seen", discovery, "behaviour-discovery", 1),
    ):
        orders = [
            (f"patterns by {ordering}", static_order(site, pattern_ranks(site, trees, ordering)))
            for ordering in orderings
        ]
        orders += [("breadth-first", by_depth), ("PageRank", by_rank)]
        orders.append((ours, order_of(site, behaviour, ours)))
        yield ""
        yield f"| {title} after | " + " | ".join(f"{t:.0%}" for t in THROUGHPUTS) + " of the URLs |"
        yield "|---" * (len(THROUGHPUTS) + 1) + "|"
        for name, order in orders:
            curve = traffic_curves(site, order)[kind]
            shares = at_throughputs(curve, int(site.weights.sum()), len(site.mirror))
            yield f"| {name} | " + " | ".join(f"{share:.1%}" for share in shares) + " |"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        for text in report(Path(argument)):
            print(text, flush=True)
        print()
