import json
from collections.abc import Mapping, Sequence

import pytest

from periplus.plan.behaviour.model import Behaviour
from periplus.plan.behaviour.ranking import Ordering
from periplus.plan.behaviour.strategy import BehaviourOrder
from periplus.plan.strategy import Choice, Judgement, Offered, Progress, Reason, Verdict, Visit
from unit.plan.behaviour.behaviours import SITE, forum_behaviour


class Crawl:
    """The frontier of a crawl over a given link graph."""

    def __init__(
        self, strategy: BehaviourOrder, links: Mapping[str, Sequence[str]], site: str = SITE
    ) -> None:
        self.strategy = strategy
        self.links = links
        self.site = site
        self.ids = {"/": 1}
        self.waiting: dict[str, Choice] = {"/": Choice(Reason.SEED, "seed")}
        self.priorities = {"seed": 1e300}
        self.order: list[str] = []
        self.last = Judgement([])

    def take(self) -> str:
        path = min(
            self.waiting,
            key=lambda p: (
                -self.priorities.get(self.waiting[p].group, 0.0),
                self.waiting[p].rank,
            ),
        )
        group = self.waiting.pop(path).group
        self.order.append(path)
        offered, fresh = [], []
        for row, target in enumerate(self.links.get(path, ())):
            is_fresh = target not in self.ids
            number = self.ids.setdefault(target, len(self.ids) + 1)
            fresh.append(is_fresh)
            offered.append(Offered(row, number, self.site + target, is_fresh, False))
        self.last = self.strategy.judge(
            Visit(self.ids[path], self.site + path, 200, 0, group, Verdict.VALUABLE, None, offered)
        )
        self.priorities.update(self.last.priorities)
        paths = {number: name for name, number in self.ids.items()}
        for number, choice in self.last.moves.items():
            assert paths[number] in self.waiting
            self.waiting[paths[number]] = choice
        for target, choice, is_fresh in zip(
            self.links.get(path, ()), self.last.choices, fresh, strict=True
        ):
            if is_fresh or (choice.move and target in self.waiting):
                self.waiting[target] = choice
        return path

    def run(self, most: int = 1000) -> list[str]:
        while self.waiting and len(self.order) < most:
            self.take()
        return self.order


@pytest.fixture(scope="module")
def behaviour() -> Behaviour:
    return forum_behaviour()


def site_links() -> dict[str, list[str]]:
    boards = [f"/board/{n}" for n in range(12)]
    links = {"/": [f"/help/{n}" for n in range(30)] + boards}
    for number in range(12):
        links[f"/board/{number}"] = [f"/topic/{n}" for n in range(number, 40, 12)]
    return links


def test_the_most_wanted_pages_come_first(behaviour: Behaviour) -> None:
    order = Crawl(BehaviourOrder(behaviour), site_links()).run()
    assert len(order) == len(set(order)) == 1 + 30 + 12 + 40
    helps = [place for place, path in enumerate(order) if path.startswith("/help/")]
    topics = [place for place, path in enumerate(order) if path.startswith("/topic/")]
    assert max(topics) < min(helps)
    assert order[1] == "/board/0"


def test_a_page_is_worth_less_once_what_it_leads_to_is_found(behaviour: Behaviour) -> None:
    links = site_links()
    # The first board shows all topics: the others have nothing left to lead to.
    links["/board/0"] = [f"/topic/{n}" for n in range(40)]
    crawl = Crawl(BehaviourOrder(behaviour, Ordering.DISCOVERY), links)
    crawl.take()
    before = dict(crawl.waiting)
    assert crawl.take() == "/board/0"
    changed = [path for path in before if crawl.waiting.get(path) not in (before[path], None)]
    assert set(changed) == {f"/board/{n}" for n in range(1, 12)}


def test_discovery_asks_for_what_leads_on(behaviour: Behaviour) -> None:
    order = Crawl(BehaviourOrder(behaviour, Ordering.DISCOVERY), site_links()).run(13)
    assert set(order[1:]) == {f"/board/{n}" for n in range(12)}


def test_patterns_alone_follow_authority_and_hub(behaviour: Behaviour) -> None:
    strategy = BehaviourOrder(behaviour, patterns_only=True)
    crawl = Crawl(strategy, site_links())
    crawl.take()
    groups = {choice.group for choice in crawl.waiting.values()}
    assert all(group.startswith("pattern ") for group in groups)
    assert len({crawl.waiting[f"/board/{n}"].group for n in range(12)}) == 1


@pytest.mark.parametrize("ordering", list(Ordering))
def test_every_ordering_crawls_everything(behaviour: Behaviour, ordering: Ordering) -> None:
    order = Crawl(BehaviourOrder(behaviour, ordering, patterns_only=True), site_links()).run()
    assert len(order) == 83


def test_a_resumed_crawl_goes_on_the_same_way(behaviour: Behaviour) -> None:
    whole = Crawl(BehaviourOrder(behaviour), site_links())
    expected = list(whole.run())
    first = Crawl(BehaviourOrder(behaviour), site_links())
    first.run(20)
    state = json.loads(json.dumps(first.strategy.save()))
    first.strategy = BehaviourOrder(behaviour)
    first.strategy.restore(state)
    assert first.run() == expected
    assert first.strategy.save() == whole.strategy.save()


def test_patterns_serve_another_site_of_the_same_software(behaviour: Behaviour) -> None:
    links = {"/": ["/user/qqq", "/topic/900", "/nothing/like/it"], "/topic/900": []}
    crawl = Crawl(BehaviourOrder(behaviour), links, site="http://other.test")
    assert crawl.run()[1] == "/topic/900"


def test_it_says_how_much_its_patterns_cover(behaviour: Behaviour) -> None:
    links = {"/": [f"/topic/{n}" for n in range(500, 530)] + ["/board/1", "/topic/1"]}
    crawl = Crawl(BehaviourOrder(behaviour), links)
    notes = []
    while crawl.waiting:
        crawl.take()
        notes.append(crawl.last.note)
    assert [number for number, note in enumerate(notes, 1) if note] == [20]
    assert "cover 100% of the 32 URLs found; 3 of them are in its log" in notes[19]


def test_it_never_ends_a_crawl_by_itself(behaviour: Behaviour) -> None:
    assert not BehaviourOrder(behaviour).is_done(Progress(9, 9, 0))
