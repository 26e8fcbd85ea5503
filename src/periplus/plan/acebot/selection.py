"""Selection of patterns: greedily the most new 2-grams for each new page.

The score of a pattern is what its pages add, intermediate pages included, divided by the number of
its pages that are not selected yet. A page of which another spelling was selected adds nothing.
Scores are computed lazily: what a pattern adds only shrinks, so the last count and the present
number of pages bound its score from above.

The sample's completion is not the site's: a pattern whose few sampled pages are covered by others
would be lost with all the pages that it alone leads to. So a second round goes on with the pages
that are known by their links only, each with what sampled pages of its step are worth on average.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from periplus.plan.acebot.candidates import Candidate
from periplus.plan.acebot.graph import Numbers, SiteGraph

_SECOND_GAP = 0.1  # of what completion leaves out may be left after the second round
_MOST_EXPECTED = 60
REDUNDANT = 0.02  # a pattern whose pages are old but for this share is left out


@dataclass(frozen=True, slots=True)
class Selected:
    """A pattern that was chosen, with what it adds to those chosen before."""

    candidate: int
    pages: int  # that it adds; in the second round those that were not sampled too
    new_grams: float
    score: float
    coverage: float  # of the sample's 2-grams, with all patterns so far
    is_expected: bool = False  # selected for what was not sampled


class Selection:
    """What is selected and covered so far, and what each candidate would add."""

    def __init__(self, graph: SiteGraph, tree: Sequence[Candidate], *, expecting: bool) -> None:
        """With `expecting`, what pages that were not sampled may bring counts, and that alone."""
        self._graph = graph
        self._taken = 0  # vertices, as bits
        self._known = np.zeros(len(graph.ids), dtype=np.bool_)  # identities that will be in hand
        self._covered = np.zeros(graph.gram_count, dtype=np.bool_)
        self._scratch = np.zeros(graph.gram_count, dtype=np.bool_)
        self._expected = expected_grams(graph, tree) if expecting else np.zeros(len(graph.ids))
        self._expected_covered = 0.0
        self._counting = not expecting
        self._total = float(self._expected.sum()) if expecting else float(graph.gram_count)
        sizes = [len(grams) for grams in graph.grams if len(grams)]
        self._mean_size = sum(sizes) / max(1, len(sizes))
        self._reach = [node.reach for node in tree]
        self._paths = [
            to_bits(node.reach if expecting else node.pages, len(graph.ids)) for node in tree
        ]
        for number, node in enumerate(tree):
            if node.parent >= 0:
                self._paths[number] |= self._paths[node.parent]
        self._parents = [node.parent for node in tree]
        self.take(0)

    @property
    def coverage(self) -> float:
        """Share of the 2-grams that selected patterns bring, those to be expected included."""
        covered = int(self._covered.sum()) + self._expected_covered
        return covered / self._total if self._total else 1.0

    def pages(self, candidate: int) -> int:
        """How many pages a pattern would add."""
        return (self._paths[candidate] & ~self._taken).bit_count()

    def added(self, candidate: int) -> float:
        """How many 2-grams a pattern would add."""
        return self._worth(self._fresh(candidate))

    def score(self, candidate: int) -> float:
        """New 2-grams for each new page."""
        pages = self.pages(candidate)
        return self.added(candidate) / pages if pages else 0.0

    def is_redundant(self, candidate: int, added: float) -> bool:
        """Whether what a pattern brings is old."""
        return added <= REDUNDANT * self._mean_size * self.pages(candidate)

    def select(self, candidate: int) -> Selected:
        """Choose a pattern; its prefixes are chosen with it."""
        fresh = self._fresh(candidate)
        added = self._worth(fresh) / self._graph.gram_share
        self.take(candidate)
        return Selected(candidate, len(fresh), added, added / max(1, len(fresh)), self.coverage)

    def _fresh(self, candidate: int) -> Numbers:
        return from_bits(self._paths[candidate] & ~self._taken, len(self._graph.ids))

    def _worth(self, fresh: Numbers) -> float:
        grams = self._new_grams(fresh)
        self._scratch[grams] = True
        number = int(np.count_nonzero(self._scratch))
        self._scratch[grams] = False
        return number + self._new_expected(fresh)

    def take(self, candidate: int) -> None:
        """Count what a pattern brings as covered."""
        fresh = self._fresh(candidate)
        self._covered[self._new_grams(fresh)] = True
        self._expected_covered += self._new_expected(fresh)
        self._taken |= self._paths[candidate]
        while candidate >= 0:
            self._known[self._graph.identity[self._reach[candidate]]] = True
            candidate = self._parents[candidate]

    def _new_expected(self, fresh: Numbers) -> float:
        return float(self._expected[fresh[~self._known[self._graph.identity[fresh]]]].sum())

    def _new_grams(self, fresh: Numbers) -> Numbers:
        pages = fresh[: np.searchsorted(fresh, self._graph.sampled)]
        pages = pages[~self._known[self._graph.identity[pages]]]
        columns = [self._graph.grams[page] for page in pages.tolist()]
        if not columns or not self._counting:
            return np.empty(0, dtype=np.int64)
        grams = np.concatenate(columns)
        new: Numbers = grams[~self._covered[grams]]
        return new


def expected_grams(graph: SiteGraph, tree: Sequence[Candidate]) -> npt.NDArray[np.float64]:
    """What each vertex that was not sampled may add: as much as sampled pages of its step.

    Each 2-gram of the sample is worth one, shared by the pages that have it. Where several steps
    lead to a vertex, the poorest of them counts.
    """
    counts = np.zeros(graph.gram_count)
    for grams in graph.grams:
        counts[grams] += 1
    worth = np.array([float((1 / counts[grams]).sum()) for grams in graph.grams])
    expected = np.full(len(graph.ids), np.inf)
    for node in tree:
        mean = float(worth[node.pages].mean()) if len(node.pages) else 0.0
        expected[node.reach] = np.minimum(expected[node.reach], mean)
    expected[: graph.sampled] = 0.0
    expected[np.isinf(expected)] = 0.0
    return expected


def to_bits(vertices: Numbers, count: int) -> int:
    """A set of vertices as the bits of an integer."""
    mask = np.zeros(count, dtype=np.bool_)
    mask[vertices] = True
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def from_bits(bits: int, count: int) -> Numbers:
    """The vertices of a set."""
    data = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.flatnonzero(np.unpackbits(data, bitorder="little"))


def select_patterns(
    graph: SiteGraph, tree: Sequence[Candidate], completion: float, most: int | None = None
) -> list[Selected]:
    """The patterns that reach the completion ratio, best first."""
    most = len(tree) if most is None else most
    chosen = _greedy(Selection(graph, tree, expecting=False), len(tree), completion, most)
    second = Selection(graph, tree, expecting=True)
    for one in chosen:
        second.take(one.candidate)
    second_completion = 1 - (1 - completion) * _SECOND_GAP
    expected = _greedy(
        second, len(tree), second_completion, min(most - len(chosen), _MOST_EXPECTED)
    )
    return chosen + [replace(one, is_expected=True) for one in expected]


def _greedy(selection: Selection, count: int, completion: float, most: int) -> list[Selected]:
    bounds = [float("inf")] * count  # on the 2-grams each pattern adds
    heap = [(-float("inf"), number) for number in range(1, count)]
    chosen: list[Selected] = []
    while heap and selection.coverage < completion and len(chosen) < most:
        best = _pop_best(selection, heap, bounds)
        if best is None:
            break
        chosen.append(selection.select(best))
        heap = _repriced(selection, heap, bounds)
    return chosen


def _pop_best(
    selection: Selection, heap: list[tuple[float, int]], bounds: list[float]
) -> int | None:
    """The candidate of the highest score that is not redundant; redundant ones leave the heap."""
    while heap:
        _, candidate = heapq.heappop(heap)
        pages = selection.pages(candidate)
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
        pages = selection.pages(candidate)
        if pages:
            repriced.append((-bounds[candidate] / pages, candidate))
    heapq.heapify(repriced)
    return repriced
