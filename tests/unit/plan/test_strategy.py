"""The values of the strategy protocol."""

from periplus.plan.registry import STRATEGIES, make_strategy
from periplus.plan.strategy import FOLLOWED, Choice, Judgement, Reason
from periplus.plan.topic import make_topic
from unit.plan.behaviour.behaviours import forum_behaviour

# What a strategy cannot do without.
NEEDED = {
    "topic": {"topic": make_topic({"fox": 1})},
    "behaviour": {"behaviour": forum_behaviour()},
    "xcrawl": {"examples": ("http://a.test/item/1",)},
}


def test_what_counts_as_followed_and_what_as_left_alone() -> None:
    assert {Reason.SEED, Reason.FOLLOW, Reason.KEEP_TOGETHER, Reason.REDIRECT} == FOLLOWED
    assert not FOLLOWED & {Reason.STRATEGY, Reason.DUPLICATE, Reason.ROBOTS, Reason.FAILED}


def test_reasons_are_words_for_flags_and_files() -> None:
    assert all(reason == reason.lower() and "_" not in reason for reason in Reason)


def test_a_choice_moves_nothing_unless_it_says_so() -> None:
    assert Choice(Reason.FOLLOW, "g", 1.0).move is False


def test_judgements_share_nothing() -> None:
    assert Judgement([]).priorities is not Judgement([]).priorities


def test_every_strategy_has_the_protocols_calls() -> None:
    for name in STRATEGIES:
        strategy = make_strategy(name, 0, NEEDED.get(name))
        assert all(hasattr(strategy, call) for call in ("judge", "is_done", "save", "restore"))
