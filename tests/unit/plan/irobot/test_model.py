"""Learning from a sample, end to end on a generated forum."""

import pytest

from periplus.page import read_page
from periplus.page.view import Stage
from periplus.plan.irobot.layouts import UNCLASSIFIED
from periplus.plan.irobot.model import learn
from periplus.plan.irobot.pages import SampledPage, sampled_page
from periplus.plan.irobot.site_map import NO_VERTEX, Fate
from periplus.plan.irobot.strategy import IRobot
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.strategy import Offered, Verdict, Visit
from timing import least_cpu
from unit.plan.irobot.samples import BASE, crawl, forum, page


def test_a_forums_threads_and_boards_are_kept_and_its_login_pages_not() -> None:
    site = forum()
    strategy = IRobot(0, {"sample": 250, "only_sample": True})
    crawl(site, strategy)
    model = learn(strategy.pages, strategy.turns, faithful=False)
    kept: dict[str, list[bool]] = {}
    for row, taken in enumerate(strategy.pages):
        label = site.label_of(taken.url, BASE)
        fate = model.site_map.vertices[model.site_map.vertex_of[row]].fate
        kept.setdefault(f"{label.kind} {label.verdict}", []).append(fate.is_kept)
    assert all(kept["thread valuable"])
    assert all(kept["board valuable"])
    assert sum(kept["login invalid"]) < 0.2 * len(kept["login invalid"])


def test_sampled_pages_are_classified_as_they_were_learned() -> None:
    strategy = IRobot(0, {"sample": 150, "only_sample": True})
    crawl(forum(), strategy)
    model = learn(strategy.pages, strategy.turns, faithful=False)
    found = [model.classify(taken)[1] for taken in strategy.pages]
    each = least_cpu(lambda: [model.classify(taken) for taken in strategy.pages]) / len(found)
    agree = sum(one == other for one, other in zip(found, model.site_map.vertex_of, strict=True))
    assert agree >= 0.97 * len(found)
    assert each < 0.002


def test_a_page_of_no_known_layout_is_not_classified() -> None:
    pages = [
        page(1, "/"),
        *(page(n, f"/t?id={n}", labels={"a", "b", f"c{n % 2}"}) for n in range(2, 9)),
    ]
    model = learn(pages, PageTurns(), faithful=False)
    strange = page(50, "/t?id=50", labels={"x", "y", "a"})
    assert model.classify(strange) == (UNCLASSIFIED, NO_VERTEX)


def test_one_page_and_no_page() -> None:
    assert learn([], PageTurns(), faithful=False).site_map.vertices == []
    assert learn([], PageTurns(), faithful=True).site_map.vertices == []
    alone = learn([page(1, "/", labels=())], PageTurns(), faithful=False)
    assert [vertex.fate for vertex in alone.site_map.vertices] == [Fate.PORTAL]


def test_checked_canonical_links_are_trusted() -> None:
    threads = [page(n, f"/t?id={n}") for n in range(2, 6)]
    posts = [
        page(n + 10, f"/post?id={n}", form=f"/t?id={n}", words=range(1000 * n, 1000 * n + 40))
        for n in range(2, 6)
    ]
    assert learn([page(1, "/"), *threads, *posts], PageTurns(), faithful=False).trusted
    liars = [page(n + 10, f"/post?id={n}", form=f"/t?id={n}") for n in range(2, 6)]
    assert not learn([page(1, "/"), *threads, *liars], PageTurns(), faithful=False).trusted


def from_markup(number: int, markup: str) -> SampledPage:
    url = f"{BASE}/{number}"
    view = read_page(markup.encode(), url, charset="utf-8", stages=Stage.ALL)
    links = [Offered(row, 100 + row, to, True, False) for row, to in enumerate(view.links.urls)]
    return sampled_page(Visit(number, url, 200, 1, "", Verdict.VALUABLE, view, links))


@pytest.mark.parametrize("faithful", [False, True])
def test_pages_without_repetition_and_one_giant_table_are_learned_from(faithful: bool) -> None:
    prose = [
        from_markup(n, f"<h{n % 6 + 1}>Title {n}</h{n % 6 + 1}><p>words of their own {n}</p>")
        for n in range(1, 9)
    ]
    rows = "".join(f"<tr><td><a href=/r{n}>{n}</a></td><td>w{n}</td></tr>" for n in range(4_000))
    giant = from_markup(9, f"<table>{rows}</table>")
    model = learn([*prose, giant], PageTurns(), faithful=faithful)
    assert least_cpu(lambda: learn([*prose, giant], PageTurns(), faithful=faithful)) < 5
    assert len(model.site_map.vertex_of) == 9
    assert model.classify(giant)[1] != NO_VERTEX
