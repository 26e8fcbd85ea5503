import json
from collections.abc import Sequence

from periplus.plan.deque import DequeSampler
from periplus.plan.strategy import Judgement, Offered, Progress, Reason, Verdict, Visit


def visit(page: int, targets: Sequence[int]) -> Visit:
    links = [
        Offered(row=row, target=target, url=f"http://a.test/{target}", fresh=True, fetched=False)
        for row, target in enumerate(targets)
    ]
    return Visit(page, f"http://a.test/{page}", 200, 0, "", Verdict.VALUABLE, None, links)


def next_end(judgement: Judgement) -> str:
    return max(judgement.priorities, key=lambda group: judgement.priorities[group])


def test_every_link_is_followed_at_one_of_two_ends() -> None:
    choices = DequeSampler(seed=1).judge(visit(1, range(2, 2002))).choices
    assert {choice.reason for choice in choices} == {Reason.FOLLOW}
    front = [choice for choice in choices if choice.group == "front"]
    back = [choice for choice in choices if choice.group == "back"]
    assert len(front) + len(back) == 2000
    assert 850 < len(front) < 1150


def test_the_front_gives_the_oldest_and_the_back_the_newest() -> None:
    sampler = DequeSampler(seed=1)
    choices = [
        choice for page in (1, 2) for choice in sampler.judge(visit(page, range(10, 60))).choices
    ]
    front = [choice.rank for choice in choices if choice.group == "front"]
    back = [choice.rank for choice in choices if choice.group == "back"]
    assert front == sorted(front)
    assert back == sorted(back, reverse=True)


def test_a_fair_coin_says_which_end_is_next() -> None:
    sampler = DequeSampler(seed=5)
    ends = [next_end(sampler.judge(visit(page, []))) for page in range(1, 1001)]
    assert 420 < ends.count("front") < 580


def test_the_seed_changes_the_order_and_nothing_else_does() -> None:
    def ends(seed: int) -> list[str]:
        sampler = DequeSampler(seed)
        return [next_end(sampler.judge(visit(page, [page + 1]))) for page in range(1, 40)]

    assert ends(1) == ends(1)
    assert ends(1) != ends(2)


def test_a_restored_sampler_goes_on_the_same() -> None:
    one, other = DequeSampler(seed=3), DequeSampler(seed=3)
    one.judge(visit(1, range(2, 20)))
    other.restore(json.loads(json.dumps(one.save())))
    after_one, after_other = (s.judge(visit(2, range(20, 40))) for s in (one, other))
    assert after_one == after_other
    assert not one.is_done(Progress(1, 1, 1))
