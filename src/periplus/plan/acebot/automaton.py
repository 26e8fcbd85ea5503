"""All patterns of a plan in one automaton over label clusters.

A state is a prefix of patterns; state 0 is the start. Sets of states are bits of an integer. A
page-turning link leads to the state it leaves.
"""

from dataclasses import dataclass, field

from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.patterns import NavigationPlan, Pattern, Repeat

START = 1  # the set that has state 0 alone


@dataclass(slots=True)
class State:
    """A prefix of patterns."""

    parent: int  # -1 for the start
    score: float  # the priority of the best pattern that goes through it
    is_expected: bool = False  # in patterns only that were selected for what was not sampled
    children: dict[int, int] = field(default_factory=dict)  # cluster -> state
    flips: set[int] = field(default_factory=set)  # clusters that turn pages here


class Automaton:
    """Which states a link leads to from the states of its page."""

    def __init__(self, plan: NavigationPlan, clusters: LabelClusters) -> None:
        self.states = [State(-1, 0.0)]
        self.alive = 0
        for pattern in plan.patterns:
            self._add(pattern, clusters)
        self.alive = (1 << len(self.states)) - 1
        # The clusters that lead anywhere from some state.
        self.alphabet = frozenset(c for s in self.states for c in (*s.children, *s.flips))
        self._moves: dict[tuple[int, int], tuple[int, int]] = {}

    def _add(self, pattern: Pattern, clusters: LabelClusters) -> None:
        at, score = 0, pattern.priority
        self.states[0].score = max(self.states[0].score, score)
        for step in pattern.steps:
            cluster = clusters.number(step.label)
            if step.repeat is Repeat.FLIP:
                self.states[at].flips.add(cluster)
                continue
            known = self.states[at].children.get(cluster)
            if known is None:
                known = self.states[at].children[cluster] = len(self.states)
                self.states.append(State(at, score, pattern.is_expected))
            at = known
            self.states[at].score = max(self.states[at].score, score)
            self.states[at].is_expected &= pattern.is_expected
            if step.repeat is Repeat.MORE:
                self.states[at].children[cluster] = at

    def move(self, states: int, cluster: int) -> tuple[int, int]:
        """Where a link leads from a set of states: all states, and those reached by a flip."""
        key = (states, cluster)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = self._moved(states, cluster)
        return found[0] & self.alive, found[1] & self.alive

    def _moved(self, states: int, cluster: int) -> tuple[int, int]:
        onward = flipped = 0
        for number in numbers(states):
            state = self.states[number]
            child = state.children.get(cluster)
            if child is not None:
                onward |= 1 << child
            if cluster in state.flips:
                flipped |= 1 << number
        return onward | flipped, flipped

    def best(self, states: int) -> int:
        """The state of the highest score."""
        return max(numbers(states), key=lambda number: (self.states[number].score, -number))

    def end(self, number: int) -> None:
        """Let nothing lead to a state any more."""
        self.alive &= ~(1 << number)


def numbers(states: int) -> list[int]:
    """The states of a set."""
    found = []
    while states:
        low = states & -states
        found.append(low.bit_length() - 1)
        states ^= low
    return found
