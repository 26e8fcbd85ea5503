"""Hubs and authorities with pins, and PageRank."""

import numpy as np
import pytest

from periplus.plan.xcrawl.graph import LinkGraph
from periplus.plan.xcrawl.weights import Mask, Weights, weigh
from timing import least_cpu


def masks(graph: LinkGraph, accepted: list[int], hubs: list[int]) -> tuple[Mask, Mask]:
    chosen = []
    for ids in (accepted, hubs):
        mask = np.zeros(len(graph), np.bool_)
        mask[[graph.node(url_id) for url_id in ids]] = True
        chosen.append(mask)
    return chosen[0], chosen[1]


def timeline() -> LinkGraph:
    """Two lists of three items each that also link each other, and a page that links one item."""
    graph = LinkGraph()
    graph.add_page(1, [11, 12, 13, 2])
    graph.add_page(2, [14, 15, 16, 1])
    graph.add_page(3, [11, 30, 31])
    for item in range(11, 17):
        graph.add_page(item, [1, 3])
    return graph


def test_pages_that_list_authorities_are_hubs_also_when_they_link_each_other() -> None:
    graph = timeline()
    accepted, hubs = masks(graph, [11, 12, 13, 14, 15, 16], [1, 2])
    weights = weigh(graph, accepted, hubs, 0.85)
    assert [graph.ids[node] for node in weights.hubs().tolist()] == [1, 2]
    assert weights.lists[graph.node(1)] == 3
    assert weights.hub[graph.node(1)] > weights.hub[graph.node(3)]


def test_accepted_pages_stay_pinned_to_authority_one() -> None:
    graph = timeline()
    accepted, hubs = masks(graph, [11, 14], [])
    weights = weigh(graph, accepted, hubs, 0.85)
    assert weights.authority[graph.node(11)] == 1.0
    assert weights.authority[graph.node(14)] == 1.0
    # Never accepted, but listed beside accepted pages.
    assert weights.authority[graph.node(12)] > weights.authority[graph.node(30)]


def test_the_weight_of_a_page_is_the_mean_of_what_is_not_zero() -> None:
    weights = Weights(
        np.array([1.0, 0.0]), np.array([0.0, 0.0]), np.array([0.0, 0.4]), np.zeros(2, np.int32)
    )
    assert weights.mean().tolist() == [1.0, 0.4]


def test_while_one_authority_is_known_what_links_to_it_may_be_a_hub() -> None:
    graph = LinkGraph()
    graph.add_page(1, [11])
    graph.add_page(2, [12])
    accepted, hubs = masks(graph, [11], [])
    found = weigh(graph, accepted, hubs, 0.85).hubs().tolist()
    assert [graph.ids[node] for node in found] == [1]


def test_nothing_accepted_means_no_hubs_and_an_empty_graph_weighs_nothing() -> None:
    graph = timeline()
    accepted, hubs = masks(graph, [], [])
    assert len(weigh(graph, accepted, hubs, 0.85).hubs()) == 0
    empty = np.zeros(0, np.bool_)
    assert len(weigh(LinkGraph(), empty, empty, 0.85).mean()) == 0


def test_weights_begun_from_the_last_result_come_out_nearly_the_same() -> None:
    graph = timeline()
    accepted, hubs = masks(graph, [11, 12, 14], [])
    before = weigh(graph, accepted, hubs, 0.85)
    graph.add_page(40, [11, 14])
    accepted, hubs = masks(graph, [11, 12, 14], [])
    afresh = weigh(graph, accepted, hubs, 0.85)
    continued = weigh(graph, accepted, hubs, 0.85, before)
    assert np.allclose(afresh.hub, continued.hub, atol=0.02)
    assert np.allclose(afresh.rank, continued.rank, atol=0.05)


@pytest.mark.slow
def test_a_large_graph_is_updated_in_well_under_a_second() -> None:
    graph, count = LinkGraph(), 30_000
    targets = np.random.default_rng(0).integers(0, count, (count, 20))
    for page, row in enumerate(targets.tolist()):
        graph.add_page(page, row)
    accepted = np.arange(len(graph)) % 5 == 0
    hubs = np.zeros(len(graph), np.bool_)
    before = weigh(graph, accepted, hubs, 0.85)
    assert least_cpu(lambda: weigh(graph, accepted, hubs, 0.85, before)) < 1.0
