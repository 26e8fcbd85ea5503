"""The plain orders: everything is followed, only the order differs."""

import pytest

from periplus.plan.orders import BreadthFirst, DepthFirst, Random
from periplus.plan.strategy import Offered, Progress, Reason, Strategy, Verdict, Visit


def visit(*targets: int) -> Visit:
    links = [
        Offered(n, target, f"http://x/{target}", True, False) for n, target in enumerate(targets)
    ]
    return Visit(1, "http://x/", 200, 0, "all", Verdict.VALUABLE, None, links)


def order(strategy: Strategy, *visits: Visit) -> list[int]:
    """Targets by rank, smallest first: as the frontier would give them."""
    ranked = [
        (choice.rank, offered.target)
        for one in visits
        for offered, choice in zip(one.links, strategy.judge(one).choices, strict=True)
    ]
    return [target for _, target in sorted(ranked)]


VISITS = (visit(5, 6, 7), visit(8, 9))


def test_first_seen_first_fetched() -> None:
    assert order(BreadthFirst(), *VISITS) == [5, 6, 7, 8, 9]


def test_last_seen_first_fetched() -> None:
    assert order(DepthFirst(), *VISITS) == [9, 8, 7, 6, 5]


def test_a_shuffle_depends_on_seed_and_url_alone() -> None:
    many = visit(*range(100))
    shuffled = order(Random(1), many)
    assert sorted(shuffled) == list(range(100))
    assert shuffled != list(range(100))
    assert order(Random(1), visit(*reversed(range(100)))) == shuffled
    assert order(Random(2), many) != shuffled


@pytest.mark.parametrize("strategy", [BreadthFirst(), DepthFirst(), Random()])
def test_every_link_is_followed_and_the_end_never_comes(strategy: Strategy) -> None:
    judgement = strategy.judge(visit(1, 2, 3))
    assert [choice.reason for choice in judgement.choices] == [Reason.FOLLOW] * 3
    assert not strategy.is_done(Progress(10**9, 10**9, 10**9))


@pytest.mark.parametrize("kind", [BreadthFirst, DepthFirst, Random])
def test_a_restored_order_goes_on_where_it_was(kind: type) -> None:
    whole, part = kind(4), kind(4)
    whole.judge(VISITS[0])
    part.judge(VISITS[0])
    restored = kind(4)
    restored.restore(part.save())
    assert restored.judge(VISITS[1]).choices == whole.judge(VISITS[1]).choices
