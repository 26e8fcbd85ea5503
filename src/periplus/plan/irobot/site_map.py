"""The site map: vertices (layout and kind of URL), arcs (where links stand), informativeness."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from periplus.page.view import AnchorKind
from periplus.plan.irobot.pages import SampledPage, is_turning
from periplus.plan.irobot.turns import is_date
from periplus.plan.irobot.url_groups import UrlGroups

NO_VERTEX = -1
_EXAMPLES = 3


class NoLayout(IntEnum):
    """Clusters of what is no page."""

    REDIRECT = -1
    ERROR = -2
    OTHER = -3  # feeds, images


class Fate(StrEnum):
    """Why a vertex is kept or dropped."""

    KEPT = "kept"
    PORTAL = "portal"
    LITTLE_INFORMATION = "little-information"
    SMALLER_SIBLING = "smaller-sibling"  # the paper's rule: not the largest of its layout
    COPIES = "copies"  # its pages say, or show, that they stand for others
    VARIANTS = "variants"  # known pages with parameters added
    ANNEXES = "annexes"  # pictures of the page that links to them, on pages of their own
    PROMPTS = "prompts"  # one text under many URLs
    NOT_INDEXED = "not-indexed"  # its pages ask not to be
    NOT_A_PAGE = "not-a-page"
    UNREACHED = "unreached"

    @property
    def is_kept(self) -> bool:
        return self in (Fate.KEPT, Fate.PORTAL)


@dataclass(slots=True)
class Vertex:
    """Pages of one layout and one kind of URL."""

    number: int
    cluster: int
    group: str
    pages: list[int] = field(default_factory=list)  # rows of the sample
    count: int = 0  # pages of the sample
    depth: float = 0.0
    size: float = 0.0  # bytes, mean
    duplicates: int = 0
    infor: float = 0.0
    fate: Fate = Fate.KEPT
    template: int = NO_VERTEX  # the first vertex of the same kind of page
    examples: list[str] = field(default_factory=list)

    @property
    def is_dated(self) -> bool:
        """Whether its URLs name dates and nothing else: lists by day, month or year."""
        return bool(self.examples) and all(map(is_date, self.examples))


@dataclass(slots=True)
class Arc:
    """Links of one vertex that stand at one place and have one kind of URL."""

    source: int
    place: str
    group: str
    target: int = NO_VERTEX  # the vertex that most of them lead to
    links: int = 0
    kinds: Counter[int] = field(default_factory=Counter)
    targets: Counter[int] = field(default_factory=Counter)
    follow: int = 0  # the table's answer: 0, 1 or 2

    @property
    def turns(self) -> bool:
        """Whether most of its anchors are numbers or words for the next page."""
        turning = sum(n for kind, n in self.kinds.items() if is_turning(kind))
        return 2 * turning > self.links


@dataclass(slots=True)
class SiteMap:
    """Vertices and arcs of a sample."""

    vertices: list[Vertex]
    arcs: dict[tuple[int, str, str], Arc]
    vertex_of: list[int]  # by row of the sample
    by_group: dict[str, Counter[int]]  # pages of each vertex with that kind of URL
    portal: int

    def vertex(self, cluster: int, group: str) -> int:
        """The number of a vertex, or NO_VERTEX."""
        return next(
            (v for v in self.by_group.get(group, ()) if self.vertices[v].cluster == cluster),
            NO_VERTEX,
        )


def build_site_map(
    pages: Sequence[SampledPage],
    clusters: Sequence[int],
    groups: UrlGroups,
    leaders: Sequence[int],
) -> SiteMap:
    """Vertices and arcs of a sample.

    Args:
        clusters: the layout of each page; ignored where there is no page.
        leaders: for each page the first page that it nearly repeats, or itself.
    """
    vertices, vertex_of = _vertices(pages, clusters, groups)
    by_group: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for vertex in vertices:
        by_group[vertex.group][vertex.number] = vertex.count
    portal = vertex_of[0] if vertex_of else NO_VERTEX
    site_map = SiteMap(vertices, {}, vertex_of, dict(by_group), portal)
    _connect(site_map, pages, groups)
    measure(site_map, pages, leaders)
    return site_map


def layout_of(page: SampledPage, cluster: int) -> int:
    """The layout's number, or what the answer is in place of a page."""
    if page.is_page:
        return cluster
    if page.is_redirect:
        return NoLayout.REDIRECT
    return NoLayout.OTHER if 200 <= page.status < 300 else NoLayout.ERROR


