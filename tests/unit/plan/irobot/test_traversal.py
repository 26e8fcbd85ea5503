"""The spanning tree, page-turning arcs and the lookup table."""

from periplus.plan.irobot.near_duplicates import near_duplicates
from periplus.plan.irobot.site_map import NO_VERTEX, Fate, SiteMap, build_site_map
from periplus.plan.irobot.traversal import (
    FOLLOW,
    KEEP_TOGETHER,
    SKIP,
    LookupTable,
    choose_path,
)
from periplus.plan.irobot.url_groups import UrlGroups
from unit.plan.irobot.samples import NUMBER, link, page


def site_map() -> SiteMap:
    """Portal -> boards -> threads; threads also from the portal's side bar; a login page."""
    pages = [
        page(1, "/", links=[link(2, "/board?id=1", "li/a"), link(4, "/login", "nav/a")]),
        page(2, "/board?id=1", links=[link(3, "/t?id=1", "li/a"), link(5, "/t?id=2", "last/a")]),
        page(3, "/t?id=1", links=[link(5, "/t?id=2", "pages/a", NUMBER), link(4, "/login", "p/a")]),
        page(5, "/t?id=2", links=[link(3, "/t?id=1", "see/a")]),
        page(4, "/login"),
        page(6, "/island?id=1"),
    ]
    found = build_site_map(
        pages, [0, 1, 2, 2, 3, 4], UrlGroups(faithful=True), near_duplicates(pages)
    )
    found.vertices[3].fate = Fate.PROMPTS
    found.vertices[0].fate = Fate.PORTAL
    return found


def answers(found: SiteMap) -> dict[tuple[int, str], int]:
    return {(arc.source, arc.place): arc.follow for arc in found.arcs.values()}


def test_the_paper_follows_one_way_into_each_vertex() -> None:
    found = site_map()
    choose_path(found, faithful=True)
    assert answers(found) == {
        (0, "li/a"): FOLLOW,
        (0, "nav/a"): SKIP,
        (1, "last/a"): FOLLOW,
        (1, "li/a"): SKIP,
        (2, "pages/a"): KEEP_TOGETHER,
        (2, "p/a"): SKIP,
        (2, "see/a"): SKIP,
    }
    assert found.vertices[4].fate is Fate.UNREACHED


def test_by_default_all_ways_into_a_kept_vertex_are_followed() -> None:
    found = site_map()
    choose_path(found, faithful=False)
    assert answers(found)[1, "li/a"] == answers(found)[1, "last/a"] == FOLLOW
    assert answers(found)[2, "see/a"] == FOLLOW
    assert answers(found)[2, "p/a"] == SKIP


def test_the_table_backs_off_from_place_to_vertex_to_kind() -> None:
    found = site_map()
    choose_path(found, faithful=False)
    table = LookupTable(found)
    assert table.look_up(2, "pages/a", "/t?id") == KEEP_TOGETHER
    assert table.look_up(2, "elsewhere/a", "/t?id") == FOLLOW
    assert table.look_up(NO_VERTEX, "", "/t?id") == FOLLOW
    assert table.look_up(NO_VERTEX, "", "/login") == SKIP
    assert table.look_up(0, "li/a", "/never?seen") is None


def test_a_portal_that_links_to_other_spellings_alone_is_left_by_them() -> None:
    pages = [
        page(1, "/", links=[link(2, "/board?id=1&sid=x", "li/a"), link(9, "/login", "nav/a")]),
        page(2, "/board?id=1&sid=x", links=[link(3, "/board?id=2", "li/a"), link(9, "/login")]),
        page(3, "/board?id=2", links=[link(4, "/t?id=1", "li/a")]),
        page(4, "/t?id=1"),
        page(9, "/login", links=[link(10, "/help")]),
        page(10, "/help"),
    ]
    clusters = [0, 1, 1, 2, 3, 4]
    found = build_site_map(pages, clusters, UrlGroups(faithful=True), near_duplicates(pages))
    fates = (Fate.PORTAL, Fate.COPIES, Fate.KEPT, Fate.KEPT, Fate.PROMPTS, Fate.KEPT)
    for vertex, fate in zip(found.vertices, fates, strict=True):
        vertex.fate = fate
    choose_path(found, faithful=False)
    assert answers(found)[0, "li/a"] == answers(found)[1, "li/a"] == answers(found)[2, "li/a"] == 1
    assert answers(found)[0, "nav/a"] == SKIP
    assert [vertex.fate for vertex in found.vertices[2:4]] == [Fate.KEPT, Fate.KEPT]
    assert found.vertices[5].fate is Fate.UNREACHED  # only a prompt leads there
