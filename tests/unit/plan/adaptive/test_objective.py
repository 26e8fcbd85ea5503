"""What pages are worth by each objective."""

import json
from importlib.metadata import EntryPoint, EntryPoints

import numpy as np
import pytest

from periplus.errors import ConfigError
from periplus.page.read import read_page
from periplus.page.view import U64
from periplus.plan.adaptive import objective as objectives
from periplus.plan.adaptive.objective import (
    Content,
    ExternalLinks,
    Means,
    Sum,
    ValuablePages,
    Wanted,
    make_objective,
    objective_terms,
)
from periplus.plan.strategy import Verdict, Visit
from unit.plan.behaviour.behaviours import SITE as VISITED
from unit.plan.behaviour.behaviours import forum_behaviour

SITE = "http://site.test/"
NONE: U64 = np.empty(0, np.uint64)
SOME: U64 = np.arange(0, 14, 2, dtype=np.uint64)  # even: without numbers


def visit(*links: str, verdict: Verdict = Verdict.VALUABLE, is_html: bool = True) -> Visit:
    body = "".join(f'<p><a href="{link}">a link</a></p>' for link in links)
    view = read_page(f"<body>{body}</body>".encode(), SITE, charset="utf-8")
    return Visit(1, SITE, 200, 0, "", verdict, view if is_html else None, [])


def test_content_is_what_is_new() -> None:
    assert Content().gain(visit(), SOME) == len(SOME)
    assert Content().gain(visit(), NONE) == 0


def test_word_pairs_with_numbers_count_little() -> None:
    numbers = SOME | np.uint64(1)
    assert 0 < Content().gain(visit(), numbers) <= 0.3 * len(numbers)


def test_a_page_that_hardly_says_anything_new_is_worth_the_less() -> None:
    text = " ".join(f"word{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(600))
    view = read_page(f"<body><p>{text}</p></body>".encode(), SITE, charset="utf-8")
    page = Visit(1, SITE, 200, 0, "", Verdict.VALUABLE, view, [])
    few, many = SOME, np.arange(0, 200, 2, dtype=np.uint64)
    assert Content().gain(page, many) == len(many)
    assert 0 < Content().gain(page, few) < 0.3 * len(few)


def page_saying(robots: str) -> Visit:
    head = f'<meta name="robots" content="{robots}">'
    view = read_page(f"<head>{head}</head><body>text</body>".encode(), SITE, charset="utf-8")
    return Visit(1, SITE, 200, 0, "", Verdict.VALUABLE, view, [])


def test_views_of_pages_that_are_to_be_in_no_index_are_worth_little() -> None:
    assert 0 < Content().gain(page_saying("noindex,follow"), SOME) < 0.2 * len(SOME)
    assert Content().gain(page_saying("follow"), SOME) == len(SOME)


@pytest.mark.parametrize(
    ("verdict", "new", "gain"),
    [
        (Verdict.VALUABLE, SOME, 100),
        (Verdict.VALUABLE, NONE, 0),
        (Verdict.DUPLICATE, SOME, 0),
        (Verdict.INVALID, SOME, 0),
    ],
)
def test_valuable_pages_count_alike(verdict: Verdict, new: U64, gain: int) -> None:
    assert ValuablePages().gain(visit(verdict=verdict), new) == gain


def test_links_to_other_hosts_count_once() -> None:
    objective = ExternalLinks()
    first = visit("/own", "http://one.test/", "http://one.test/", "http://two.test/a")
    assert objective.gain(first, NONE) == 40
    assert objective.gain(visit("http://two.test/a", "http://two.test/b"), NONE) == 20
    assert objective.gain(visit(is_html=False), NONE) == 0


def test_a_sum_weighs_its_parts() -> None:
    objective = Sum([(2.0, Content()), (-1.0, ValuablePages())])
    assert objective.gain(visit(), SOME) == 2 * len(SOME) - 100
    assert Sum([]).gain(visit(), SOME) == 0


def test_what_external_links_have_seen_is_kept() -> None:
    objective = Sum([(1.0, ExternalLinks()), (1.0, Content())])
    objective.gain(visit("http://one.test/"), NONE)
    other = Sum([(1.0, ExternalLinks()), (1.0, Content())])
    other.restore(json.loads(json.dumps(objective.save())))
    assert other.gain(visit("http://one.test/"), NONE) == 0


def test_objectives_are_written_as_names_and_sums() -> None:
    assert objective_terms("content + 0.5*external") == [(1.0, "content"), (0.5, "external")]
    assert isinstance(make_objective("valuable"), ValuablePages)
    both = make_objective("2*content+valuable")
    assert both.gain(visit(), SOME) == 2 * len(SOME) + 100


@pytest.mark.parametrize("text", ["", "content+", "-content", "content*2", "0*content", "a b", "é"])
def test_what_is_no_objective_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="is no objective"):
        make_objective(text)


@pytest.mark.parametrize("name", ["traffic", "topic", "accepted"])
def test_what_an_objective_needs_is_named(name: str) -> None:
    with pytest.raises(ConfigError, match=f"the objective {name} needs"):
        make_objective(name)


def test_scores_of_pages_count_between_none_and_all() -> None:
    objective = make_objective(
        "topic+accepted", Means(None, Wanted(lambda v: 0.25), Wanted(lambda v: 7.0))
    )
    assert objective.gain(visit(), NONE) == 125
    assert objective.gain(visit(verdict=Verdict.DUPLICATE), NONE) == 0


def test_traffic_is_what_visitors_are_expected_to_do() -> None:
    objective = make_objective("traffic", Means(behaviour=forum_behaviour()))
    gains = [
        objective.gain(
            Visit(1, VISITED + path, 200, 0, "", Verdict.VALUABLE, None, []),
            NONE,
        )
        for path in ("/", "/topic/999", "/user/zx999y")
    ]
    assert gains == sorted(gains, reverse=True)
    assert len(set(gains)) == 3
    failed = Visit(1, VISITED + "/", 404, 0, "", Verdict.INVALID, None, [])
    assert objective.gain(failed, NONE) == 0


def test_other_packages_may_offer_objectives(monkeypatch: pytest.MonkeyPatch) -> None:
    found = EntryPoint("fame", "periplus.plan.adaptive.objective:Content", "periplus.objectives")
    broken = EntryPoint("broken", "nowhere:Nothing", "periplus.objectives")

    def points(group: str, name: str | None = None) -> EntryPoints:
        return EntryPoints(p for p in (found, broken) if name in (None, p.name))

    monkeypatch.setattr(objectives, "entry_points", points)
    assert make_objective("fame").gain(visit(), SOME) == len(SOME)
    assert "fame" in objectives.objective_names()
    with pytest.raises(ConfigError, match="the objective broken of nowhere:Nothing fails"):
        make_objective("broken")
