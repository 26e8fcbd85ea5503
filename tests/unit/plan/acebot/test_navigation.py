"""States of URLs: carried on, judged again, dropped."""

import json

import numpy as np

from periplus.plan.acebot.automaton import Automaton, numbers
from periplus.plan.acebot.guard import BARREN_CHAIN
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.navigation import Navigation, drawn, group_name, state_of_group
from periplus.plan.acebot.patterns import NavigationPlan
from periplus.plan.acebot.sample import REDIRECT
from periplus.plan.strategy import FOLLOWED, Choice, Reason
from unit.plan.acebot.samples import plan_of


class Site:
    """Pages by number with labelled links, under a plan."""

    def __init__(self, plan: NavigationPlan) -> None:
        self.clusters = LabelClusters(plan.labels)
        self.automaton = Automaton(plan, self.clusters)
        self.navigation = Navigation(self.automaton)

    def fetch(
        self, page: int, *links: tuple[str, int], canonical: int | None = None, news: bool = True
    ) -> dict[int, Choice]:
        """A page comes in; what changes for the frontier."""
        if page == 1:
            self.navigation.start([1])
        self.navigation.add_page(
            page,
            np.array([target for _, target in links], dtype=np.uint32),
            np.array(
                [REDIRECT if n == "->" else self.clusters.number(n) for n, _ in links],
                dtype=np.int32,
            ),
            canonical,
            has_news=news,
        )
        return self.navigation.take_changes()


def followed(changes: dict[int, Choice]) -> list[int]:
    return sorted(target for target, choice in changes.items() if choice.reason in FOLLOWED)


def test_links_of_patterns_are_followed_and_no_others() -> None:
    site = Site(plan_of(["board", "topic"], labels=["login"]))
    assert followed(site.fetch(1, ("board", 2), ("login", 3), ("topic", 4))) == [2]
    assert followed(site.fetch(2, ("topic", 5), ("login", 3), ("board", 6))) == [5]


def test_a_page_in_hand_is_judged_again_in_a_new_state() -> None:
    """Page 3 is reached as a member first; only as a board do its topics count."""
    site = Site(plan_of(["member"], ["board", "topic"]))
    site.fetch(1, ("member", 3), ("board", 2))
    assert followed(site.fetch(3, ("topic", 7), ("topic", 8))) == []
    site.fetch(2)
    assert followed(site.fetch(4, ("board", 3))) == []  # page 4 has no state
    states = site.navigation.states_of(3)
    site = Site(plan_of(["member"], ["board+", "topic"]))
    site.fetch(1, ("member", 3), ("board", 2))
    site.fetch(3, ("topic", 7), ("topic", 8))
    assert followed(site.fetch(2, ("board", 3))) == [7, 8]
    assert site.navigation.states_of(3) != states


def test_a_redirect_hands_its_states_to_its_target() -> None:
    site = Site(plan_of(["board", "topic"]))
    site.fetch(1, ("board", 2))
    assert followed(site.fetch(2, ("->", 3))) == [3]
    assert followed(site.fetch(3, ("topic", 4))) == [4]


def test_another_spelling_is_not_fetched_and_its_states_are_kept() -> None:
    site = Site(plan_of(["last", "reply"], ["thread", "print"]))
    site.fetch(1, ("last", 2), ("thread", 3))
    changes = site.fetch(2, ("print", 4), ("reply", 5), canonical=3)
    assert changes[3].reason is Reason.DUPLICATE
    assert followed(changes) == [4, 5]
    assert site.navigation.is_spelled(3)


def test_a_foretold_spelling_is_dropped() -> None:
    site = Site(plan_of(["thread", "print"]))
    site.fetch(1, ("thread", 2), ("thread", 3))
    site.fetch(2)
    site.navigation.spell(3, 2)
    assert site.navigation.take_changes()[3].reason is Reason.DUPLICATE
    assert site.navigation.waiting == 0


def test_a_flip_is_kept_together() -> None:
    site = Site(plan_of(["board", "turn*"]))
    site.fetch(1, ("board", 2))
    assert site.fetch(2, ("turn", 3))[3].reason is Reason.KEEP_TOGETHER


def test_a_chain_that_brings_nothing_ends() -> None:
    site = Site(plan_of(["day+"]))
    site.fetch(1, ("day", 2))
    page = 2
    while followed(site.fetch(page, ("day", page + 1), news=False)):
        page += 1
        assert page < 50
    assert page == BARREN_CHAIN + 1


def test_a_chain_that_brings_something_goes_on() -> None:
    site = Site(plan_of(["day+"]))
    site.fetch(1, ("day", 2))
    for page in range(2, 40):
        assert followed(site.fetch(page, ("day", page + 1), news=page % 3 == 0)) == [page + 1]


def test_what_waits_for_an_ended_state_is_dropped_or_waits_for_another() -> None:
    site = Site(plan_of(["a"], ["b"]))
    changes = site.fetch(1, ("a", 2), ("a", 3), ("b", 3))
    best = state_of_group(changes[2].group)
    assert best is not None
    site.navigation.end(best)
    changes = site.navigation.take_changes()
    assert changes[2].reason is Reason.STRATEGY
    assert changes[3].reason in FOLLOWED
    assert changes[3].group != group_name(best)
    assert followed(site.fetch(3, ("a", 9))) == []


def test_a_postponed_state_is_drawn_from_at_random() -> None:
    site = Site(plan_of(["a"]))
    changes = site.fetch(1, *(("a", n) for n in range(2, 30)))
    state = state_of_group(changes[2].group)
    assert state is not None
    site.navigation.postpone(state)
    ranks = [choice.rank for _, choice in sorted(site.navigation.take_changes().items())]
    assert ranks == [drawn(n) for n in range(2, 30)]
    assert ranks != sorted(ranks)


def test_first_come_first_served_inside_a_state() -> None:
    changes = Site(plan_of(["a"])).fetch(1, ("a", 9), ("a", 3), ("a", 5))
    assert sorted(changes, key=lambda n: changes[n].rank) == [9, 3, 5]


def test_what_is_saved_is_taken_up() -> None:
    plan = plan_of(["board", "turn*", "topic"], ["member"])
    site, other = Site(plan), Site(plan)
    site.fetch(1, ("board", 2), ("member", 5))
    site.fetch(2, ("topic", 3), ("turn", 4), canonical=8)
    other.navigation.restore(json.loads(json.dumps(site.navigation.save())))
    assert other.navigation.save() == site.navigation.save()
    arrived = [one.fetch(4, ("topic", 6), ("turn", 7)) for one in (site, other)]
    assert arrived[0] == arrived[1]
    assert numbers(other.navigation.states_of(6)) == numbers(site.navigation.states_of(6))


def test_only_groups_of_states_have_a_state() -> None:
    assert state_of_group(group_name(12)) == 12
    assert state_of_group("seed") is None
    assert state_of_group("q-x") is None
