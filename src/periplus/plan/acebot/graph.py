"""The site graph of a sample: pages with 2-gram sets, edges with label clusters, as columns.

Vertices are numbered: the sampled pages first, then the URLs that they link to. Redirects are no
edges: who reaches one reaches its target as well. A page that declares another URL as canonical
shares that URL's identity, so that having one of them is having both; where sampled pairs show that
a site's declarations are not to be trusted, they are not used.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from periplus.plan.acebot.flips import find_flips
from periplus.plan.acebot.label_clusters import UNKNOWN, LabelClusters
from periplus.plan.acebot.sample import CANONICAL, REDIRECT, U32, Sample

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_SAME_TEXT = 0.7  # of a spelling's 2-grams that its canonical page has
_TRUSTED = 0.7  # of the sampled pairs
_MOST_GRAMS = 4_000_000  # beyond, a fair share of all 2-grams stands for them


@dataclass(slots=True)
class SiteGraph:
    """Sampled pages, their links and what they say."""

    ids: list[int]  # URL id of each vertex
    sampled: int  # the first so many vertices are pages in hand
    roots: list[int]
    flips: frozenset[int]  # label clusters that turn pages
    grams: list[Numbers]  # of each sampled page, numbered from 0
    gram_count: int
    gram_share: float  # of all 2-grams that were counted
    redirects: dict[int, list[int]]
    identity: Numbers  # vertex that stands for each vertex
    canonical_trusted: bool
    _first: Numbers  # where the edges of each sampled page begin
    _labels: npt.NDArray[np.int32]
    _targets: Numbers
    _label_first: Numbers  # the same edges ordered by label
    _label_sources: Numbers
    _label_targets: Numbers

    def out_edges(self, pages: Numbers) -> Iterator[tuple[int, Numbers]]:
        """The targets of some pages by label cluster."""
        starts = self._first[pages]
        lengths = self._first[pages + 1] - starts
        at = np.repeat(starts - np.cumsum(lengths) + lengths, lengths)
        at += np.arange(len(at))
        labels, targets = self._labels[at], self._targets[at]
        order = np.argsort(labels, kind="stable")
        labels, targets = labels[order], targets[order]
        bounds = np.flatnonzero(np.diff(labels)) + 1
        for part, ends in zip(np.split(targets, bounds), [0, *bounds.tolist()], strict=True):
            if len(part):
                yield int(labels[ends]), part

    def targets_along(self, label: int, sources: Mask) -> Numbers:
        """Where the links of one label cluster lead from some sampled pages."""
        part = slice(self._label_first[label], self._label_first[label + 1])
        return self._label_targets[part][sources[self._label_sources[part]]]

    def reached(self, targets: Numbers) -> Mask:
        """The vertices of some targets, with those that redirects lead on to."""
        mask = np.zeros(len(self.ids), dtype=np.bool_)
        mask[targets] = True
        if self.redirects:
            waiting = [int(v) for v in np.unique(targets) if int(v) in self.redirects]
            while waiting:
                for vertex in self.redirects.get(waiting.pop(), ()):
                    if not mask[vertex]:
                        mask[vertex] = True
                        waiting.append(vertex)
        return mask


def make_graph(sample: Sample, clusters: LabelClusters) -> SiteGraph:
    """The graph of a sample whose labels are clustered."""
    vertex_of = {url_id: vertex for vertex, url_id in reversed(list(enumerate(sample.ids)))}
    ids = list(sample.ids)
    for url_id in np.unique(_joined(sample.targets)).tolist():
        if url_id not in vertex_of:
            vertex_of[url_id] = len(ids)
            ids.append(url_id)
    sources, labels, targets = _edges(sample, vertex_of)
    redirects: dict[int, list[int]] = {}
    for at in np.flatnonzero(labels == REDIRECT).tolist():
        redirects.setdefault(int(sources[at]), []).append(int(targets[at]))
    grams, gram_count, share = _numbered_grams(sample.grams)
    canonical = np.flatnonzero(labels == CANONICAL)
    pairs = list(zip(sources[canonical].tolist(), targets[canonical].tolist(), strict=True))
    trusted = _is_trusted(pairs, grams)
    numbers = np.array([clusters.number(name) for name in sample.label_names] + [UNKNOWN] * 2)
    kept = (labels >= 0) & (numbers[labels] != UNKNOWN)
    sources, targets = sources[kept], targets[kept]
    labels = numbers[labels[kept]].astype(np.int32)
    by_label = np.lexsort((sources, labels))
    identity = _identities(len(ids), pairs if trusted else [])
    flips = find_flips(sample, numbers, (sources, labels, targets), identity)
    return SiteGraph(
        ids=ids,
        sampled=len(sample),
        roots=sample.roots or [0],
        flips=flips,
        grams=grams,
        gram_count=gram_count,
        gram_share=share,
        redirects=redirects,
        identity=identity,
        canonical_trusted=trusted,
        _first=_starts(sources, len(sample)),
        _labels=labels,
        _targets=targets,
        _label_first=_starts(labels[by_label].astype(np.int64), len(clusters)),
        _label_sources=sources[by_label],
        _label_targets=targets[by_label],
    )


def _edges(
    sample: Sample, vertex_of: dict[int, int]
) -> tuple[Numbers, npt.NDArray[np.int32], Numbers]:
    """Source, label and target of every link, ordered by source."""
    lengths = [len(targets) for targets in sample.targets]
    sources = np.repeat(np.arange(len(sample)), lengths)
    table = np.zeros(max(vertex_of, default=0) + 1, dtype=np.int64)
    for url_id, vertex in vertex_of.items():
        table[url_id] = vertex
    targets = table[_joined(sample.targets)]
    labels = np.concatenate(sample.labels) if sample.labels else np.empty(0, dtype=np.int32)
    return sources, labels, targets


def _starts(sorted_values: Numbers, count: int) -> Numbers:
    return np.searchsorted(sorted_values, np.arange(count + 1)).astype(np.int64)


def _joined(columns: Sequence[U32]) -> U32:
    return np.concatenate(columns) if columns else np.empty(0, dtype=np.uint32)


def _numbered_grams(columns: Sequence[U32]) -> tuple[list[Numbers], int, float]:
    """2-grams as numbers from 0; of very many a share that their hashes choose."""
    total = sum(len(column) for column in columns)
    one_of = 1
    while total // one_of > _MOST_GRAMS:
        one_of *= 2
    kept = [column[column % one_of == 0] for column in columns] if one_of > 1 else list(columns)
    universe, numbers = np.unique(_joined(kept), return_inverse=True)
    bounds = np.cumsum([len(column) for column in kept])[:-1]
    return np.split(numbers.astype(np.int64), bounds), len(universe), 1 / one_of


def _is_trusted(pairs: Sequence[tuple[int, int]], grams: Sequence[Numbers]) -> bool:
    """Whether canonical pages have the text of their spellings, as far as both were sampled."""
    checked = right = 0
    for page, canonical in pairs:
        if canonical < len(grams) and len(grams[page]) and len(grams[canonical]):
            common = len(np.intersect1d(grams[page], grams[canonical], assume_unique=True))
            checked += 1
            right += common >= _SAME_TEXT * len(grams[page])
    return right >= _TRUSTED * checked


def _identities(count: int, pairs: Sequence[tuple[int, int]]) -> Numbers:
    identity = np.arange(count)
    for page, canonical in pairs:
        identity[page] = canonical
    return identity
