"""Which vertices are worth a crawl: the paper's three heuristics, and what works better.

The paper drops what has little information (mean minus standard deviation: often negative, so that
nothing goes) and keeps only the largest vertex of a layout (pages 2, 3, … of everything have
parameters of their own and go). By default a vertex goes on evidence about its content instead: its
pages stand for others, are known pages with parameters added, repeat one text, or ask not to be
indexed.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from periplus.page.view import AnchorKind
from periplus.plan.irobot.near_duplicates import is_contained
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.site_map import Fate, NoLayout, SiteMap, Vertex
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.irobot.url_groups import keys_of, without_keys

_MOST = 0.5
_ONE_TEXT = 0.7  # of the pages of a vertex that repeat another of them
_LEAST_PAGES = 3
_SHARED_LINKS = 0.3  # a list in another order has other items on its first page, but not only
_SAME_LINKS = 0.8
_PICTURES = frozenset((int(AnchorKind.IMAGE), int(AnchorKind.EMPTY)))
_ANNEX_TEXT = 0.25  # of the text of the page above it
_FRAME_SHARE = 0.3  # of the pages: what so many link to is no item of a list


def clean_as_published(site_map: SiteMap) -> None:
    """Heuristics 1 and 2 of section 5.4 (heuristic 3 is about arcs: see `traversal`)."""
    infor = np.array([vertex.infor for vertex in site_map.vertices])
    threshold = float(infor.mean() - infor.std()) if len(infor) else 0.0
    largest: dict[int, Vertex] = {}
    for vertex in site_map.vertices:
        if vertex.infor < threshold or vertex.cluster in tuple(NoLayout):
            vertex.fate = Fate.LITTLE_INFORMATION
            continue
        best = largest.get(vertex.cluster)
        if best is None or vertex.count > best.count:
            largest[vertex.cluster] = vertex
    for vertex in site_map.vertices:
        if vertex.fate.is_kept and largest[vertex.cluster] is not vertex:
            vertex.fate = Fate.SMALLER_SIBLING
    site_map.vertices[site_map.portal].fate = Fate.PORTAL


class Cleaner:
    """Decides about vertices by what their pages show."""

    def __init__(
        self,
        site_map: SiteMap,
        pages: Sequence[SampledPage],
        leaders: Sequence[int],
        turns: PageTurns,
    ) -> None:
        self._map = site_map
        self._pages = pages
        self._leaders = leaders
        self._turns = turns
        self._by_url = {page.url: row for row, page in enumerate(pages)}
        self._same_text: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for row, leader in enumerate(leaders):
            self._same_text[site_map.vertex_of[row], leader].append(row)
        self._linked_from = Counter(
            target for page in pages for target in {link.target for link in page.links}
        )
        self._known = {link.url for page in pages for link in page.links} | self._by_url.keys()

    def clean(self) -> None:
        """Give every vertex its fate."""
        for vertex in self._map.vertices:
            vertex.fate = self._fate(vertex)
        self._keep_one_of_each_text()
        if self._map.vertices:
            self._map.vertices[self._map.portal].fate = Fate.PORTAL

    def _fate(self, vertex: Vertex) -> Fate:
        if vertex.cluster in (NoLayout.ERROR, NoLayout.OTHER):
            return Fate.NOT_A_PAGE
        if vertex.cluster == NoLayout.REDIRECT or self._share(vertex, self._is_copy) > _MOST:
            return Fate.COPIES
        if self._share(vertex, lambda row: self._pages[row].noindex) > _MOST:
            return Fate.NOT_INDEXED
        if vertex.count >= _LEAST_PAGES and self._share(vertex, self._repeats) >= _ONE_TEXT:
            return Fate.PROMPTS
        if self._share(vertex, self._is_variant) > _MOST:
            return Fate.VARIANTS
        if vertex.count >= _LEAST_PAGES and self._share(vertex, self._is_annex) > _MOST:
            return Fate.ANNEXES
        return Fate.KEPT

    def _share(self, vertex: Vertex, holds: Callable[[int], bool]) -> float:
        return sum(holds(row) for row in vertex.pages) / vertex.count

    def _is_copy(self, row: int) -> bool:
        """Whether a page stands for another: it says so, and nothing speaks against it."""
        page = self._pages[row]
        if not page.form or page.form == page.url or page.form not in self._known:
            return False
        other = self._by_url.get(page.form)
        if other is not None and other != row:
            return self.same_text(row, other)
        # Sites that name page 1 the canonical form of every page don't mean it.
        return not self._turns.is_turn(page.form, page.url)

    def _repeats(self, row: int) -> bool:
        """Whether a page has the text of another of its vertex, and leads nowhere else."""
        same = self._same_text[self._map.vertex_of[row], self._leaders[row]]
        other = next((one for one in same if one != row), None)
        if other is None:
            return False
        return not self._own_links(row) or self._shared_links(row, other) >= _SAME_LINKS

    def same_text(self, row: int, other: int) -> bool:
        """Whether one page's text is, for the most part, the other's."""
        if self._leaders[row] == self._leaders[other]:
            return True
        one, two = self._pages[row].sketch, self._pages[other].sketch
        return is_contained(one, two, _MOST) or is_contained(two, one, _MOST)

    def _is_variant(self, row: int) -> bool:
        """Whether a page is a known one of its layout with parameters added."""
        page = self._pages[row]
        keys = keys_of(page.url)
        counting = {place[1:].partition(".")[0] for place in self._turns.places()}
        extra = keys - counting
        if not extra:
            return False
        cluster = self._map.vertices[self._map.vertex_of[row]].cluster
        for dropped in ({key} for key in extra):
            if self._is_plain(without_keys(page.url, frozenset(dropped)), row, cluster):
                return True
        return len(extra) > 1 and self._is_plain(
            without_keys(page.url, frozenset(extra)), row, cluster
        )

    def _is_annex(self, row: int) -> bool:
        """Whether a page shows a picture of the page above it, which links to it by the picture."""
        page = self._pages[row]
        above = page.url.rstrip("/").rpartition("/")[0]
        other = self._by_url.get(above + "/", self._by_url.get(above))
        if other is None or page.main_chars > _ANNEX_TEXT * self._pages[other].main_chars:
            return False
        kinds = {link.kind for link in self._pages[other].links if link.target == page.page}
        return bool(kinds) and kinds <= _PICTURES

    def _is_plain(self, url: str, row: int, cluster: int) -> bool:
        if url == self._pages[row].url or url not in self._known:
            return False
        other = self._by_url.get(url)
        if other is None:
            return False
        if self._map.vertices[self._map.vertex_of[other]].cluster == cluster:
            return self.shows_same(row, other)
        return self.same_text(row, other)

    def shows_same(self, row: int, other: int) -> bool:
        """Whether two pages of one layout share items or text."""
        return self._shared_links(row, other) >= _SHARED_LINKS or self.same_text(row, other)

    def _shared_links(self, row: int, other: int) -> float:
        """The share of the links of the page with fewer that the other has; the frame aside."""
        one, two = self._own_links(row), self._own_links(other)
        return len(one & two) / min(len(one), len(two)) if one and two else 0.0

    def _own_links(self, row: int) -> set[int]:
        return {
            link.target
            for link in self._pages[row].links
            if self._linked_from[link.target] <= _FRAME_SHARE * len(self._pages)
        }

    def _keep_one_of_each_text(self) -> None:
        """Of vertices whose pages have the same texts, all but the best known go."""
        vertices = self._map.vertices
        for vertex in vertices:
            if not vertex.fate.is_kept:
                continue
            better = [row for row in vertex.pages if self._has_better_twin(row, vertex)]
            if len(better) > _MOST * vertex.count and vertex.count >= _LEAST_PAGES:
                vertex.fate = Fate.COPIES

    def _has_better_twin(self, row: int, vertex: Vertex) -> bool:
        leader = self._leaders[row]
        twins = [leader] if leader != row else []
        for other in twins:
            twin = self._map.vertices[self._map.vertex_of[other]]
            if twin is not vertex and twin.fate.is_kept and twin.count >= vertex.count:
                return True
        return False
