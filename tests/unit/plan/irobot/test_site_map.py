"""Vertices, arcs, depths and equation 3."""

from collections import Counter

import pytest

from periplus.plan.irobot.near_duplicates import near_duplicates
from periplus.plan.irobot.site_map import (
    NO_VERTEX,
    NoLayout,
    SiteMap,
    anchor_names,
    build_site_map,
    informativeness,
    link_depths,
)
from periplus.plan.irobot.url_groups import UrlGroups
from unit.plan.irobot.samples import NUMBER, link, page


def small_map() -> SiteMap:
    """A portal, two boards, a thread with two pages, a feed, a redirect and a dead link."""
    pages = [
        page(1, "/", links=[link(2, "/board?id=1"), link(3, "/board?id=2"), link(7, "/feed?x=1")]),
        page(2, "/board?id=1", links=[link(4, "/t?id=1", "li/a"), link(99, "/t?id=9", "li/a")]),
        page(3, "/board?id=2", links=[link(5, "/t?id=2", "li/a"), link(6, "/old?id=1", "p/a")]),
        page(4, "/t?id=1", links=[link(5, "/t?id=2", "nav/a", NUMBER)]),
        page(5, "/t?id=2"),
        page(6, "/old?id=1", status=302, is_html=False, form="/t?id=1"),
        page(7, "/feed?x=1", is_html=False),
        page(8, "/gone?id=1", status=404),
    ]
    clusters = [0, 1, 1, 2, 2, -1, -1, -1]
    groups = UrlGroups(faithful=True)
    return build_site_map(pages, clusters, groups, near_duplicates(pages))


def test_vertices_are_layout_and_kind_of_url() -> None:
    found = small_map()
    assert [(v.cluster, v.group, v.count) for v in found.vertices] == [
        (0, "/", 1),
        (1, "/board?id", 2),
        (2, "/t?id", 2),
        (NoLayout.REDIRECT, "/old?id", 1),
        (NoLayout.OTHER, "/feed?x", 1),
        (NoLayout.ERROR, "/gone?id", 1),
    ]
    assert found.portal == 0
    assert found.vertex(1, "/board?id") == 1
    assert found.vertex(2, "/board?id") == NO_VERTEX


def test_arcs_carry_place_and_kind_and_lead_where_most_links_do() -> None:
    found = small_map()
    arc = found.arcs[1, "li/a", "/t?id"]
    assert (arc.links, arc.target, arc.turns) == (3, 2, False)
    assert found.arcs[2, "nav/a", "/t?id"].turns
    assert found.arcs[1, "p/a", "/old?id"].target == 3


def test_depth_is_the_distance_by_links() -> None:
    depths = link_depths(
        [
            page(1, "/", links=[link(2, "/a")]),
            page(3, "/b", depth=9),
            page(2, "/a", links=[link(3, "/b")], depth=7),
            page(4, "/lost", depth=5),
        ]
    )
    assert depths == [0, 2, 1, 5]


def test_equation_3() -> None:
    assert informativeness(50, 500, 2000.0, 1000.0, 10) == pytest.approx(0.1 * 2.0 * 0.8)
    assert informativeness(50, 500, 2000.0, 1000.0, 50) == 0.0
    assert informativeness(0, 0, 0.0, 0.0, 0) == 0.0


def test_near_duplicates_are_counted_within_a_vertex() -> None:
    words = list(range(40))
    pages = [page(1, "/"), *(page(n, f"/login?to={n}", words=words) for n in (2, 3, 4))]
    found = build_site_map(pages, [0, 1, 1, 1], UrlGroups(faithful=True), near_duplicates(pages))
    assert found.vertices[1].duplicates == 3
    assert found.vertices[1].infor == 0.0


def test_anchors_are_named_for_people() -> None:
    assert anchor_names(Counter({NUMBER: 3, 1: 1})) == "number"
    assert anchor_names(Counter()) == "empty"
