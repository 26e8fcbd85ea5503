"""Selection of patterns: greedily the most new 2-grams for each new page.

The score of a pattern is what its pages add, intermediate pages included, divided by the number of
its pages that are not selected yet. A page that another spelling of has been selected (or will be,
because a selected pattern leads to it) adds nothing. Scores are computed lazily: what a pattern
adds only shrinks, so the last count and the present number of pages bound its score from above.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from periplus.plan.acebot.candidates import Candidate
from periplus.plan.acebot.graph import Numbers, SiteGraph

REDUNDANT = 0.02  # a pattern whose pages are old but for this share is left out


@dataclass(frozen=True, slots=True)
class Selected:
    """A pattern that was chosen, with what it adds to those chosen before."""

    candidate: int
    pages: int  # sampled pages that it adds
    new_grams: float
    score: float
    coverage: float  # of the sample's 2-grams, with all patterns so far


class Selection:
    """What is selected and covered so far, and what each candidate would add."""

    def __init__(self, graph: SiteGraph, tree: Sequence[Candidate]) -> None:
        self._graph = graph
        self._tree = tree
        self._selected = np.zeros(graph.sampled, dtype=np.bool_)
        self._known = np.zeros(len(graph.ids), dtype=np.bool_)  # identities that will be in hand
        self._covered = np.zeros(graph.gram_count, dtype=np.bool_)
        self._scratch = np.zeros(graph.gram_count, dtype=np.bool_)
        self._sizes = np.array([len(grams) for grams in graph.grams], dtype=np.int64)
        self._paths = [self._path(number) for number in range(len(tree))]
        self._take(0)

    @property
    def coverage(self) -> float:
        """Share of the sample's 2-grams that selected patterns bring."""
        return int(self._covered.sum()) / max(1, self._graph.gram_count)

    def pages(self, candidate: int) -> Numbers:
        """The sampled pages that a pattern would add."""
        path = self._paths[candidate]
        return path[~self._selected[path]]

    def added(self, candidate: int) -> int:
        """How many 2-grams a pattern would add."""
        grams = self._new_grams(self.pages(candidate))
        self._scratch[grams] = True
        number = int(np.count_nonzero(self._scratch))
        self._scratch[grams] = False
        return number

    def score(self, candidate: int) -> float:
        """New 2-grams for each new page."""
        pages = self.pages(candidate)
        return self.added(candidate) / len(pages) if len(pages) else 0.0

    def is_redundant(self, candidate: int, added: int) -> bool:
        """Whether what a pattern brings is old."""
        total = int(self._sizes[self.pages(candidate)].sum())
        return added == 0 or added < REDUNDANT * total

    def select(self, candidate: int) -> Selected:
        """Choose a pattern; its prefixes are chosen with it."""
        pages, added = len(self.pages(candidate)), self.added(candidate)
        while candidate >= 0:
            self._take(candidate)
            last, candidate = candidate, self._tree[candidate].parent
        share = self._graph.gram_share
        return Selected(last, pages, added / share, added / share / max(1, pages), self.coverage)

    def _take(self, candidate: int) -> None:
        node = self._tree[candidate]
        fresh = node.pages[~self._selected[node.pages]]
        self._covered[self._new_grams(fresh)] = True
        self._selected[fresh] = True
        self._known[self._graph.identity[node.reach]] = True

    def _new_grams(self, pages: Numbers) -> Numbers:
        known = self._known[self._graph.identity[pages]]
        columns = [self._graph.grams[page] for page in pages[~known].tolist()]
        if not columns:
            return np.empty(0, dtype=np.int64)
        grams = np.concatenate(columns)
        fresh: Numbers = grams[~self._covered[grams]]
        return fresh

    def _path(self, candidate: int) -> Numbers:
        parts = []
        while candidate >= 0:
            parts.append(self._tree[candidate].pages)
            candidate = self._tree[candidate].parent
        return np.unique(np.concatenate(parts))


def select_patterns(
    graph: SiteGraph, tree: Sequence[Candidate], completion: float, most: int | None = None
) -> list[Selected]:
    """The patterns that reach the completion ratio, best first."""
    selection = Selection(graph, tree)
    bounds = [float("inf")] * len(tree)  # on the 2-grams each pattern adds
    heap = [(-float("inf"), number) for number in range(1, len(tree))]
    chosen: list[Selected] = []
    while heap and selection.coverage < completion and (most is None or len(chosen) < most):
        best = _pop_best(selection, heap, bounds)
        if best is None:
            break
        taken = selection.select(best)
        chosen.append(Selected(best, taken.pages, taken.new_grams, taken.score, taken.coverage))
        heap = _repriced(selection, heap, bounds)
    return chosen


def _pop_best(
    selection: Selection, heap: list[tuple[float, int]], bounds: list[float]
) -> int | None:
    """The candidate of the highest score that is not redundant; redundant ones leave the heap."""
    while heap:
        _, candidate = heapq.heappop(heap)
        pages = len(selection.pages(candidate))
        if not pages:
            continue
        added = selection.added(candidate)
        bounds[candidate] = added
        if selection.is_redundant(candidate, added):
            continue
        if not heap or added / pages >= -heap[0][0]:
            return candidate
        heapq.heappush(heap, (-added / pages, candidate))
    return None


def _repriced(
    selection: Selection, heap: list[tuple[float, int]], bounds: list[float]
) -> list[tuple[float, int]]:
    """The heap with bounds that hold after a selection: fewer pages may be left to pay for."""
    repriced = []
    for _, candidate in heap:
        pages = len(selection.pages(candidate))
        if pages:
            repriced.append((-bounds[candidate] / pages, candidate))
    heapq.heapify(repriced)
    return repriced
