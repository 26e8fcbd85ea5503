"""Which vertices go, by the paper's rules and by evidence."""

from periplus.page.view import AnchorKind
from periplus.plan.irobot.cleaning import Cleaner, clean_as_published
from periplus.plan.irobot.near_duplicates import near_duplicates
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.site_map import Fate, SiteMap, build_site_map
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.irobot.url_groups import UrlGroups
from unit.plan.irobot.samples import BASE, link, page


def turns() -> PageTurns:
    learned = PageTurns()
    for thread in (1, 2):
        learned.learn(f"{BASE}/t?id={thread}", f"{BASE}/t?id={thread}&p=2", "2")
    return learned


def cleaned(pages: list[SampledPage], clusters: list[int]) -> dict[str, Fate]:
    """The fate of each kind of URL; the first page is the portal."""
    leaders = near_duplicates(pages)
    site_map = build_site_map(pages, clusters, UrlGroups(faithful=True), leaders)
    Cleaner(site_map, pages, leaders, turns()).clean()
    return fates(site_map)


def fates(site_map: SiteMap) -> dict[str, Fate]:
    return {vertex.group: vertex.fate for vertex in site_map.vertices}


PORTAL = page(1, "/", links=[link(n, f"/t?id={n}") for n in range(10, 20)])


def test_pages_that_stand_for_known_ones_are_copies() -> None:
    threads = [page(n, f"/t?id={n}") for n in (10, 11)]
    posts = [page(n + 10, f"/post?id={n}", form=f"/t?id={n}") for n in (12, 13)]
    found = cleaned([PORTAL, *threads, *posts], [0, 1, 1, 1, 1])
    assert found == {"/": Fate.PORTAL, "/t?id": Fate.KEPT, "/post?id": Fate.COPIES}


def test_a_canonical_url_that_nothing_links_to_loses_no_page() -> None:
    posts = [page(n + 10, f"/post?id={n}", form=f"/unknown?id={n}") for n in (12, 13)]
    assert cleaned([PORTAL, *posts], [0, 1, 1])["/post?id"] is Fate.KEPT


def test_later_pages_that_name_the_first_as_canonical_are_kept() -> None:
    later = [page(n + 10, f"/t?id={n}&p=2", form=f"/t?id={n}") for n in (12, 13)]
    assert cleaned([PORTAL, *later], [0, 1, 1])["/t?id&p"] is Fate.KEPT


def test_what_a_page_shows_counts_more_than_what_it_says() -> None:
    thread = page(10, "/t?id=10")
    other = page(30, "/post?id=1", form="/t?id=10")  # another text
    copy = page(31, "/post?id=2", form="/t?id=10", words=range(10_000, 10_040))
    assert cleaned([PORTAL, thread, other], [0, 1, 1])["/post?id"] is Fate.KEPT
    assert cleaned([PORTAL, thread, copy], [0, 1, 1])["/post?id"] is Fate.COPIES


def test_one_text_under_many_urls_is_a_prompt() -> None:
    prompts = [page(n, f"/reply?to={n}", words=range(40)) for n in (20, 21, 22)]
    assert cleaned([PORTAL, *prompts], [0, 1, 1, 1])["/reply?to"] is Fate.PROMPTS


def test_lists_with_one_text_but_other_links_are_no_prompts() -> None:
    lists = [
        page(n, f"/list?p={n}", words=range(40), links=[link(100 * n + i, "/u") for i in range(5)])
        for n in (20, 21, 22)
    ]
    assert cleaned([PORTAL, *lists], [0, 1, 1, 1])["/list?p"] is Fate.KEPT


def test_pages_that_ask_not_to_be_indexed_go() -> None:
    hits = [page(n, f"/search?q={n}", noindex=True) for n in (20, 21)]
    assert cleaned([PORTAL, *hits], [0, 1, 1])["/search?q"] is Fate.NOT_INDEXED


def test_a_known_list_in_another_order_is_a_variant() -> None:
    items = [link(100 + i, f"/t?id={100 + i}") for i in range(10)]
    others = [link(200 + i, f"/t?id={200 + i}") for i in range(10)]
    pages = [
        PORTAL,
        page(20, "/board?id=1", links=items),
        page(21, "/board?id=1&sort=asc", links=[*items[:5], *others[:5]]),
        *(page(40 + n, f"/x?id={n}") for n in range(8)),
    ]
    found = cleaned(pages, [0, 1, 1] + [2] * 8)
    assert found["/board?id"] is Fate.KEPT
    assert found["/board?id&sort"] is Fate.VARIANTS


def test_feeds_and_errors_are_no_pages_and_redirects_are_copies() -> None:
    pages = [
        PORTAL,
        page(20, "/feed?id=1", is_html=False),
        page(21, "/gone?id=1", status=404),
        page(22, "/old?id=1", status=301, is_html=False, form="/t?id=10"),
    ]
    found = cleaned(pages, [0, -1, -1, -1])
    assert found["/feed?id"] is found["/gone?id"] is Fate.NOT_A_PAGE
    assert found["/old?id"] is Fate.COPIES


def test_of_two_kinds_with_the_same_texts_the_larger_stays() -> None:
    threads = [page(n, f"/t?id={n}", words=range(n * 50, n * 50 + 40)) for n in range(10, 15)]
    prints = [
        page(n + 50, f"/print?id={n}", words=range(n * 50, n * 50 + 40)) for n in range(10, 13)
    ]
    found = cleaned([PORTAL, *threads, *prints], [0] + [1] * 5 + [2] * 3)
    assert found["/t?id"] is Fate.KEPT
    assert found["/print?id"] is Fate.COPIES


def test_the_papers_rules_drop_page_two() -> None:
    pages = [
        PORTAL,
        *(page(n, f"/t?id={n}") for n in (10, 11, 12)),
        *(page(n, f"/t?id={n}&p=2") for n in (20, 21)),
    ]
    leaders = near_duplicates(pages)
    site_map = build_site_map(pages, [0, 1, 1, 1, 1, 1], UrlGroups(faithful=True), leaders)
    clean_as_published(site_map)
    assert fates(site_map) == {
        "/": Fate.PORTAL,
        "/t?id": Fate.KEPT,
        "/t?id&p": Fate.SMALLER_SIBLING,
    }


def annexes(kind: int, text: int) -> Fate:
    """The fate of pages below three articles, linked by such anchors, with so much text."""
    articles = [
        page(n, f"/a{n}", links=[link(n + 10, f"/a{n}/picture", kind=kind)]) for n in (20, 21, 22)
    ]
    pictures = [page(n + 10, f"/a{n}/picture") for n in (20, 21, 22)]
    for picture in pictures:
        picture.main_chars = text
    return cleaned([PORTAL, *articles, *pictures], [0, 1, 1, 1, 2, 2, 2])["/aN/picture"]


def test_pictures_of_an_article_on_pages_of_their_own_are_annexes() -> None:
    assert annexes(int(AnchorKind.IMAGE), 60) is Fate.ANNEXES
    assert annexes(int(AnchorKind.WORD), 60) is Fate.KEPT  # somebody gave it a name
    assert annexes(int(AnchorKind.IMAGE), 400) is Fate.KEPT  # it has something to say
