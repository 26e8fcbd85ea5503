"""A visit's links as columns: targets and label clusters, and what stands for the page."""

from typing import NamedTuple

import numpy as np

from periplus.page.view import LinkSource
from periplus.plan.acebot.label_clusters import UNKNOWN, LabelClusters
from periplus.plan.acebot.sample import CANONICAL, I32, REDIRECT, U32, Sample
from periplus.plan.strategy import Visit


class PageLinks(NamedTuple):
    """The links of one page."""

    targets: U32
    clusters: I32  # label cluster, UNKNOWN or REDIRECT
    canonical: int | None  # URL that the page says it is a spelling of

    def layout(self) -> frozenset[int]:
        """The clusters that the page has links in."""
        return frozenset(self.clusters[self.clusters >= 0].tolist())


# UNKNOWN and REDIRECT are told apart here alone: unknown labels are moved out of the way.
_NOWHERE = -3
_ODD_SOURCES = {int(LinkSource.LINK_CANONICAL): CANONICAL, int(LinkSource.META_REFRESH): REDIRECT}


def links_of_visit(visit: Visit, clusters: LabelClusters) -> PageLinks:
    """The links of a page that was just fetched."""
    view = visit.view
    if view is None:
        targets = np.array([offered.target for offered in visit.links], dtype=np.uint32)
        return PageLinks(targets, np.full(len(targets), REDIRECT, dtype=np.int32), None)
    numbers = [_known(clusters, name) for name in view.links.label_names]
    labels, sources = view.links.labels.tolist(), view.links.sources.tolist()
    pairs: dict[tuple[int, int], None] = {}
    for offered in visit.links:
        row = offered.row
        cluster = _ODD_SOURCES.get(sources[row], numbers[labels[row]])
        pairs[offered.target, cluster] = None
    columns = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return _page_links(columns[:, 0].astype(np.uint32), columns[:, 1].astype(np.int32))


def links_of_sample(sample: Sample, clusters: LabelClusters) -> list[PageLinks]:
    """The links of every sampled page."""
    numbers = np.array([_known(clusters, name) for name in sample.label_names], dtype=np.int32)
    found = []
    for targets, labels in zip(sample.targets, sample.labels, strict=True):
        known = labels.copy()
        known[labels >= 0] = numbers[labels[labels >= 0]]
        found.append(_page_links(targets, known))
    return found


def _page_links(targets: U32, clusters: I32) -> PageLinks:
    canonical = targets[clusters == CANONICAL]
    others = clusters != CANONICAL
    return PageLinks(
        targets[others], clusters[others], int(canonical[0]) if len(canonical) else None
    )


def _known(clusters: LabelClusters, name: str) -> int:
    number = clusters.number(name)
    return _NOWHERE if number == UNKNOWN else number
