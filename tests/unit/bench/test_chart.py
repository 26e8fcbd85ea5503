from xml.etree import ElementTree

import numpy as np
import pytest

from periplus.bench.chart import Line, chart_svg, thin

SVG = "{http://www.w3.org/2000/svg}"


def test_the_chart_is_xml_with_a_line_for_each_curve() -> None:
    lines = [
        Line("a & b", np.linspace(0.01, 1.0, 1000), "#000000"),
        Line("short", np.array([0.1]), "#ff0000", dashed=True),
        Line("nothing", np.empty(0), "#00ff00"),
    ]
    root = ElementTree.fromstring(chart_svg("t < u", lines, {"0.5": 300, "0.9": None}))
    drawn = root.findall(f"{SVG}polyline")
    assert [line.get("stroke-dasharray") for line in drawn] == [None, "6 4", None]
    assert root.findtext(f"{SVG}title") == "t < u"
    assert "a & b" in [text.text for text in root.iter(f"{SVG}text")]
    assert "300" in "".join(title.text or "" for title in root.iter(f"{SVG}title"))


def test_more_content_is_higher_and_more_requests_further_right() -> None:
    svg = chart_svg("t", [Line("a", np.array([0.2, 0.9]), "#000000")], {})
    drawn = ElementTree.fromstring(svg).find(f"{SVG}polyline")
    assert drawn is not None
    points = [tuple(map(float, pair.split(","))) for pair in (drawn.get("points") or "").split()]
    xs, ys = zip(*points, strict=True)
    assert list(xs) == sorted(xs)
    assert list(ys) == sorted(ys, reverse=True)


@pytest.mark.parametrize("length", [1, 2, 399, 400, 401, 10_000])
def test_a_thinned_curve_keeps_both_ends(length: int) -> None:
    curve = np.linspace(0.1, 1.0, length)
    points = thin(curve, 400)
    assert points[0] == (0, 0.0)
    assert points[-1] == (length, pytest.approx(curve[-1]))
    assert len(points) <= 401
