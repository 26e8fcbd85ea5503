"""iRobot's part of a plan file: vertices and the lookup table for people, layouts for the program.

A person may change `follow` of a row of the table (0 leave, 1 follow, 2 follow and keep together)
and `keep` of a vertex; the rest is what the crawl needs to classify pages.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from periplus.errors import ConfigError
from periplus.plan.irobot.layouts import layouts_from_json
from periplus.plan.irobot.model import Model
from periplus.plan.irobot.site_map import NO_VERTEX, Arc, Fate, SiteMap, Vertex
from periplus.plan.irobot.traversal import FOLLOW, KEEP_TOGETHER, SKIP, LookupTable
from periplus.plan.irobot.url_groups import UrlGroups, group_expression


def to_content(model: Model, turns: Mapping[str, Any]) -> dict[str, Any]:
    """A model as JSON values, the readable part first."""
    site_map = model.site_map
    arcs = sorted(site_map.arcs.values(), key=lambda a: (a.source, -a.links, a.place, a.group))
    return {
        "portal": site_map.portal,
        "vertices": [_vertex_json(vertex) for vertex in site_map.vertices],
        "table": [_arc_json(arc) for arc in arcs if arc.target != NO_VERTEX],
        "page_numbers": dict(turns),
        "trusted": sorted(model.trusted),
        "patterns": {f"{one:016x}": f"{other:016x}" for one, other in model.matched.items()},
        "urls": model.groups.save(),
        "layouts": model.layouts.to_json(),
    }


def _vertex_json(vertex: Vertex) -> dict[str, Any]:
    return {
        "number": vertex.number,
        "layout": vertex.cluster,
        "kind": vertex.template,
        "urls": vertex.group,
        "expression": group_expression(vertex.group),
        "keep": vertex.fate.is_kept,
        "why": str(vertex.fate),
        "pages": vertex.count,
        "duplicates": vertex.duplicates,
        "informativeness": round(vertex.infor, 5),
        "bytes": round(vertex.size),
        "depth": round(vertex.depth, 2),
        "examples": vertex.examples,
    }


def _arc_json(arc: Arc) -> dict[str, Any]:
    return {
        "vertex": arc.source,
        "location": arc.place,
        "urls": arc.group,
        "follow": arc.follow,
        "to": arc.target,
        "links": arc.links,
        "anchors": {str(kind): count for kind, count in sorted(arc.kinds.items())},
    }


def from_content(content: Mapping[str, Any], name: str) -> tuple[Model, dict[str, Any]]:
    """The model of a plan, with changes that a person made, and where pages are counted.

    Raises:
        ConfigError: a part is missing or of the wrong kind.
    """
    try:
        vertices = [_vertex(number, row) for number, row in enumerate(content["vertices"])]
        arcs = {}
        for row in content["table"]:
            arc = _arc(row, len(vertices))
            arcs[arc.source, arc.place, arc.group] = arc
        by_group: dict[str, Counter[int]] = {}
        for vertex in vertices:
            by_group.setdefault(vertex.group, Counter())[vertex.number] = vertex.count
        site_map = SiteMap(vertices, arcs, [], by_group, int(content["portal"]))
        model = Model(
            layouts_from_json(content["layouts"]),
            UrlGroups.restored(content["urls"]),
            site_map,
            LookupTable(site_map),
            {int(one, 16): int(other, 16) for one, other in content["patterns"].items()},
            frozenset(map(str, content["trusted"])),
        )
        turns = {str(place): int(votes) for place, votes in content["page_numbers"].items()}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ConfigError(
            f"the plan for {name} cannot be used: {type(error).__name__} {error}; "
            "undo the last change of the file or learn it again with periplus learn"
        ) from error
    return model, turns


def _vertex(number: int, row: Mapping[str, Any]) -> Vertex:
    fate = Fate(row["why"])
    if bool(row["keep"]) != fate.is_kept:
        fate = Fate.KEPT if row["keep"] else Fate.LITTLE_INFORMATION
    return Vertex(
        number,
        int(row["layout"]),
        str(row["urls"]),
        count=int(row["pages"]),
        depth=float(row["depth"]),
        size=float(row["bytes"]),
        duplicates=int(row["duplicates"]),
        infor=float(row["informativeness"]),
        fate=fate,
        template=int(row.get("kind", number)),
        examples=[str(url) for url in row["examples"]],
    )


def _arc(row: Mapping[str, Any], vertices: int) -> Arc:
    follow, source, target = int(row["follow"]), int(row["vertex"]), int(row["to"])
    if follow not in (SKIP, FOLLOW, KEEP_TOGETHER):
        raise ValueError(f"follow must be 0, 1 or 2, not {follow}")
    if not 0 <= source < vertices or not 0 <= target < vertices:
        raise ValueError(f"there is no vertex {max(source, target)}")
    kinds = Counter({int(kind): int(count) for kind, count in row["anchors"].items()})
    return Arc(
        source,
        str(row["location"]),
        str(row["urls"]),
        target,
        int(row["links"]),
        kinds,
        follow=follow,
    )
