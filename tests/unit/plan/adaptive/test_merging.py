"""What was learned of links under one spelling counts for those under another."""

import pytest

from periplus.plan.adaptive.arcs import ArcKey, Arcs
from periplus.plan.adaptive.merging import merge
from periplus.plan.adaptive.revealed import Revealed
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.yields import ROOT, YieldTree
from periplus.site.url_patterns import UrlKeys

WITH_SESSION = UrlKeys("/b?f&s", "/board?f=N&s=H")
WITHOUT = UrlKeys("/b?f", "/board?f=N")


class Model:
    def __init__(self) -> None:
        settings = AdaptiveSettings()
        self.tree = YieldTree(settings)
        self.arcs = Arcs(self.tree, settings)
        self.revealed = Revealed()
        self.former, self.pattern = self.arcs.pattern(WITH_SESSION), self.arcs.pattern(WITHOUT)
        self.arc = self.arcs.make(self.key(self.former), 1.0)
        self.elsewhere = self.arcs.make(self.key(self.pattern, "menu"), 1.0)

    def key(self, pattern: int, place: str = "list", size: int = -1) -> ArcKey:
        return ArcKey(pattern, place, turns_pages=False, is_other_spelling=False, size=size)

    def fetch(self, gains: list[float]) -> None:
        for gain in gains:
            self.tree.learn(self.arcs.nodes[self.arc], gain, price=10.0)
            self.revealed.learn(self.arc, {self.elsewhere: 20})

    def merge(self) -> int:
        merge({(self.former, self.pattern)}, self.arcs, self.tree, self.revealed)
        return self.arcs.number(self.key(self.pattern))


def test_what_links_brought_and_revealed_counts_for_the_pattern_that_they_stand_for() -> None:
    model = Model()
    model.fetch([200.0, 100.0, 150.0])
    before = model.tree.estimates()
    merged = model.merge()
    after = model.tree.estimates()
    assert after[model.arcs.nodes[merged]] > 0.9 * before[model.arcs.nodes[model.arc]]
    assert after[model.arcs.nodes[model.elsewhere]] > before[model.arcs.nodes[model.elsewhere]]
    assert model.revealed.links(merged) == pytest.approx(20)
    assert model.revealed.links(model.arc) == 0
    assert model.tree.fetches[model.arcs.nodes[merged]] == 3
    assert model.tree.fetches[ROOT] == 3
    model.merge()  # there is nothing left
    assert model.tree.fetches[model.arcs.nodes[merged]] == 3


def test_copies_that_brought_nothing_say_nothing_of_the_pages() -> None:
    model = Model()
    model.fetch([200.0, 0.0, 0.0, 0.0, 0.0])
    assert model.merge() == 0
    assert model.tree.fetches[model.arcs.nodes[model.arc]] == 5
    assert not model.tree.fetches[model.arcs.pattern_node(model.pattern)]


def test_divisions_by_size_are_kept() -> None:
    model = Model()
    model.fetch([90.0])
    model.arc = model.arcs.make(model.key(model.former, size=3), 1.0)
    model.fetch([200.0, 100.0])
    merged = model.merge()
    divided = model.arcs.number(model.key(model.pattern, size=3))
    assert model.tree.fetches[model.arcs.nodes[divided]] == 2
    assert model.tree.fetches[model.arcs.nodes[merged]] == 3
    assert model.tree.fetches[model.arcs.pattern_node(model.pattern)] == 3
