"""ACEBot's selection, automaton and navigation on random sites."""

import json

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.bench.reproduce_acebot import greedy_and_best, random_graph
from periplus.plan.acebot.automaton import START, Automaton
from periplus.plan.acebot.expressions import from_expression, to_expression
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.navigation import Navigation
from periplus.plan.acebot.patterns import NavigationPlan, Pattern, Repeat, Step
from periplus.plan.acebot.selection import Selection, select_patterns

LABELS = ["html/body/ul/li/a", "td.title/a", "div#main/p.text/a", "html/head/link.next"]
steps = st.builds(Step, st.sampled_from(LABELS), st.sampled_from(Repeat))
patterns = st.builds(
    lambda walk, score: Pattern(tuple(walk), 5, 100, score),
    st.lists(steps, min_size=1, max_size=4),
    st.floats(0, 1000),
)
plans = st.lists(patterns, min_size=1, max_size=5).map(
    lambda found: NavigationPlan(tuple(found), tuple(LABELS))
)
links = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 11)), max_size=12)
sites = st.lists(links, min_size=12, max_size=12)


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_greedy_is_never_better_than_the_best_and_seldom_worse(seed: int) -> None:
    pair = greedy_and_best(seed)
    if pair is not None:
        greedy, best = pair
        assert best <= greedy <= 2 * best


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_lazy_scores_choose_what_counting_all_scores_chooses(seed: int) -> None:
    graph, tree = random_graph(seed)
    selection = Selection(graph, tree, expecting=False)
    for chosen in select_patterns(graph, tree, 1.0):
        useful = [
            n
            for n in range(1, len(tree))
            if selection.pages(n) and not selection.is_redundant(n, selection.added(n))
        ]
        best = max(selection.score(number) for number in useful)
        assert abs(chosen.score - best) < 1e-9
        selection.take(chosen.candidate)


@given(steps=st.lists(steps, min_size=1, max_size=6))
def test_expressions_are_read_as_they_were_written(steps: list[Step]) -> None:
    written = to_expression("http://a.test/", tuple(steps))
    assert from_expression(written) == ("http://a.test/", tuple(steps))


def paths_allow(plan: NavigationPlan, site: list[list[tuple[int, int]]]) -> set[int]:
    """The pages that a walk along the patterns reaches, by brute force over (page, state)."""
    automaton = Automaton(plan, LabelClusters(plan.labels))
    reached = {(0, START)}
    work = [(0, START)]
    while work:
        page, states = work.pop()
        for label, target in site[page]:
            onward, _ = automaton.move(states, label)
            for bit in range(onward.bit_length()):
                found = (target, 1 << bit)
                if onward >> bit & 1 and found not in reached:
                    reached.add(found)
                    work.append(found)
    return {page for page, _ in reached}


@given(plans, sites, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_exactly_what_the_patterns_allow_is_fetched_in_any_order(
    plan: NavigationPlan, site: list[list[tuple[int, int]]], order: object
) -> None:
    """Whatever comes first, a page that is reached again in new states is judged again."""
    navigation = Navigation(Automaton(plan, LabelClusters(plan.labels)))
    waiting, fetched = {0}, set()
    navigation.start([0])
    while waiting:
        page = order.choice(sorted(waiting))  # type: ignore[attr-defined]
        waiting.discard(page)
        fetched.add(page)
        targets = np.array([target for _, target in site[page]], dtype=np.uint32)
        clusters = np.array([label for label, _ in site[page]], dtype=np.int32)
        navigation.add_page(page, targets, clusters, None, has_news=True)
        saved = json.loads(json.dumps(navigation.save()))
        navigation.restore(saved)
        waiting |= navigation.take_changes().keys() - fetched
    assert fetched == paths_allow(plan, site)
