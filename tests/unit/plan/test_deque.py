import json
from collections.abc import Sequence

from periplus.plan.deque import DequeSampler
from periplus.plan.strategy import Offered, Progress, Reason, Verdict, Visit


def visit(
    page: int, targets: Sequence[int], group: str = "", seen: frozenset[int] = frozenset()
) -> Visit:
    links = [
        Offered(
            row=row,
            target=target,
            url=f"http://a.test/{target}",
            fresh=target not in seen,
            fetched=False,
        )
        for row, target in enumerate(targets)
    ]
    return Visit(page, f"http://a.test/{page}", 200, 0, group, Verdict.VALUABLE, None, links)


class Frontier:
    """What the crawl does with a sampler's answers: the best rank of the best group is next."""

    def __init__(self, sampler: DequeSampler) -> None:
        self.sampler = sampler
        self.waiting: dict[int, tuple[str, float]] = {1: ("seed", 0.0)}
        self.priorities = {"seed": 1e300}
        self.seen = {1}

    def take(self) -> tuple[int, str]:
        page = min(
            self.waiting,
            key=lambda url: (-self.priorities.get(self.waiting[url][0], 0.0), self.waiting[url][1]),
        )
        return page, self.waiting.pop(page)[0]

    def fetch(self, targets: Sequence[int]) -> int:
        page, group = self.take()
        asked = visit(page, targets, group, frozenset(self.seen))
        judgement = self.sampler.judge(asked)
        self.priorities.update(judgement.priorities)
        for offered, choice in zip(asked.links, judgement.choices, strict=True):
            assert choice.reason is Reason.FOLLOW
            if offered.target not in self.seen:
                self.seen.add(offered.target)
                self.waiting[offered.target] = (choice.group, choice.rank)
        return page


def test_pages_come_from_both_ends_and_never_from_the_middle() -> None:
    frontier = Frontier(DequeSampler(seed=1))
    queue = [1]
    fresh = iter(range(2, 10_000))
    fronts = 0
    for _ in range(400):
        targets = [next(fresh) for _ in range(3)]
        page = frontier.fetch(targets)
        assert page in queue[:2] + queue[-2:]  # of three links, two may change places
        fronts += page in queue[:2]
        queue.remove(page)
        queue += targets
    assert 150 < fronts < 250


def test_the_queue_is_emptied_once_nothing_new_comes() -> None:
    frontier = Frontier(DequeSampler(seed=2))
    frontier.fetch(range(2, 102))
    fetched = [frontier.fetch([5, 6]) for _ in range(100)]
    assert sorted(fetched) == list(range(2, 102))
    assert not frontier.waiting


def test_links_seen_before_take_no_place() -> None:
    sampler = DequeSampler()
    sampler.judge(visit(1, [2, 3]))
    choices = sampler.judge(visit(2, [3, 4, 5], "q0", frozenset({3}))).choices
    assert [choice.rank for choice in choices[1:]] == [0.0, -1.0]
    assert len({choice.group for choice in choices[1:]}) == 2


def order(seed: int) -> list[int]:
    frontier = Frontier(DequeSampler(seed))
    return [frontier.fetch([step * 10 + k for k in range(2, 7)]) for step in range(1, 40)]


def test_the_seed_changes_the_order_and_nothing_else_does() -> None:
    assert order(1) == order(1)
    assert order(1) != order(2)


def test_a_restored_sampler_goes_on_the_same() -> None:
    frontier = Frontier(DequeSampler(seed=3))
    for step in range(1, 30):
        frontier.fetch([step * 10 + k for k in range(2, 7)])
    other = DequeSampler(seed=3)
    other.restore(json.loads(json.dumps(frontier.sampler.save())))
    for step in range(30, 60):
        page, group = frontier.take()
        links = visit(page, [step * 10 + k for k in range(2, 7)], group)
        mine, its = frontier.sampler.judge(links), other.judge(links)
        assert mine == its
        frontier.priorities.update(mine.priorities)


def test_a_sampler_is_never_done() -> None:
    assert not DequeSampler().is_done(Progress(1, 1, 1))
