"""Which labels turn pages."""

from periplus.plan.acebot.flips import same_layout
from unit.plan.acebot.samples import Link, graph_of

COMMON: list[Link] = [("menu", "m"), ("row", "r"), ("foot", "f")]


def flips(targets: list[Link], says: list[str]) -> list[str]:
    """Flip labels of a site where page `b1` has the common layout and some links."""
    graph, clusters = graph_of(
        {
            "home": (range(3), [("board", "b1")]),
            "b1": (range(10, 30), [*COMMON, ("turn", "b2")]),
            "b2": (range(40, 60), targets),
        },
        flips=says,
    )
    return [clusters.names[number] for number in sorted(graph.flips)]


def test_a_link_that_says_next_and_leads_to_its_like_turns_pages() -> None:
    assert flips([*COMMON, ("turn", "b1")], ["turn"]) == ["turn"]


def test_a_link_that_does_not_say_so_does_not() -> None:
    assert flips([*COMMON, ("turn", "b1")], []) == []


def test_a_link_to_another_layout_does_not() -> None:
    assert flips([("post", "x"), ("quote", "y")], ["turn"]) == []


def test_a_link_to_another_spelling_does_not() -> None:
    assert flips([*COMMON, ("canonical", "b9")], ["turn"]) == []


def test_a_link_to_a_post_on_the_same_page_does_not() -> None:
    graph, _ = graph_of(
        {
            "thread": (range(50), [*COMMON, ("number", "post")]),
            "post": (range(49), [*COMMON, ("number", "thread")]),
        },
        flips=["number"],
    )
    assert graph.flips == frozenset()


def test_what_was_not_sampled_is_believed() -> None:
    graph, clusters = graph_of(
        {"home": (range(3), [("menu", "m"), ("turn", "p2")])}, flips=["turn"]
    )
    assert [clusters.names[number] for number in graph.flips] == ["turn"]


def test_layouts_are_compared_by_what_they_share() -> None:
    assert same_layout(frozenset({1, 2, 3, 4}), frozenset({1, 2, 3, 4, 5}))
    assert not same_layout(frozenset({1, 2, 3}), frozenset({3, 4, 5}))
