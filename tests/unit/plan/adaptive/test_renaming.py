"""Waiting links get another pattern when the function of pages that they name becomes known."""

from periplus.plan.adaptive.arcs import ArcKey, Arcs
from periplus.plan.adaptive.renaming import renamed
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_functions import UrlFunctions
from periplus.site.url_patterns import UrlPatterns

SITE = "http://wiki.test"
SECTIONS = ("cats", "dogs", "owls", "bats")


class Site:
    """Links that wait with the patterns of the time when they were found."""

    def __init__(self) -> None:
        settings = AdaptiveSettings()
        self.tree = YieldTree(settings)
        self.arcs = Arcs(self.tree, settings)
        self.functions = UrlFunctions()
        self.patterns = UrlPatterns(self.functions)
        self.waiting = Waiting(self.arcs.shape)

    def find(self, path: str, place: str) -> int:
        """A link is found and waits; its id."""
        url = SITE + path
        self.patterns.learn([url])
        target = len(self.waiting.urls) + 1
        self.waiting.make_room(target)
        self.waiting.put_url(target, url)
        pattern = self.waiting.pattern[target] = self.arcs.pattern(self.patterns.keys(url))
        key = ArcKey(pattern, place, False, False, -1)
        arc = self.arcs.number(key) or self.arcs.make(key, 1.0)
        self.arcs.stock[arc] += 1
        self.waiting.arc[target] = arc
        return target

    def names(self) -> dict[int, str]:
        """The new names of patterns by links."""
        found = renamed(self.waiting, self.arcs, self.patterns, self.functions)
        return {target: self.arcs.pattern_names[pattern] for target, pattern in found.items()}


def test_links_found_before_their_function_was_known_are_named_by_it_and_only_once() -> None:
    site = Site()
    for section in SECTIONS:
        site.find(f"/{section}/", "nav/a")
    histories = [site.find(f"/{section}/history/", "menu/a") for section in SECTIONS]
    early = histories[:2]  # a function is believed from the third page on
    names = site.names()
    assert {names.get(target) for target in early} == {"{}/history"}
    assert not set(names).difference(histories)
    assert site.names() == {}


def test_kinds_that_have_borne_keep_their_names() -> None:
    site = Site()
    for section in SECTIONS:
        site.find(f"/{section}/", "nav/a")
    first = site.find("/cats/photos/", "menu/a")
    site.tree.learn(site.arcs.nodes[site.waiting.arc[first]], 100.0, 6.0)
    for section in SECTIONS[1:]:
        site.find(f"/{section}/photos/", "menu/a")
    assert site.names() == {}
