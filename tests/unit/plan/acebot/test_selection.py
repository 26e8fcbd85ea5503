"""Greedy selection: the paper's worked example, lazy scores, the second round."""

import numpy as np
import pytest

from periplus.plan.acebot.candidates import find_candidates
from periplus.plan.acebot.selection import (
    Selection,
    expected_grams,
    from_bits,
    select_patterns,
    to_bits,
)
from unit.plan.acebot.samples import Link, graph_of


def worked_example() -> dict[str, tuple[range, list[Link]]]:
    """Figure 4 and Table 1: l1 reaches p3 and p4, l4 leads on from there, l2 and l3 are poor."""
    return {
        "p0": (range(0), [("l1", "p3"), ("l1", "p4"), ("l2", "p1"), ("l3", "p2")]),
        "p1": (range(10_000, 10_239), []),
        "p2": (range(20_000, 20_754), []),
        "p3": (range(3_227), [("l4", "p5")]),
        # 2,039 2-grams, 159 of them on p3 too: 5,266 in all, 5,107 distinct.
        "p4": (range(3_227 - 159, 5_107), []),
        # 2,600, of which 493 were seen: 7,214 distinct with the others.
        "p5": (range(5_107 - 493, 7_214), []),
    }


def by_label(name: str) -> tuple[Selection, int, int]:
    graph, clusters = graph_of(worked_example())
    tree = find_candidates(graph, 3, 3)
    number = next(n for n, node in enumerate(tree) if n and clusters.names[node.label] == name)
    return Selection(graph, tree, expecting=False), number, tree[number].depth


@pytest.mark.parametrize(
    ("label", "score"), [("l1", 2553.5), ("l4", 2404.7), ("l3", 754.0), ("l2", 239.0)]
)
def test_the_scores_of_the_papers_example(label: str, score: float) -> None:
    selection, number, _ = by_label(label)
    assert round(selection.score(number), 1) == score


def test_the_selection_of_the_papers_example() -> None:
    graph, clusters = graph_of(worked_example())
    tree = find_candidates(graph, 3, 3)
    chosen = select_patterns(graph, tree, 1.0)
    names = [clusters.names[tree[one.candidate].label] for one in chosen]
    assert names == ["l1", "l4", "l3", "l2"]
    # After l1, only the page beyond it counts.
    assert (chosen[1].pages, chosen[1].new_grams, chosen[1].score) == (1, 2107, 2107.0)


def test_selection_ends_at_the_completion_ratio() -> None:
    graph, _ = graph_of(worked_example())
    tree = find_candidates(graph, 3, 3)
    chosen = select_patterns(graph, tree, 0.85)
    assert len(chosen) == 2
    assert chosen[-1].coverage == pytest.approx(7214 / (7214 + 754 + 239))


def test_at_most_so_many_patterns_are_selected() -> None:
    graph, _ = graph_of(worked_example())
    assert len(select_patterns(graph, find_candidates(graph, 3, 3), 1.0, most=1)) == 1


def test_a_prefix_of_a_selected_pattern_is_not_selected_again() -> None:
    graph, clusters = graph_of(
        {
            "home": (range(0), [("list", "hub")]),
            "hub": (range(5), [("item", "a"), ("item", "b")]),
            "a": (range(100, 1_000), []),
            "b": (range(2_000, 3_000), []),
        }
    )
    tree = find_candidates(graph, 3, 3)
    chosen = select_patterns(graph, tree, 1.0)
    assert [clusters.names[tree[one.candidate].label] for one in chosen] == ["item"]
    assert chosen[0].pages == 3  # the hub is paid for


def test_what_repeats_others_is_left_out() -> None:
    graph, clusters = graph_of(
        {
            "home": (range(0), [("post", "a"), ("post", "b"), ("print", "pa"), ("print", "pb")]),
            "a": (range(500), []),
            "b": (range(500, 1_000), []),
            "pa": (range(480), []),
            "pb": (range(500, 985), [("more", "c")]),
            "c": (range(505, 990), []),
        }
    )
    tree = find_candidates(graph, 2, 3)
    chosen = select_patterns(graph, tree, 1.0)
    assert [clusters.names[tree[one.candidate].label] for one in chosen] == ["post"]


def test_another_spelling_of_a_page_that_is_led_to_adds_nothing() -> None:
    """The thread itself was not sampled, but the selected pattern leads to it."""
    graph, clusters = graph_of(
        {
            "home": (range(0), [("thread", "t1"), ("thread", "t2"), ("last", "post")]),
            "t1": (range(500), []),
            "post": (range(1_000, 1_500), [("canonical", "t2")]),
        }
    )
    tree = find_candidates(graph, 2, 3)
    selection = Selection(graph, tree, expecting=False)
    numbers = {clusters.names[node.label]: n for n, node in enumerate(tree) if n}
    assert selection.score(numbers["last"]) == 500
    selection.take(numbers["thread"])
    assert selection.score(numbers["last"]) == 0


def test_a_pattern_whose_sampled_pages_are_covered_is_kept_for_the_others() -> None:
    graph, clusters = graph_of(
        {
            "home": (range(0), [("best", "a"), ("best", "b"), ("all", "list")]),
            "list": (range(3), [("row", "a"), ("row", "b"), ("row", "c"), ("row", "d")]),
            "a": (range(100, 600), []),
            "b": (range(600, 1_100), []),
        }
    )
    tree = find_candidates(graph, 2, 3)
    chosen = select_patterns(graph, tree, 0.95)
    expected = [one for one in chosen if one.is_expected]
    assert [clusters.names[tree[one.candidate].label] for one in expected] == ["row"]
    assert expected[0].pages >= 2
    assert expected[0].new_grams == pytest.approx(1_000, rel=0.01)


def test_what_was_not_sampled_is_worth_what_its_poorest_step_is() -> None:
    graph, _ = graph_of(
        {
            "home": (range(0), [("rich", "a"), ("rich", "x"), ("poor", "b"), ("poor", "x")]),
            "a": (range(100), []),
            "b": (range(100, 110), []),
        }
    )
    expected = expected_grams(graph, find_candidates(graph, 1, 3))
    assert expected.tolist() == [0, 0, 0, 10]


def test_bits_hold_vertices() -> None:
    vertices = np.array([0, 7, 8, 63, 99])
    assert from_bits(to_bits(vertices, 100), 100).tolist() == vertices.tolist()
    assert to_bits(vertices, 100).bit_count() == 5
