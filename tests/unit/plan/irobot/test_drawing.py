"""The site map for people."""

import xml.etree.ElementTree as ET

import pytest

from periplus.plan.irobot.drawing import describe, dot, sketch, svg
from periplus.plan.irobot.model import Model, learn
from periplus.plan.irobot.strategy import IRobot
from periplus.plan.irobot.turns import PageTurns
from unit.plan.irobot.samples import crawl, forum


@pytest.fixture(scope="module")
def model() -> Model:
    strategy = IRobot(0, {"sample": 120, "only_sample": True})
    crawl(forum(), strategy)
    return strategy.learn_now()


def test_every_vertex_is_described_with_an_example(model: Model) -> None:
    text = describe(model)
    for vertex in model.site_map.vertices:
        assert vertex.group in text
        assert vertex.examples[0] in text
        assert str(vertex.fate) in text


def test_the_sketch_begins_at_the_portal_and_shows_what_is_followed(model: Model) -> None:
    lines = sketch(model).splitlines()
    assert lines[0].startswith(f"[{model.site_map.portal}] /")
    shown = {int(line.split("[", 1)[1].split("]", 1)[0]) for line in lines}
    assert all(model.is_kept(number) for number in shown)
    assert len(lines) == len(shown) > 2
    assert any("↻" in line for line in lines)


def test_the_graph_marks_followed_arcs(model: Model) -> None:
    graph = dot(model)
    assert graph.startswith("digraph")
    assert graph.count("color=red") >= 2
    assert graph.count("{") == graph.count("}")


def test_the_picture_is_valid_xml_with_a_box_for_each_vertex(model: Model) -> None:
    root = ET.fromstring(svg(model))
    boxes = root.findall(".//{http://www.w3.org/2000/svg}rect")
    assert len(boxes) == min(40, len(model.site_map.vertices))


def test_a_map_of_nothing_can_be_drawn() -> None:
    empty = learn([], PageTurns(), faithful=False)
    assert sketch(empty) == ""
    ET.fromstring(svg(empty))
