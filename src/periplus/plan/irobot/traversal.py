"""The traversal path: a directed spanning tree from the portal, and the arcs that turn pages."""

import heapq
from collections import Counter

from periplus.plan.irobot.site_map import NO_VERTEX, Arc, Fate, NoLayout, SiteMap

SKIP, FOLLOW, KEEP_TOGETHER = 0, 1, 2
ArcKey = tuple[int, str, str]


def choose_path(site_map: SiteMap, *, faithful: bool) -> None:
    """Answer 0, 1 or 2 for every arc.

    The paper follows one arc into each vertex. By default all arcs into a vertex of the tree are
    followed: a page is fetched once, whichever way leads to it, and one way seldom leads to all.
    """
    reached = _spanning_tree(site_map)
    bridges = set() if faithful else _bridges(site_map, reached)
    # Links lead to a kind of URL: which layout it has shows only when it is fetched.
    groups = {site_map.vertices[number].group for number in reached}
    for vertex in site_map.vertices:
        if vertex.fate.is_kept and (
            vertex.number not in reached if faithful else vertex.group not in groups
        ):
            vertex.fate = Fate.UNREACHED
    for key, arc in site_map.arcs.items():
        if key in bridges:
            arc.follow = FOLLOW
        elif not _is_kept(site_map, arc.target) or not (
            _is_kept(site_map, arc.source) or (not faithful and _is_passable(site_map, arc.source))
        ):
            arc.follow = SKIP
        elif arc.source == arc.target or _same_layout(site_map, arc):
            arc.follow = KEEP_TOGETHER if arc.turns else arc.follow if faithful else FOLLOW
        elif not faithful:
            arc.follow = FOLLOW


def _is_passable(site_map: SiteMap, vertex: int) -> bool:
    """Whether pages of a vertex show what others show: their links are as good."""
    if vertex == NO_VERTEX:
        return False
    known = site_map.vertices[vertex]
    return known.fate.is_kept or (
        known.fate in (Fate.COPIES, Fate.VARIANTS) and known.cluster not in tuple(NoLayout)
    )


def _bridges(site_map: SiteMap, reached: set[int]) -> set[ArcKey]:
    """Arcs by copies to layouts that nothing else leads to; what they lead to is reached then.

    A portal may link to other spellings of its boards alone: sessions, orders.
    """
    bridges: set[ArcKey] = set()
    while True:
        layouts = {site_map.vertices[number].cluster for number in reached}
        found = _ways(site_map, reached)
        new = next(
            (
                number
                for number in found
                if _is_kept(site_map, number) and site_map.vertices[number].cluster not in layouts
            ),
            NO_VERTEX,
        )
        if new == NO_VERTEX:
            return bridges
        step = new
        while step not in reached:
            bridges.add(found[step])
            step = found[step][0]
        reached.add(new)
        reached.update(_ways(site_map, {new}, kept_only=True))


def _ways(site_map: SiteMap, start: set[int], *, kept_only: bool = False) -> dict[int, ArcKey]:
    """For each vertex that can be come to from others, nearest first, the arc that leads to it."""
    out: dict[int, list[tuple[ArcKey, Arc]]] = {}
    for key, arc in site_map.arcs.items():
        if _is_kept(site_map, arc.target) if kept_only else _is_passable(site_map, arc.target):
            out.setdefault(arc.source, []).append((key, arc))
    found: dict[int, ArcKey] = {}
    level = sorted(start)
    while level:
        reached = []
        for source in level:
            for key, arc in sorted(out.get(source, ()), key=lambda item: (-item[1].links, item[0])):
                if arc.target not in found and arc.target not in start:
                    found[arc.target] = key
                    reached.append(arc.target)
        level = reached
    return found


def _is_kept(site_map: SiteMap, vertex: int) -> bool:
    return vertex != NO_VERTEX and site_map.vertices[vertex].fate.is_kept


def _same_layout(site_map: SiteMap, arc: Arc) -> bool:
    source, target = site_map.vertices[arc.source], site_map.vertices[arc.target]
    return source.cluster == target.cluster and arc.source != site_map.portal


def _spanning_tree(site_map: SiteMap) -> set[int]:
    """Prim's algorithm: the cheapest arc out of the tree, by depth, then by informativeness."""
    out: dict[int, list[Arc]] = {}
    for edge in site_map.arcs.values():
        if _is_kept(site_map, edge.source) and _is_kept(site_map, edge.target):
            out.setdefault(edge.source, []).append(edge)
    reached: set[int] = set()
    waiting: list[tuple[float, float, int, Arc | None]] = [(0.0, 0.0, 0, None)]
    tie = 0
    while waiting:
        _, _, _, arc = heapq.heappop(waiting)
        vertex = site_map.portal if arc is None else arc.target
        if vertex in reached or vertex == NO_VERTEX:
            continue
        reached.add(vertex)
        if arc is not None:
            arc.follow = FOLLOW
        for onward in sorted(out.get(vertex, ()), key=lambda a: (-a.links, a.place, a.group)):
            target = site_map.vertices[onward.target]
            tie += 1
            heapq.heappush(waiting, (target.depth, -target.infor, tie, onward))
    return reached


class LookupTable:
    """IsFollow (equation 4), with back-off where a link's own arc was not in the sample."""

    def __init__(self, site_map: SiteMap) -> None:
        self._exact: dict[tuple[int, str, str], int] = {}
        vertex_votes: dict[tuple[int, str], Counter[int]] = {}
        for key, arc in site_map.arcs.items():
            if arc.target != NO_VERTEX:
                self._exact[key] = arc.follow
                votes = vertex_votes.setdefault((arc.source, arc.group), Counter())
                votes[min(1, arc.follow)] += arc.links
        self._by_vertex = {key: _majority(votes) for key, votes in vertex_votes.items()}
        self._by_group: dict[str, int] = {}
        for group, counts in site_map.by_group.items():
            votes = Counter()
            for vertex, pages in counts.items():
                votes[int(site_map.vertices[vertex].fate.is_kept)] += pages
            self._by_group[group] = _majority(votes)

    def look_up(self, vertex: int, place: str, group: str) -> int | None:
        """The answer for a link; None where nothing like it was in the sample."""
        answer = self._exact.get((vertex, place, group))
        if answer is None:
            answer = self._by_vertex.get((vertex, group))
        return self._by_group.get(group) if answer is None else answer


def _majority(votes: Counter[int]) -> int:
    return min(votes, key=lambda answer: (-votes[answer], -answer))
