"""Arcs: what makes links one group, where their estimates hang, and the limit on their number."""

import json
from typing import Any

import pytest

from periplus.plan.adaptive import arcs as module
from periplus.plan.adaptive.arcs import NO_ARC, ArcKey, Arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_patterns import UrlKeys

BOARD, TOPIC = UrlKeys("/*?id", "/board?id=N"), UrlKeys("/*?id", "/topic?id=N")
HELP = UrlKeys("/*", "/help")
SETTINGS = AdaptiveSettings()
PLACES = ((0, "ul/a"), (0, "div/a"), (1, "ul/a"))


def made(*kinds: UrlKeys, settings: AdaptiveSettings = SETTINGS) -> tuple[Arcs, YieldTree]:
    """Arcs that know these patterns, by the order of which they are numbered."""
    tree = YieldTree(settings)
    arcs = Arcs(tree, settings)
    for keys in kinds:
        arcs.pattern(keys)
    return arcs, tree


def key(pattern: int = 0, place: str = "ul/a", **marks: Any) -> ArcKey:
    return ArcKey(pattern, place, False, False, -1)._replace(**marks)


def test_each_mark_divides_and_names_find_the_arcs() -> None:
    arcs, _ = made(BOARD, TOPIC)
    keys = [
        key(),
        key(1),
        key(place="p/a"),
        key(turns_pages=True),
        key(is_other_spelling=True),
        key(size=2),
        key(size=3),
    ]
    numbers = [arcs.make(each, 1.0) for each in keys]
    assert len(set(numbers)) == len(set(arcs.names[1:])) == len(keys)
    assert [arcs.number(each) for each in keys] == numbers
    assert [arcs.find(arcs.names[number]) for number in numbers] == numbers
    assert arcs.number(key(9)) == arcs.find("nowhere") == NO_ARC


def test_patterns_are_found_by_name_or_shape() -> None:
    arcs, _ = made(BOARD, HELP, TOPIC)
    assert arcs.pattern(BOARD) == 0
    assert arcs.patterns_like([TOPIC]) == {0, 2}
    assert arcs.patterns_like([UrlKeys("/other", "/help")]) == {1}
    assert arcs.patterns_like([]) == set()


def test_patterns_are_found_by_their_parameters() -> None:
    arcs, _ = made(BOARD, HELP, UrlKeys("/*?id&sid", "/topic?id=N&sid=H"))
    assert arcs.patterns_with(["sid", "other"]) == {2}
    assert arcs.patterns_with(["id"]) == {0, 2}
    assert arcs.patterns_with([]) == set()


def test_without_patterns_all_links_have_one() -> None:
    arcs, _ = made(BOARD, HELP, settings=AdaptiveSettings(use_patterns=False))
    assert arcs.pattern(BOARD) == arcs.pattern(HELP)


def test_what_an_arc_brings_is_lent_to_its_pattern_but_not_to_other_spellings() -> None:
    arcs, tree = made(BOARD)
    tried, sibling = arcs.make(key(), 1.0), arcs.make(key(place="p/a"), 1.0)
    spelling = arcs.make(key(is_other_spelling=True), 1.0)
    before = tree.estimates()
    for _ in range(5):
        tree.learn(arcs.nodes[tried], 100.0, 1.0)
    after = tree.estimates()
    own, lent, other = (after[arcs.nodes[arc]] for arc in (tried, sibling, spelling))
    assert own > lent > other
    assert lent > before[arcs.nodes[sibling]]


def test_past_the_limit_places_and_sizes_are_no_longer_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arcs, _ = made(BOARD, TOPIC)
    arcs.make(key(), 1.0)
    monkeypatch.setattr(module, "_MOST_ARCS", len(arcs))
    merged = arcs.make(key(place="p/a"), 1.0)
    assert arcs.make(key(place="q/a", size=3), 1.0) == merged
    assert arcs.make(key(1), 1.0) != merged
    assert arcs.make(key(is_other_spelling=True), 1.0) != merged


