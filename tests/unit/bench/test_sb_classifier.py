"""The bandit on tag paths."""

import numpy as np
import pytest

from periplus.bench.sb_classifier import Actions, SbClassifier, UrlClassifier, path_vector
from periplus.page.read import read_page
from periplus.plan.strategy import Offered, Progress, Verdict, Visit

SITE = "http://site.test"


def test_like_paths_are_one_action() -> None:
    actions = Actions()
    long = "html/body/div#main/div.list/ul.rows/li/a"
    first = actions.of(long)
    assert actions.of(long.replace("li/a", "li.odd/a")) in (first, first + 1)
    assert actions.of("html/body/footer/p/a") != first
    assert actions.of(long) == first
    assert len(actions) >= 2


def test_a_path_is_a_vector_of_unit_length() -> None:
    assert np.linalg.norm(path_vector("html/body/a")) == pytest.approx(1.0)
    assert path_vector("html/a") @ path_vector("html/body/div/a") < 0.75


def test_the_classifier_learns_what_is_no_page() -> None:
    classifier = UrlClassifier()
    assert classifier.is_page(f"{SITE}/edit?id=1")
    for number in range(200):
        classifier.learn(f"{SITE}/edit?id={number}", False)
        classifier.learn(f"{SITE}/wiki/Article_{number}", True)
    assert not classifier.is_page(f"{SITE}/edit?id=999")
    assert classifier.is_page(f"{SITE}/wiki/Article_999")


@pytest.mark.parametrize("scaled", [False, True])
def test_actions_that_bring_words_come_first(scaled: bool) -> None:
    bandit = SbClassifier(0, scaled=scaled)
    html = "<ul><li><a href=/t1>t</a></ul><footer><p><a href=/login>log in</a></footer>"
    view = read_page(html.encode(), SITE + "/", charset="utf-8")
    links = [Offered(row, row + 2, url, True, False) for row, url in enumerate(view.links.urls)]
    judged = bandit.judge(Visit(1, SITE + "/", 200, 0, "seed", Verdict.VALUABLE, view, links))
    good, poor = (choice.group for choice in judged.choices)
    assert good != poor
    priorities = dict(judged.priorities)
    for number in range(3, 40):
        rich = read_page(f"<p>a{number} b{number} c{number} d{number}".encode(), SITE + "/t")
        found = Visit(number, SITE + "/t", 200, 1, good, Verdict.VALUABLE, rich, [])
        priorities |= bandit.judge(found).priorities
        nothing = Visit(number, SITE + "/login", 404, 1, poor, Verdict.INVALID, None, [])
        priorities = {**priorities, **bandit.judge(nothing).priorities}
    assert priorities[good] > priorities[poor]
    assert not bandit.is_done(Progress(1, 1, 1))
    bandit.restore(bandit.save())
