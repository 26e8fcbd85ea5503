"""The site graph of a sample."""

import numpy as np
import pytest

from periplus.plan.acebot import graph as graph_module
from unit.plan.acebot.samples import graph_of


def test_sampled_pages_come_first_then_what_they_link_to() -> None:
    graph, _ = graph_of({"home": (range(3), [("a", "x"), ("a", "p")]), "p": (range(5), [])})
    assert graph.sampled == 2
    assert len(graph.ids) == 3
    assert graph.roots == [0]


def test_edges_by_label() -> None:
    graph, clusters = graph_of(
        {
            "home": (range(3), [("a", "p"), ("b", "x"), ("a", "y")]),
            "p": (range(5), [("b", "home")]),
        }
    )
    found = {
        clusters.names[label]: sorted(targets.tolist())
        for label, targets in graph.out_edges(np.array([0, 1]))
    }
    assert found == {"a": [1, 3], "b": [0, 2]}
    only_p = np.array([False, True])
    assert graph.targets_along(clusters.number("b"), only_p).tolist() == [0]


def test_redirects_are_followed_and_loops_end() -> None:
    graph, _ = graph_of(
        {
            "home": (range(3), [("a", "r1")]),
            "r1": (range(0), [("redirect", "r2")]),
            "r2": (range(0), [("redirect", "r1")]),
        }
    )
    assert np.flatnonzero(graph.reached(np.array([1]))).tolist() == [1, 2]


def test_a_spelling_shares_the_identity_of_its_canonical_page() -> None:
    graph, _ = graph_of(
        {
            "home": (range(3), [("a", "p"), ("a", "q")]),
            "p": (range(10, 60), []),
            "q": (range(10, 55), [("canonical", "p")]),
        }
    )
    assert graph.canonical_trusted
    assert graph.identity.tolist() == [0, 1, 1]


def test_declarations_that_are_wrong_are_not_used() -> None:
    """A theme that names the home page on every page as canonical."""
    graph, _ = graph_of(
        {
            "home": (range(50), [("a", "p"), ("a", "q")]),
            "p": (range(100, 160), [("canonical", "home")]),
            "q": (range(200, 260), [("canonical", "home")]),
        }
    )
    assert not graph.canonical_trusted
    assert graph.identity.tolist() == [0, 1, 2]


def test_of_very_many_grams_a_share_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_module, "_MOST_GRAMS", 1_000)
    graph, _ = graph_of({"home": (range(4_000), [])})
    assert graph.gram_share == 0.25
    assert graph.gram_count == 1_000


def test_an_empty_site_makes_a_graph() -> None:
    graph, _ = graph_of({"home": (range(0), [])})
    assert (graph.sampled, graph.gram_count, graph.flips) == (1, 0, frozenset())
