"""What pages are worth by each objective."""

import numpy as np
import pytest

from periplus.page.read import read_page
from periplus.page.view import U64
from periplus.plan.adaptive.objective import Content, ExternalLinks, Sum, ValuablePages
from periplus.plan.strategy import Verdict, Visit

SITE = "http://site.test/"
NONE: U64 = np.empty(0, np.uint64)
SOME: U64 = np.arange(7, dtype=np.uint64)


def visit(*links: str, verdict: Verdict = Verdict.VALUABLE, is_html: bool = True) -> Visit:
    body = "".join(f'<p><a href="{link}">a link</a></p>' for link in links)
    view = read_page(f"<body>{body}</body>".encode(), SITE, charset="utf-8")
    return Visit(1, SITE, 200, 0, "", verdict, view if is_html else None, [])


def test_content_is_what_is_new() -> None:
    assert Content().gain(visit(), SOME) == len(SOME)
    assert Content().gain(visit(), NONE) == 0


@pytest.mark.parametrize(
    ("verdict", "new", "gain"),
    [
        (Verdict.VALUABLE, SOME, 1),
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
    assert objective.gain(first, NONE) == 2
    assert objective.gain(visit("http://two.test/a", "http://two.test/b"), NONE) == 1
    assert objective.gain(visit(is_html=False), NONE) == 0


def test_a_sum_weighs_its_parts() -> None:
    objective = Sum([(2.0, Content()), (-1.0, ValuablePages())])
    assert objective.gain(visit(), SOME) == 2 * len(SOME) - 1
    assert Sum([]).gain(visit(), SOME) == 0
