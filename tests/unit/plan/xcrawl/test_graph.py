"""The link graph."""

import numpy as np

from periplus.plan.xcrawl.graph import LinkGraph, packed, unpacked


def test_a_page_counts_once_and_links_to_itself_or_twice_do_not() -> None:
    graph = LinkGraph()
    page, nodes = graph.add_page(10, [11, 12, 11, 10])
    assert (len(graph), graph.links, len(nodes)) == (3, 2, 2)
    graph.add_page(10, [13])
    assert graph.links == 2
    assert graph.is_fetched[page]
    assert not graph.is_fetched[graph.node(11)]
    assert graph.find(99) is None


def test_columns_and_degrees_hold_every_link() -> None:
    graph = LinkGraph()
    expected = set()
    for page in range(40):
        targets = [(page * 7 + k) % 50 for k in range(1, 5)]
        graph.add_page(page, targets)
        expected |= {(page, target) for target in targets if target != page}
    sources, targets_ = graph.columns()
    ids = graph.ids
    assert {(ids[s], ids[t]) for s, t in zip(sources, targets_, strict=True)} == expected
    assert int(graph.degrees().sum()) == len(expected)


def test_what_is_saved_is_restored() -> None:
    graph, other = LinkGraph(), LinkGraph()
    graph.add_page(5, [6, 7])
    graph.add_page(6, [5])
    other.restore(graph.save())
    assert other.save() == graph.save()
    assert other.node(7) == graph.node(7)
    assert other.is_fetched == graph.is_fetched


def test_arrays_survive_packing() -> None:
    values = np.array([3, 1, 2], np.int32)
    assert unpacked(packed(values), np.int32).tolist() == [3, 1, 2]
