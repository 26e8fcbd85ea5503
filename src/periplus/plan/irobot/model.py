"""What was learned of a site: layouts, kinds of URLs, the site map and its lookup table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from periplus.plan.irobot.cleaning import Cleaner, clean_as_published
from periplus.plan.irobot.layouts import UNCLASSIFIED, Layouts, make_layouts
from periplus.plan.irobot.near_duplicates import near_duplicates
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.patterns import PatternList
from periplus.plan.irobot.site_map import NO_VERTEX, SiteMap, build_site_map, layout_of
from periplus.plan.irobot.templates import join_vertices
from periplus.plan.irobot.traversal import LookupTable, choose_path
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.irobot.url_groups import UrlGroups


@dataclass(slots=True)
class Model:
    """All that the online part asks."""

    layouts: Layouts
    groups: UrlGroups
    site_map: SiteMap
    table: LookupTable
    matched: Mapping[int, int]  # region id -> id of the pattern that it is of
    trusted: frozenset[str]  # kinds of URLs whose pages are what they say they stand for

    @property
    def has_dates(self) -> bool:
        """Whether the site has lists by date."""
        return any(vertex.is_dated for vertex in self.site_map.vertices)

    def ranks(self, late: float) -> dict[str, float]:
        """For each kind of URL worth following how early: shallow, then informative ones.

        Lists by date come `late`: what they hold is found on the way to other things.
        """
        ranks: dict[str, float] = {}
        for vertex in self.site_map.vertices:
            if vertex.fate.is_kept:
                rank = -vertex.depth + min(0.9, vertex.infor) + (late if vertex.is_dated else 0.0)
                ranks[vertex.group] = max(ranks.get(vertex.group, rank), rank)
        return ranks

    def classify(self, page: SampledPage) -> tuple[int, int]:
        """Layout and vertex of a page; UNCLASSIFIED and NO_VERTEX where it fits none."""
        cluster = self.layouts.classify(page) if page.is_page else UNCLASSIFIED
        layout = layout_of(page, cluster)
        if page.is_page and cluster == UNCLASSIFIED:
            return UNCLASSIFIED, NO_VERTEX
        return layout, self.site_map.vertex(layout, self.groups.of(page.url))

    def is_kept(self, vertex: int) -> bool:
        """Whether pages of a vertex are worth having."""
        return vertex != NO_VERTEX and self.site_map.vertices[vertex].fate.is_kept


def learn(pages: Sequence[SampledPage], turns: PageTurns, *, faithful: bool) -> Model:
    """The model of a sample; the first page is the portal."""
    patterns = PatternList(page for page in pages if page.is_page)
    groups = UrlGroups(faithful=faithful)
    groups.learn(dict.fromkeys(_all_urls(pages)))
    kinds = [groups.of(page.url) for page in pages]
    clusters, layouts = make_layouts(pages, patterns, kinds, faithful=faithful)
    leaders = near_duplicates(pages)
    site_map = build_site_map(pages, clusters, groups, leaders)
    trusted: frozenset[str] = frozenset()
    cleaner = Cleaner(site_map, pages, leaders, turns)
    join_vertices(site_map, pages, groups, turns, cleaner)
    if faithful:
        if site_map.vertices:
            clean_as_published(site_map)
    else:
        cleaner.clean()
        trusted = _trusted(pages, groups, cleaner)
    choose_path(site_map, faithful=faithful)
    return Model(layouts, groups, site_map, LookupTable(site_map), patterns.matched(), trusted)


def _all_urls(pages: Sequence[SampledPage]) -> list[str]:
    return [page.url for page in pages] + [link.url for page in pages for link in page.links]


def _trusted(pages: Sequence[SampledPage], groups: UrlGroups, cleaner: Cleaner) -> frozenset[str]:
    """The kinds of URLs whose canonical links were checked against the pages they name."""
    by_url = {page.url: row for row, page in enumerate(pages)}
    agree: dict[str, list[int]] = {}
    for row, page in enumerate(pages):
        other = by_url.get(page.form)
        if page.form and other is not None and other != row and page.is_page:
            agree.setdefault(groups.of(page.url), []).append(cleaner.same_text(row, other))
    return frozenset(
        group
        for group, votes in agree.items()
        if len(votes) >= 3 and sum(votes) >= 0.9 * len(votes)
    )
