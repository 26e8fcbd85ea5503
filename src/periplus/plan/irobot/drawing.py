"""The site map for people: a list of vertices, a sketch in ASCII, and graphs as DOT and SVG."""

from collections import defaultdict
from xml.sax.saxutils import escape

from periplus.plan.irobot.model import Model
from periplus.plan.irobot.site_map import NO_VERTEX, Arc, Vertex
from periplus.plan.irobot.traversal import KEEP_TOGETHER

_MOST_DRAWN = 40  # vertices: more cannot be read
_BOX = (230, 46)
_GAP = (40, 50)
_COLUMNS = 4


def describe(model: Model) -> str:
    """Every vertex with its size, informativeness, near-duplicates, fate and an example."""
    lines = ["  no  pages  infor   dup  depth  fate                kind of URL"]
    for vertex in _by_size(model):
        lines.append(
            f"{vertex.number:4}  {vertex.count:5}  {vertex.infor:.4f} {vertex.duplicates:5}  "
            f"{vertex.depth:5.1f}  {vertex.fate:18}  {vertex.group}"
        )
        lines += [f"{'':47}{example}" for example in vertex.examples[:2]]
    return "\n".join(lines)


def sketch(model: Model) -> str:
    """The traversal path as a tree; `↻` marks kinds whose pages are turned."""
    tree = _tree(model)
    turned = {a.source for a in model.site_map.arcs.values() if a.follow == KEEP_TOGETHER}
    lines: list[str] = []
    stack = [(model.site_map.portal, "", "")]
    seen: set[int] = set()
    while stack:
        number, indent, branch = stack.pop()
        if number in seen or number == NO_VERTEX:
            continue
        seen.add(number)
        vertex = model.site_map.vertices[number]
        mark = " ↻" if number in turned else ""
        lines.append(f"{indent}{branch}[{number}] {vertex.group} ({vertex.count}){mark}")
        below = [target for target in tree.get(number, ()) if target not in seen]
        deeper = indent + ("   " if branch.startswith("└") else "│  " if branch else "")
        for place, target in reversed(list(enumerate(below))):
            stack.append((target, deeper, "└─ " if place == len(below) - 1 else "├─ "))
    return "\n".join(lines)


def dot(model: Model) -> str:
    """The map as a graph for Graphviz; kept vertices and followed arcs stand out."""
    lines = ["digraph site {", '  node [shape=box, fontname="sans-serif", fontsize=10];']
    drawn = {vertex.number for vertex in _drawn(model)}
    for vertex in _drawn(model):
        style = 'style=filled, fillcolor="#d8f0d8"' if vertex.fate.is_kept else "color=gray"
        label = f"{vertex.group}\\n{vertex.count} pages, {vertex.fate}"
        lines.append(f'  v{vertex.number} [label="{_quoted(label)}", {style}];')
    for (source, target), follow in _joined_arcs(model).items():
        if source in drawn and target in drawn:
            style = ("color=gray", "color=red", 'color=blue, label="pages"')[follow]
            lines.append(f"  v{source} -> v{target} [{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def svg(model: Model) -> str:
    """The map as a picture: rows by depth, kept vertices green, followed arcs red."""
    places = _places(_drawn(model))
    width = _COLUMNS * (_BOX[0] + _GAP[0]) + _GAP[0]
    height = max((y for _, y in places.values()), default=0) + _BOX[1] + _GAP[1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        '<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    ranked = sorted(_joined_arcs(model).items(), key=lambda item: item[1])
    parts += [
        _svg_arc(places[source], places[target], follow)
        for (source, target), follow in ranked
        if source in places and target in places
    ]
    parts += [_svg_box(vertex, places[vertex.number]) for vertex in _drawn(model)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _svg_box(vertex: Vertex, place: tuple[int, int]) -> str:
    x, y = place
    fill = "#d8f0d8" if vertex.fate.is_kept else "#f0f0f0"
    name = vertex.group if len(vertex.group) <= 36 else vertex.group[:35] + "…"
    return (
        f'<g><title>{escape(vertex.group)}</title><rect x="{x}" y="{y}" width="{_BOX[0]}" '
        f'height="{_BOX[1]}" rx="5" fill="{fill}" stroke="#555"/>'
        f'<text x="{x + 8}" y="{y + 18}">{escape(name)}</text>'
        f'<text x="{x + 8}" y="{y + 36}" fill="#555">{vertex.count} pages, {vertex.fate}</text></g>'
    )


def _svg_arc(start: tuple[int, int], end: tuple[int, int], follow: int) -> str:
    colour, line = (("#ccc", 1), ("#c00", 2), ("#00c", 2))[follow]
    x1, y1 = start[0] + _BOX[0] // 2, start[1] + _BOX[1]
    x2, y2 = end[0] + _BOX[0] // 2, end[1]
    if start == end:
        right, middle = start[0] + _BOX[0], start[1] + _BOX[1] // 2
        path = f"M{right} {middle - 10}c30 -10 30 30 0 20"
    else:
        path = f"M{x1} {y1}C{x1} {y1 + 40} {x2} {y2 - 40} {x2} {y2}"
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{line}" '
        'marker-end="url(#end)"/>'
    )


def _places(vertices: list[Vertex]) -> dict[int, tuple[int, int]]:
    rows: defaultdict[int, list[Vertex]] = defaultdict(list)
    for vertex in vertices:
        rows[round(vertex.depth)].append(vertex)
    places = {}
    y = _GAP[1] // 2
    for depth in sorted(rows):
        for at, vertex in enumerate(rows[depth]):
            if at and at % _COLUMNS == 0:
                y += _BOX[1] + _GAP[1] // 2
            x = _GAP[0] + at % _COLUMNS * (_BOX[0] + _GAP[0])
            places[vertex.number] = (x, y)
        y += _BOX[1] + _GAP[1]
    return places


def _by_size(model: Model) -> list[Vertex]:
    return sorted(model.site_map.vertices, key=lambda v: (-v.count, v.number))


def _drawn(model: Model) -> list[Vertex]:
    """The vertices that fit into a picture: kept ones first, then by size."""
    ranked = sorted(_by_size(model), key=lambda v: not v.fate.is_kept)
    return sorted(ranked[:_MOST_DRAWN], key=lambda v: v.number)


def _joined_arcs(model: Model) -> dict[tuple[int, int], int]:
    """Between two vertices the strongest answer of all arcs."""
    answers: dict[tuple[int, int], int] = {}
    for arc in model.site_map.arcs.values():
        if arc.target != NO_VERTEX:
            key = (arc.source, arc.target)
            answers[key] = max(arc.follow, answers.get(key, 0))
    return answers


def _tree(model: Model) -> dict[int, list[int]]:
    """For each vertex those first reached from it by followed arcs, breadth first."""
    out: defaultdict[int, list[Arc]] = defaultdict(list)
    for arc in model.site_map.arcs.values():
        if arc.follow:
            out[arc.source].append(arc)
    tree: dict[int, list[int]] = {}
    seen, level = {model.site_map.portal}, [model.site_map.portal]
    while level:
        after = []
        for number in level:
            for arc in sorted(out[number], key=lambda a: (-a.links, a.place)):
                if arc.target not in seen:
                    seen.add(arc.target)
                    tree.setdefault(number, []).append(arc.target)
                    after.append(arc.target)
        level = after
    return tree


def _quoted(text: str) -> str:
    return text.replace('"', '\\"')
