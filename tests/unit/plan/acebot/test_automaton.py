"""One automaton of all patterns."""

from periplus.plan.acebot.automaton import START, Automaton, numbers
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.patterns import NavigationPlan
from unit.plan.acebot.samples import plan_of


def made(plan: NavigationPlan) -> tuple[Automaton, dict[str, int]]:
    clusters = LabelClusters(plan.labels)
    return Automaton(plan, clusters), {name: n for n, name in enumerate(clusters.names)}


def test_patterns_share_their_prefixes() -> None:
    automaton, _ = made(plan_of(["board", "topic"], ["board", "print"], ["help"]))
    assert len(automaton.states) == 5


def test_a_link_leads_from_state_to_state() -> None:
    automaton, label = made(plan_of(["board", "topic"]))
    boards, flipped = automaton.move(START, label["board"])
    assert (numbers(boards), flipped) == ([1], 0)
    assert numbers(automaton.move(boards, label["topic"])[0]) == [2]
    assert automaton.move(START, label["topic"]) == (0, 0)


def test_a_repeated_step_leads_to_itself() -> None:
    automaton, label = made(plan_of(["next+", "topic"]))
    state, _ = automaton.move(START, label["next"])
    assert automaton.move(state, label["next"])[0] == state


def test_turning_a_page_changes_nothing_but_says_so() -> None:
    automaton, label = made(plan_of(["board", "turn*", "topic", "turn*"]))
    board, _ = automaton.move(START, label["board"])
    assert automaton.move(board, label["turn"]) == (board, board)
    assert automaton.move(START, label["turn"]) == (0, 0)


def test_sets_of_states_move_together() -> None:
    automaton, label = made(plan_of(["a", "x"], ["b", "x"]))
    both = automaton.move(START, label["a"])[0] | automaton.move(START, label["b"])[0]
    assert len(numbers(automaton.move(both, label["x"])[0])) == 2


def test_the_best_state_is_that_of_the_best_pattern() -> None:
    automaton, label = made(plan_of(["a", "x"], ["b", "y"]))
    a, _ = automaton.move(START, label["a"])
    b, _ = automaton.move(START, label["b"])
    assert 1 << automaton.best(a | b) == a


def test_nothing_leads_to_a_state_that_has_ended() -> None:
    automaton, label = made(plan_of(["a", "x"], ["b", "y"]))
    a, _ = automaton.move(START, label["a"])
    automaton.end(numbers(a)[0])
    assert automaton.move(START, label["a"]) == (0, 0)
    assert automaton.move(START, label["b"])[0]