def test_state_survives_json() -> None:
    arcs, tree = made(BOARD, TOPIC)
    arc = arcs.make(key(size=2), 0.5)
    arcs.make(key(1), 1.0)
    arcs.make(key(arcs.pattern(HELP)), 1.0)
    arcs.stock[arc] = 3
    restored, other_tree = made()
    other_tree.restore(json.loads(json.dumps(tree.save())))
    restored.restore(json.loads(json.dumps(arcs.save())))
    assert restored.save() == arcs.save()
    assert restored.shapes.tolist() == arcs.shapes.tolist() == [0, 1, 1, 2]
    assert restored.number(key(size=2)) == restored.find(arcs.names[arc]) == arc
    assert restored.pattern(TOPIC) == 1
    assert restored.make(key(size=4), 1.0) == arcs.make(key(size=4), 1.0)
    assert restored.nodes == arcs.nodes  # known nodes are found again, not made twice
    assert len(other_tree) == len(tree)


def test_patterns_beyond_the_limit_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_PATTERNS", 2)
    arcs, tree = made(BOARD, TOPIC)
    rest = arcs.pattern(HELP)
    nodes = len(tree)
    assert arcs.pattern(UrlKeys("/*/*", "/other/*")) == rest == 2
    assert (arcs.pattern(TOPIC), len(tree)) == (1, nodes)


EDITS = [UrlKeys("/*/*/*", f"/{section}/*/edit", "{}/edit") for section in ("animals", "plants")]


def test_what_is_shown_of_pages_is_one_kind_until_it_bears() -> None:
    arcs, tree = made(*EDITS)
    assert arcs.pattern_names == ["{}/edit"]
    node = arcs.pattern_node(0)
    for gain in (0.0, 0.0, 0.0, 50.0, 50.0):
        assert arcs.pattern(EDITS[1]) == 0
        tree.learn(node, gain, price=10.0)
    assert [arcs.pattern_names[arcs.pattern(keys)] for keys in EDITS] == [
        "/animals/*/edit",
        "/plants/*/edit",
    ]
    expected = [tree.estimate(arcs.pattern_node(number), 1.0) for number in (1, 2)]
    assert expected[0] == expected[1] > 10.0  # as the function has brought so far


def test_urls_may_be_of_another_pattern_where_only_words_differ_that_one_of_them_lacks() -> None:
    shape = "/*/*"
    names = ("/shop/*", "/*/*", "/news/*", "/shop/sale", "shop/{}")
    arcs, _ = made(*(UrlKeys(shape, name) for name in names), UrlKeys("/*", "/shop"))
    assert arcs.may_become([0]) == {0, 1, 3, 4}
    assert arcs.may_become([2, 5]) == {1, 2, 4, 5}
    assert arcs.may_become([2] * 31) == {0, 1, 2, 3, 4}  # too many to compare


def test_an_arc_has_borne_where_a_fair_part_of_its_fetches_brought_something() -> None:
    arcs, tree = made(TOPIC)
    arc = arcs.make(key(), 1.0)
    assert not arcs.has_borne(arc)
    tree.learn(arcs.nodes[arc], 100.0, 6.0)
    assert arcs.has_borne(arc)
    for _ in range(4):
        tree.learn(arcs.nodes[arc], 0.0, 6.0)
    assert not arcs.has_borne(arc)


def test_what_was_tried_in_vain_counts_where_the_links_go() -> None:
    arcs, tree = made(TOPIC, BOARD)
    barren, bearing, heir = (arcs.make(key(pattern, place), 1.0) for pattern, place in PLACES)
    for _ in range(9):
        tree.learn(arcs.nodes[barren], gain=0.0, price=6.0)
        tree.learn(arcs.nodes[bearing], gain=100.0, price=6.0)
    arcs.pass_on(bearing, heir)
    assert tree.fetches[arcs.nodes[heir]] == 0
    arcs.pass_on(barren, heir)
    assert (tree.fetches[arcs.nodes[heir]], tree.fruits[arcs.nodes[heir]]) == (4, 0)


@pytest.mark.parametrize(
    ("keys", "is_lowered"), [(BOARD, True), (UrlKeys("/*/*.html", "/N-may/*.html"), False)]
)
def test_barren_parts_that_names_tell_say_nothing_of_things_not_in_hand(
    keys: UrlKeys, is_lowered: bool
) -> None:
    arcs, tree = made(keys)
    first, later = arcs.make(key(), 1.0), arcs.make(key(shows_known=True), 1.0)
    untried = arcs.nodes[arcs.make(key(place="p/a"), 1.0)]
    tree.learn(arcs.nodes[first], 100.0, 5.0)
    before = tree.estimates()[untried]
    for _ in range(5):
        tree.learn(arcs.nodes[later], 0.0, 5.0)
    after = tree.estimates()
    assert bool(after[untried] < 0.8 * before) is is_lowered
    assert after[arcs.nodes[later]] < 5.0