def _vertices(
    pages: Sequence[SampledPage], clusters: Sequence[int], groups: UrlGroups
) -> tuple[list[Vertex], list[int]]:
    vertices: list[Vertex] = []
    numbers: dict[tuple[int, str], int] = {}
    vertex_of = []
    for row, page in enumerate(pages):
        key = (layout_of(page, clusters[row]), groups.of(page.url))
        number = numbers.setdefault(key, len(vertices))
        if number == len(vertices):
            vertices.append(Vertex(number, key[0], key[1]))
        vertex = vertices[number]
        vertex.pages.append(row)
        vertex.count += 1
        if len(vertex.examples) < _EXAMPLES:
            vertex.examples.append(page.url)
        vertex_of.append(number)
    return vertices, vertex_of


def _connect(site_map: SiteMap, pages: Sequence[SampledPage], groups: UrlGroups) -> None:
    row_of = {page.page: row for row, page in enumerate(pages)}
    for row, page in enumerate(pages):
        source = site_map.vertex_of[row]
        for link in page.links:
            key = (source, link.place, groups.of(link.url))
            arc = site_map.arcs.get(key)
            if arc is None:
                arc = site_map.arcs[key] = Arc(*key)
            arc.links += 1
            arc.kinds[link.kind] += 1
            target = row_of.get(link.target)
            if target is not None:
                arc.targets[site_map.vertex_of[target]] += 1
    for arc in site_map.arcs.values():
        votes = arc.targets or site_map.by_group.get(arc.group)
        if votes:
            arc.target = min(votes, key=lambda v: (-votes[v], v))


def measure(site_map: SiteMap, pages: Sequence[SampledPage], leaders: Sequence[int]) -> None:
    """Depths, sizes, near-duplicates and equation 3 for every vertex."""
    depths = link_depths(pages)
    mean_size = sum(page.size for page in pages) / max(1, len(pages))
    for vertex in site_map.vertices:
        same = Counter(leaders[row] for row in vertex.pages)
        vertex.duplicates = sum(count for count in same.values() if count > 1)
        vertex.depth = sum(depths[row] for row in vertex.pages) / vertex.count
        vertex.size = sum(pages[row].size for row in vertex.pages) / vertex.count
        vertex.infor = informativeness(
            vertex.count, len(pages), vertex.size, mean_size, vertex.duplicates
        )


def informativeness(
    count: int, total: int, size: float, mean_size: float, duplicates: int
) -> float:
    """Equation 3: share of the pages, relative size, share of what is not repeated."""
    if not count or not total or not mean_size:
        return 0.0
    return count / total * (size / mean_size) * (1.0 - duplicates / count)


def link_depths(pages: Sequence[SampledPage]) -> list[int]:
    """The distance of each page from the first, by links; what links don't reach keeps its own.

    The depth at which a sampler from both ends of a queue met a page says little.
    """
    row_of = {page.page: row for row, page in enumerate(pages)}
    by_url = {page.url: row for row, page in enumerate(pages)}
    found = {0: 0} if pages else {}
    level = list(found)
    while level:
        reached = []
        for row in level:
            page = pages[row]
            targets = [row_of.get(link.target, -1) for link in page.links]
            if page.is_redirect:
                targets.append(by_url.get(page.form, -1))
            for target in targets:
                if target >= 0 and target not in found:
                    found[target] = found[row] + 1
                    reached.append(target)
        level = reached
    return [found.get(row, max(1, page.depth)) for row, page in enumerate(pages)]


def anchor_names(kinds: Counter[int]) -> str:
    """The commonest kind of anchor, for people."""
    kind = min(kinds, key=lambda k: (-kinds[k], k), default=int(AnchorKind.EMPTY))
    return AnchorKind(kind).name.lower()
