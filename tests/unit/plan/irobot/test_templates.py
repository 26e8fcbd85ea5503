"""Kinds of pages: which vertices are one."""

from periplus.plan.irobot.cleaning import Cleaner
from periplus.plan.irobot.near_duplicates import near_duplicates
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.site_map import build_site_map
from periplus.plan.irobot.templates import join_vertices
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.irobot.url_groups import UrlGroups
from unit.plan.irobot.samples import BASE, NUMBER, link, page

PORTAL = page(1, "/")


def kinds(pages: list[SampledPage], clusters: list[int]) -> list[list[str]]:
    """The kinds of URLs that are one kind of page each, the portal's aside."""
    turns = PageTurns()
    for thread in (91, 92):
        turns.learn(f"{BASE}/t?id={thread}", f"{BASE}/t?id={thread}&p=2", "2")
    groups = UrlGroups(faithful=True)
    leaders = near_duplicates(pages)
    site_map = build_site_map(pages, clusters, groups, leaders)
    join_vertices(site_map, pages, groups, turns, Cleaner(site_map, pages, leaders, turns))
    found: dict[int, list[str]] = {}
    for vertex in site_map.vertices[1:]:
        found.setdefault(vertex.template, []).append(vertex.group)
    return list(found.values())


def test_a_token_in_the_url_makes_no_other_kind() -> None:
    plain = [page(n, f"/b?id={n}") for n in (10, 11)]
    tokens = [
        page(n + 10, f"/b?id={n}&sid=a{n}", words=range(1000 * n, 1000 * n + 40)) for n in (10, 11)
    ]
    assert kinds([PORTAL, *plain, *tokens], [0, 1, 1, 1, 1]) == [["/b?id", "/b?id&sid"]]


def test_the_same_url_with_a_parameter_that_shows_another_page_is_another_kind() -> None:
    plain = [page(n, f"/t?id={n}") for n in (10, 11)]
    next_ones = [page(n + 10, f"/t?id={n}&go=next") for n in (10, 11)]
    assert kinds([PORTAL, *plain, *next_ones], [0, 1, 1, 1, 1]) == [["/t?id"], ["/t?go&id"]]


def test_later_pages_are_of_the_kind_of_the_first() -> None:
    first = page(10, "/t?id=10", links=[link(20, "/t?id=10&p=2", kind=NUMBER)])
    assert kinds([PORTAL, first, page(20, "/t?id=10&p=2")], [0, 1, 1]) == [["/t?id", "/t?id&p"]]
    assert len(kinds([PORTAL, first, page(20, "/t?id=10&p=2")], [0, 1, 2])) == 2  # other layouts


def test_all_other_ways_into_the_pages_of_a_kind_are_one_kind() -> None:
    threads = [page(n, f"/t?id={n}") for n in (10, 11)]
    posts = [page(n + 10, f"/post?id={n}", form=f"/t?id={n - 10}") for n in (20, 21)]
    news = [page(n + 20, f"/new?id={n}", form=f"/t?id={n - 20}") for n in (30, 31)]
    found = kinds([PORTAL, *threads, *posts, *news], [0, 1, 1, 1, 1, 1, 1])
    assert found == [["/t?id"], ["/post?id", "/new?id"]]


def test_many_names_at_one_place_of_a_path_make_no_kinds() -> None:
    subjects = [page(10 + i, f"/{name}/list") for i, name in enumerate(("a", "b", "c", "d", "e"))]
    assert len(kinds([PORTAL, *subjects], [0, 1, 1, 1, 1, 1])) == 1
    assert len(kinds([PORTAL, *subjects[:4]], [0, 1, 1, 1, 1])) == 4  # few: words of the site
