"""Layout clusters: made from a sample, used to classify."""

import json

import pytest

from periplus.plan.irobot.layouts import UNCLASSIFIED, layouts_from_json, make_layouts
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.patterns import PatternList
from unit.plan.irobot.samples import page, region

BOARD = {"nav/a", "table/td.title/a", "table/td.last/a", "p.pages/a"}
THREAD = {"nav/a", "div.post/h4/a", "div.post/div.by/a", "div.foot/a"}


def forum_pages() -> list[SampledPage]:
    boards = [
        page(n, f"/b{n}", labels=BOARD - ({"p.pages/a"} if n % 3 else set())) for n in range(6)
    ]
    threads = [page(n, f"/t{n}", labels=THREAD | {f"own{n}/a"}) for n in range(6, 14)]
    return [*boards, *threads, page(20, "/feed", is_html=False)]


def test_two_templates_make_two_clusters() -> None:
    pages = forum_pages()
    clusters, layouts = make_layouts(pages, PatternList(pages), faithful=False)
    assert clusters == [0] * 6 + [1] * 8 + [UNCLASSIFIED]
    assert layouts.classify(page(30, "/t30", labels=THREAD)) == 1
    assert layouts.classify(page(31, "/x", labels={"nav/a", "form/a", "aside/a"})) == UNCLASSIFIED


def test_layouts_come_back_from_json() -> None:
    pages = forum_pages()
    _, layouts = make_layouts(pages, PatternList(pages), faithful=False)
    again = layouts_from_json(json.loads(json.dumps(layouts.to_json())))
    assert [again.classify(p) for p in pages[:-1]] == [layouts.classify(p) for p in pages[:-1]]


@pytest.mark.parametrize("faithful", [False, True])
def test_pages_without_links_or_regions_are_one_cluster(faithful: bool) -> None:
    pages = [page(n, f"/{n}", labels=()) for n in range(5)]
    clusters, layouts = make_layouts(pages, PatternList(pages), faithful=faithful)
    assert clusters == [0] * 5
    assert layouts.classify(pages[0]) == 0


@pytest.mark.parametrize("faithful", [False, True])
def test_no_pages_at_all(faithful: bool) -> None:
    clusters, layouts = make_layouts([], PatternList([]), faithful=faithful)
    assert clusters == []
    assert layouts.classify(page(1, "/")) == UNCLASSIFIED


def test_repetitive_patterns_make_clusters_as_published() -> None:
    pages = [
        page(n, f"/{n}", regions=[region(1 if n < 5 else 2, f"c{n < 5}/a", label=f"l{n < 5}")])
        for n in range(10)
    ]
    clusters, _ = make_layouts(pages, PatternList(pages), faithful=True)
    assert clusters == [0] * 5 + [1] * 5


def test_thousands_of_layouts_are_bounded() -> None:
    pages = [
        page(n, f"/{n}", labels={f"a{n % 40}", f"b{n // 40}", f"c{n % 7}"}) for n in range(1_700)
    ]
    clusters, _ = make_layouts(pages, PatternList(pages), faithful=False)
    assert len(clusters) == 1_700
