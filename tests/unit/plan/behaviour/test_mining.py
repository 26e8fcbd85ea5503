import numpy as np
import pytest

from periplus.errors import ConfigError
from periplus.plan.behaviour import mining
from periplus.plan.behaviour.mining import grow_and_cut, mine, pattern_counts
from periplus.site.traffic import make_traffic
from periplus.site.url_values import url_values
from unit.plan.behaviour.behaviours import SITE, forum_behaviour, forum_traffic


def test_cuts_only_make_the_tree_smaller() -> None:
    trees = grow_and_cut(forum_traffic())
    sizes = [len(tree.leaves()) for tree in (trees.syntax, trees.visit, trees.transit)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[2] >= 3


def test_patterns_have_the_sums_of_their_urls() -> None:
    traffic = forum_traffic()
    trees = grow_and_cut(traffic)
    leaves, counts = pattern_counts(traffic, trees.transit, trees.leaf_of)
    assert leaves == trees.transit.leaves()
    assert counts.urls.sum() == len(traffic.urls)
    assert counts.visits.sum() == traffic.total_visits
    assert counts.referrals.sum() == traffic.referrals.sum()
    assert counts.times.sum() == traffic.times.sum()


def test_boards_are_the_hubs_and_topics_the_authorities() -> None:
    behaviour = forum_behaviour()

    def use(path: str) -> mining.PatternUse:
        leaf, fits = behaviour.tree.match(url_values(SITE + path))
        assert fits
        return behaviour.uses[leaf]

    board, topic, user = use("/board/3"), use("/topic/3"), use("/user/axay")
    assert board.hub > topic.hub > user.hub
    assert topic.authority > user.authority
    assert board.urls == 12
    assert topic.visits == sum(40 - n for n in range(40)) + 120


def test_the_root_has_everything() -> None:
    behaviour, traffic = forum_behaviour(), forum_traffic()
    assert behaviour.uses[0].urls == len(traffic.urls)
    assert behaviour.uses[0].visits == traffic.total_visits


def test_what_one_person_asked_for_is_not_named() -> None:
    behaviour = forum_behaviour()
    named = set(behaviour.visited.urls)
    assert f"{SITE}/user/axy0" not in named
    assert all(not url.endswith(("x15y", "x29y")) for url in named)
    leaf, _ = behaviour.tree.match(url_values(f"{SITE}/user/axay"))
    assert behaviour.uses[leaf].unnamed_urls == 15


def test_the_busiest_urls_are_kept_where_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mining, "_MOST_URLS", 20)
    behaviour = mine(forum_traffic())
    assert behaviour.uses[0].urls == 20
    assert f"{SITE}/" in behaviour.visited.urls


def test_nothing_to_learn_from() -> None:
    nothing = make_traffic([], np.zeros(0), np.zeros(0), ([], [], []))
    with pytest.raises(ConfigError, match="no visits"):
        mine(nothing)
