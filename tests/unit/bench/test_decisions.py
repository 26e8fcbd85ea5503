"""What deciding costs: the crawl of the same pages, the arithmetic, one small measurement."""

import io

from rich.console import Console

from periplus.bench.decisions import (
    DecisionCost,
    Listed,
    decisions_table,
    measure_decisions,
)
from periplus.plan.strategy import Offered, Progress, Verdict, Visit

SITE = "http://site.example/"


def visit(page: str, *links: str) -> Visit:
    offered = [
        Offered(row, row + 2, SITE + link, fresh=True, fetched=False)
        for row, link in enumerate(links)
    ]
    return Visit(1, SITE + page, 200, 0, "", Verdict.VALUABLE, None, offered)


def test_what_adds_is_relative_to_each_crawl_of_the_same_pages() -> None:
    costs = [DecisionCost("a", 100, 1.3), DecisionCost("b", 100, 1.0), DecisionCost("c", 100, 0.5)]
    page = io.StringIO()
    Console(width=120, file=page).print(decisions_table(costs))
    assert [line.split()[-1] for line in page.getvalue().splitlines()[1:]] == [
        "13.00",
        "+30%",
        "+160%",
    ]


def test_a_list_is_fetched_in_its_order_and_ends_the_crawl() -> None:
    listed = Listed([SITE, SITE + "b", SITE + "a"])
    answer = listed.judge(visit("", "a", "other", "b"))
    by_link = dict(zip(("a", "other", "b"), answer.choices, strict=True))
    assert answer.priorities[by_link["a"].group] > answer.priorities[by_link["other"].group]
    assert by_link["b"].group == by_link["a"].group
    assert by_link["b"].rank < by_link["a"].rank
    assert not listed.is_done(Progress(2, 1, 3))
    again = Listed([SITE, SITE + "b", SITE + "a"])
    again.restore(listed.save())
    for strategy in (listed, again):
        strategy.judge(visit("b"))
        strategy.judge(visit("a"))
        assert strategy.is_done(Progress(4, 3, 1))


def test_three_crawls_have_the_same_pages() -> None:
    costs = measure_decisions("small", "adaptive", 1)
    assert len(costs) == 3
    assert {cost.pages for cost in costs} == {costs[0].pages}
    assert costs[0].pages > 30
    assert all(cost.milliseconds > 0 for cost in costs)
