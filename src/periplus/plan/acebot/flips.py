"""Which label clusters turn the pages of one list or thread.

Such links say so ("2", "next"), lead to pages with the layout of the page they stand on and other
words, and those pages are no spellings of others. (A link to a single post says "2" as well, but
leads to the page that it stands on.) What was not sampled is believed by what it says.
"""

from collections import Counter

import numpy as np
import numpy.typing as npt

from periplus.plan.acebot.sample import U32, Sample

Numbers = npt.NDArray[np.int64]
Edges = tuple[Numbers, npt.NDArray[np.int32], Numbers]  # source, label cluster, target

_SAYS_SO = 0.5  # of a cluster's links
_CONFIRMED = 0.5  # of the pairs that were looked at
_SAME_LAYOUT = 0.4  # Jaccard similarity of the label clusters of two pages
_OTHER_WORDS = 0.1  # of a page's 2-grams that the page before it lacks
_PAIRS = 40


def find_flips(sample: Sample, numbers: Numbers, edges: Edges, identity: Numbers) -> frozenset[int]:
    """The clusters that turn pages."""
    links: Counter[int] = Counter()
    says: Counter[int] = Counter()
    for label, count in sample.label_links.items():
        links[int(numbers[label])] += count
        says[int(numbers[label])] += sample.label_flips[label]
    return frozenset(
        cluster
        for cluster, count in links.items()
        if cluster >= 0
        and says[cluster] >= _SAYS_SO * count
        and _is_confirmed(cluster, edges, sample, identity)
    )


def _is_confirmed(cluster: int, edges: Edges, sample: Sample, identity: Numbers) -> bool:
    sources, labels, targets = edges
    at = np.flatnonzero((labels == cluster) & (targets < len(sample)) & (targets != sources))
    if not len(at):
        return True
    at = at[:: max(1, len(at) // _PAIRS)]
    right = 0
    for source, target in zip(sources[at].tolist(), targets[at].tolist(), strict=True):
        right += (
            identity[target] == target
            and same_layout(_layout(edges, source), _layout(edges, target))
            and _has_other_words(sample.grams[target], sample.grams[source])
        )
    return right >= _CONFIRMED * len(at)


def _layout(edges: Edges, page: int) -> frozenset[int]:
    sources, labels, _ = edges
    start, end = np.searchsorted(sources, (page, page + 1))
    return frozenset(labels[start:end].tolist())


def _has_other_words(target: U32, source: U32) -> bool:
    common = len(np.intersect1d(target, source, assume_unique=True))
    return len(target) - common > _OTHER_WORDS * len(target)


def same_layout(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether two pages have links at the same places."""
    return len(one & other) >= _SAME_LAYOUT * len(one | other)
