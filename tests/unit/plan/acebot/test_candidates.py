"""The tree of candidate patterns: repetition, page turning, pruning."""

from periplus.plan.acebot import candidates
from periplus.plan.acebot.candidates import Candidate, find_candidates
from periplus.plan.acebot.label_clusters import LabelClusters
from unit.plan.acebot.samples import Link, graph_of

Pages = dict[str, tuple[range, list[Link]]]


def chain(length: int, label: str = "next") -> Pages:
    """Pages that lead from one to the next."""
    pages: Pages = {"p0": (range(5), [(label, "p1")])}
    for n in range(1, length):
        links = [(label, f"p{n + 1}")] if n + 1 < length else []
        pages[f"p{n}"] = (range(10 * n, 10 * n + 5), links)
    return pages


def shape(tree: list[Candidate], clusters: LabelClusters) -> list[str]:
    """Each candidate as "a/b+"."""
    names = [""]
    for node in tree[1:]:
        sign = "+" if node.repeated else ""
        names.append(f"{names[node.parent]}/{clusters.names[node.label]}{sign}")
    return names[1:]


def test_a_label_that_leads_on_is_repeated_a_few_times_in_scoring() -> None:
    graph, clusters = graph_of(chain(8))
    tree = find_candidates(graph, 3, 3)
    assert shape(tree, clusters) == ["/next+"]
    assert tree[1].pages.tolist() == [1, 2, 3]


def test_repetition_may_be_unbounded() -> None:
    graph, _ = graph_of(chain(8))
    assert find_candidates(graph, 3, None)[1].pages.tolist() == list(range(1, 8))


def test_steps_are_bounded() -> None:
    graph, clusters = graph_of(
        {
            "p0": (range(1), [("a", "p1")]),
            "p1": (range(1), [("b", "p2")]),
            "p2": (range(1), [("c", "p3")]),
            "p3": (range(1), []),
        }
    )
    assert shape(find_candidates(graph, 2, 3), clusters) == ["/a", "/a/b"]
    assert shape(find_candidates(graph, 3, 3), clusters) == ["/a", "/a/b", "/a/b/c"]


def test_turned_pages_belong_to_what_they_turn() -> None:
    graph, clusters = graph_of(
        {
            "home": (range(3), [("board", "b1")]),
            "b1": (range(9), [("turn", "b2"), ("topic", "t1")]),
            "b2": (range(20, 29), [("turn", "b1"), ("topic", "t2")]),
            "t1": (range(30, 40), []),
            "t2": (range(50, 60), []),
        },
        flips=["turn"],
    )
    tree = find_candidates(graph, 2, 3)
    assert shape(tree, clusters) == ["/board", "/board/topic"]
    assert tree[1].pages.tolist() == [1, 2]
    assert tree[2].pages.tolist() == [3, 4]


def test_a_redirect_leads_to_its_target() -> None:
    graph, clusters = graph_of(
        {
            "home": (range(3), [("go", "r")]),
            "r": (range(0), [("redirect", "t")]),
            "t": (range(5, 9), [("more", "u")]),
            "u": (range(20, 29), []),
        }
    )
    tree = find_candidates(graph, 2, 3)
    assert shape(tree, clusters) == ["/go", "/go/more"]
    assert tree[1].pages.tolist() == [1, 2]


def test_a_start_that_redirects_is_followed() -> None:
    graph, clusters = graph_of(
        {
            "": (range(0), [("redirect", "home")]),
            "home": (range(3), [("a", "x")]),
            "x": (range(5), []),
        }
    )
    assert shape(find_candidates(graph, 2, 3), clusters) == ["/a"]


def test_the_same_menu_on_every_page_makes_no_pattern_of_each() -> None:
    menu: list[Link] = [("menu", f"m{n}") for n in range(6)]
    pages: Pages = {"m0": (range(5), menu[1:])}
    for n in range(1, 6):
        pages[f"m{n}"] = (range(10 * n, 10 * n + 9), [link for link in menu if link[1] != f"m{n}"])
    graph, clusters = graph_of(pages)
    assert shape(find_candidates(graph, 4, 3), clusters) == ["/menu"]


def test_a_dense_graph_of_many_labels_does_not_explode() -> None:
    names = [f"p{n}" for n in range(40)]
    pages: Pages = {
        name: (
            range(50 * at, 50 * at + 50),
            [(f"l{(at * 7 + n * 3) % 60}", names[(at + n) % 40]) for n in range(1, 30)],
        )
        for at, name in enumerate(names)
    }
    graph, _ = graph_of(pages)
    assert len(find_candidates(graph, 8, 3)) <= candidates.MOST_CANDIDATES


def test_a_site_of_one_page_has_no_patterns() -> None:
    graph, _ = graph_of({"home": (range(9), [])})
    assert len(find_candidates(graph, 4, 3)) == 1
