import json
from collections.abc import Sequence

import numpy as np
import pytest

from periplus.plan.pagerank import PageRank
from periplus.plan.strategy import Offered, Progress, Reason, Verdict, Visit
from timing import least_cpu


def visit(page: int, targets: Sequence[int]) -> Visit:
    links = [
        Offered(row=row, target=target, url=f"http://a.test/{target}", fresh=True, fetched=False)
        for row, target in enumerate(targets)
    ]
    return Visit(page, f"http://a.test/{page}", 200, 0, "", Verdict.VALUABLE, None, links)


def ranks(strategy: PageRank, page: int, targets: Sequence[int]) -> dict[int, float]:
    choices = strategy.judge(visit(page, targets)).choices
    assert all(choice.reason is Reason.FOLLOW and choice.move for choice in choices)
    return dict(zip(targets, (choice.rank for choice in choices), strict=True))


def test_a_page_with_more_links_to_it_comes_first() -> None:
    strategy = PageRank()
    strategy.judge(visit(1, [2, 3, 4, 5]))
    strategy.judge(visit(2, [4]))
    strategy.judge(visit(3, [4]))
    after = ranks(strategy, 6, [4, 5])
    assert after[4] < after[5]


def test_a_link_from_a_page_with_few_links_is_worth_more() -> None:
    strategy = PageRank()
    few = ranks(strategy, 1, [2])
    many = ranks(strategy, 3, [4, 5, 6, 7, 8])
    assert few[2] < many[4]


def exact(links: dict[int, list[int]], count: int) -> np.ndarray:
    """PageRank over ids 0..count-1 in units of the mean, until it no longer moves."""
    values = np.ones(count)
    for _ in range(500):
        passed = np.zeros(count)
        for page, targets in links.items():
            passed[targets] += values[page] / len(targets)
        values = 0.85 * passed
        values += (count - values.sum()) / count
    return values


def test_ranks_are_those_of_the_whole_graph() -> None:
    random = np.random.default_rng(1)
    links = {
        page: sorted({int(target) for target in random.integers(1, 300, 12)})
        for page in range(1, 300)
    }
    strategy = _fed(links)
    estimated = {}
    for page, targets in links.items():
        estimated |= ranks(strategy, page, targets)
    truth = exact(links, 300)
    order = sorted(estimated, key=lambda target: estimated[target])
    best = np.argsort(-truth)[:30]
    assert len(set(order[:30]) & {int(page) for page in best}) >= 20


def _fed(links: dict[int, list[int]]) -> PageRank:
    strategy = PageRank()
    for page, targets in links.items():
        strategy.judge(visit(page, targets))
    return strategy


def test_an_empty_page_is_nothing_special() -> None:
    assert PageRank().judge(visit(1, [])).choices == []


def test_a_restored_strategy_goes_on_the_same() -> None:
    random = np.random.default_rng(2)
    links = {page: [int(t) for t in random.integers(1, 900, 20)] for page in range(1, 60)}
    one, other = _fed(links), PageRank()
    other.restore(json.loads(json.dumps(one.save())))
    for page in range(60, 90):
        targets = [int(t) for t in random.integers(1, 2000, 20)]
        assert ranks(one, page, targets) == pytest.approx(ranks(other, page, targets))
    assert not one.is_done(Progress(1, 1, 1))


def test_cost_grows_with_the_graph_and_not_faster() -> None:
    def cost(pages: int) -> float:
        random = np.random.default_rng(3)
        rows = random.integers(1, pages * 3, (pages, 30)).tolist()

        def judge_all() -> None:
            strategy = PageRank()
            for page, targets in enumerate(rows, 1):
                strategy.judge(visit(page, targets))

        return least_cpu(judge_all)

    assert cost(2000) < 4 * 3 * cost(500)
