"""Waiting links change to the best place where they stand, unless they would be others there."""

import pytest

from periplus.plan.adaptive.arcs import NO_ARC, ArcKey, Arcs
from periplus.plan.adaptive.better_arcs import better_arcs
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_patterns import UrlKeys

TARGET = 5


class Site:
    """A URL that waits in one arc and could wait in another."""

    def __init__(self, held: ArcKey, other: ArcKey) -> None:
        settings = AdaptiveSettings()
        self.arcs = Arcs(YieldTree(settings), settings)
        self.arcs.pattern(UrlKeys("/*", "/*"))
        self.held, self.other = (self.arcs.make(key, 1.0) for key in (held, other))
        self.waiting = Waiting(self.arcs.shape)
        self.waiting.make_room(TARGET)
        self.waiting.arc[TARGET] = self.held
        self.waiting.put_other(TARGET, self.other)

    def better(self, held: float, other: float) -> dict[int, int]:
        values = {self.held: held, self.other: other}
        return better_arcs(self.waiting, self.arcs, lambda arc: values.get(arc, 0.0))


LIST, HEAD = ArcKey(0, "ul/li", False, False, -1), ArcKey(0, "h1", False, False, -1)


def test_a_link_changes_to_an_arc_that_is_clearly_better() -> None:
    site = Site(LIST, HEAD)
    assert site.better(10.0, 12.0) == {TARGET: site.other}
    assert site.better(10.0, 10.5) == {}
    assert site.better(12.0, 10.0) == {}


@pytest.mark.parametrize("mark", ["is_other_spelling", "shows_known"])
def test_what_a_link_is_does_not_change_with_the_place(mark: str) -> None:
    assert Site(LIST._replace(**{mark: True}), HEAD).better(1.0, 9.0) == {}
    of_known = LIST._replace(shows_known=True), HEAD._replace(shows_known=True)
    assert Site(*of_known).better(1.0, 9.0) != {}


def test_links_that_wait_no_longer_stay_where_they_are() -> None:
    site = Site(LIST, HEAD)
    site.waiting.arc[TARGET] = NO_ARC
    assert site.better(1.0, 9.0) == {}
    site.waiting.others.clear()
    assert site.better(1.0, 9.0) == {}
