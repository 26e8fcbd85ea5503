"""Kinds of pages: the vertices of one layout that differ only in how their URLs are decorated.

Vertices are fine: a token of the session, an order, a page number in the URL makes another one. Two
vertices of a layout are one kind of page where dropping parameters leads from pages of one to pages
of the other that show the same, where one holds later pages of the other, or where both are other
ways into the pages of a third (links to single posts, to the next thread). Names in paths of which
there are many (a directory for each of thirty subjects) make no kinds either.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from periplus.plan.irobot.cleaning import Cleaner
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.site_map import NO_VERTEX, SiteMap, Vertex
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.irobot.url_groups import UrlGroups, keys_of, without_keys

_MOST = 0.5
_MANY_NAMES = 4  # different words at one place of a path: more are names, not kinds


def join_vertices(
    site_map: SiteMap,
    pages: Sequence[SampledPage],
    groups: UrlGroups,
    turns: PageTurns,
    cleaner: Cleaner,
) -> None:
    """Give each vertex the number of its kind of page: that of the first vertex of the kind."""
    joiner = _Joiner(site_map, pages, groups, turns, cleaner)
    joiner.join_spellings()
    joiner.join_names()
    joiner.join_views()
    for vertex in site_map.vertices:
        vertex.template = joiner.leader(vertex.number)


class _Joiner:
    def __init__(
        self,
        site_map: SiteMap,
        pages: Sequence[SampledPage],
        groups: UrlGroups,
        turns: PageTurns,
        cleaner: Cleaner,
    ) -> None:
        self._map = site_map
        self._pages = pages
        self._groups = groups
        self._turns = turns
        self._cleaner = cleaner
        self._by_url = {page.url: row for row, page in enumerate(pages)}
        self._counting = {p[1:].partition(".")[0] for p in turns.places() if p[0] == "?"}
        self._leaders = list(range(len(site_map.vertices)))

    def leader(self, vertex: int) -> int:
        while self._leaders[vertex] != vertex:
            vertex = self._leaders[vertex]
        return vertex

    def _join(self, one: int, other: int) -> None:
        one, other = self.leader(one), self.leader(other)
        self._leaders[max(one, other)] = min(one, other)

    def join_spellings(self) -> None:
        """By pairs of pages in the sample: most of them must agree."""
        votes: defaultdict[tuple[int, int], list[bool]] = defaultdict(list)
        for row, page in enumerate(self._pages):
            if not page.is_page:
                continue
            for other, is_same in self._pairs(row, page):
                pair = self._map.vertex_of[row], self._map.vertex_of[other]
                if self._is_one_layout(*pair):
                    votes[min(pair), max(pair)].append(is_same)
        for (one, other), found in votes.items():
            if 2 * sum(found) > len(found):
                self._join(one, other)

    def _is_one_layout(self, one: int, other: int) -> bool:
        vertices = self._map.vertices
        return one != other and vertices[one].cluster == vertices[other].cluster

    def _pairs(self, row: int, page: SampledPage) -> Iterator[tuple[int, bool]]:
        """Pages with parameters of this one dropped, and pages that this one turns to."""
        keys = keys_of(page.url)
        drops = {frozenset({key}) for key in keys} | {keys - {key} for key in keys} | {keys}
        for dropped in drops - {frozenset()}:
            plain = without_keys(page.url, dropped)
            other = self._by_url.get(plain)
            if other is not None and other != row:
                yield other, self._shows_same(row, other)
        own = keys - self._counting
        for link in page.links:
            other = self._by_url.get(link.url)
            if (
                other is not None
                and other != row
                and own == keys_of(link.url) - self._counting
                and self._turns.is_turn(page.url, link.url)
            ):
                yield other, True

    def _shows_same(self, row: int, other: int) -> bool:
        one, two = self._pages[row], self._pages[other]
        if one.form and two.form and one.form != two.form:
            return self._turns.is_turn(one.form, two.form)
        return self._turns.is_turn(one.url, two.url) or self._cleaner.shows_same(row, other)

    def join_names(self) -> None:
        """Where many words stand at one place of otherwise equal paths, they are names."""
        by_form: defaultdict[tuple[int, int, str], list[tuple[list[str], Vertex]]] = defaultdict(
            list
        )
        for vertex in self._map.vertices:
            path, _, query = vertex.group.partition("?")
            segments = path.split("/")
            by_form[vertex.cluster, len(segments), query].append((segments, vertex))
        for (_, length, _), alike in by_form.items():
            if len(alike) <= _MANY_NAMES:
                continue
            for place in range(length):
                words = {segments[place] for segments, _ in alike}
                if len(words) > _MANY_NAMES:
                    for segments, _ in alike:
                        segments[place] = "*"
            first: dict[tuple[str, ...], int] = {}
            for segments, vertex in alike:
                self._join(first.setdefault(tuple(segments), vertex.number), vertex.number)

    def join_views(self) -> None:
        """Vertices whose pages say that they stand for pages of one other kind."""
        ways: defaultdict[int, list[int]] = defaultdict(list)
        for vertex in self._map.vertices:
            original = self._stands_for(vertex)
            if original != NO_VERTEX and self.leader(original) != self.leader(vertex.number):
                ways[self.leader(original)].append(vertex.number)
        for vertices in ways.values():
            for other in vertices[1:]:
                self._join(vertices[0], other)

    def _stands_for(self, vertex: Vertex) -> int:
        if vertex.cluster < 0:
            return NO_VERTEX
        forms = Counter(
            self._groups.of(page.form)
            for page in (self._pages[row] for row in vertex.pages)
            if page.form and page.form != page.url and not self._turns.is_turn(page.url, page.form)
        )
        if not forms:
            return NO_VERTEX
        group, count = forms.most_common(1)[0]
        return (
            self._map.vertex(vertex.cluster, group) if count > _MOST * vertex.count else NO_VERTEX
        )
