"""Kinds of links: what is expected of a link, learned from its siblings.

A kind is a URL pattern at a place of the layout, divided by two marks: how far the page that the
link stands on is about the topic, and how much of the topic the link itself names. What was learned
of the marks alone is lent to patterns, and of patterns to places.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from periplus.page.view import PageView
from periplus.plan.adaptive.words import chore_factor
from periplus.plan.strategy import Offered
from periplus.plan.topic.yields import Yields
from periplus.site.label_keys import LabelKeys
from periplus.site.url_patterns import UrlPatterns

# Before anything is known: by the page's relevance (down) and what the link names (across).
_PRIORS = ((0.05, 0.35, 0.60), (0.30, 0.55, 0.75), (0.40, 0.65, 0.85))
PRIOR_FLOOR = 0.01


class Kind(NamedTuple):
    """What makes links one group."""

    steps: int  # pages off the topic in a row that lead here, its own source among them
    parent: int  # 0 off the topic, 1 of it, 2 much about it
    signs: int  # of the topic in anchor and URL: none, some, many
    pattern: str
    place: str

    @property
    def group(self) -> str:
        """The name of its group in the frontier."""
        return f"{self.steps}.{self.parent}.{self.signs} {self.pattern} @ {self.place}"


def kind_of_group(group: str) -> Kind | None:
    """The kind that a group's name tells; None for seeds and others that are not ours."""
    marks, _, rest = group.partition(" ")
    pattern, at, place = rest.partition(" @ ")
    numbers = marks.split(".")
    if not at or len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    steps, parent, signs = map(int, numbers)
    return Kind(steps, parent, signs, pattern, place)


class Kinds:
    """Sorts links into kinds and estimates each."""

    def __init__(self) -> None:
        self._patterns = UrlPatterns()
        self._places = LabelKeys()
        self._keys: dict[str, str] = {}  # of the labels of the page in hand
        self.yields = Yields()

    def learn_page(self, view: PageView, fresh: list[str]) -> None:
        """Take in the labels and the new URLs of a page, before its links are sorted."""
        self._keys.clear()
        self._places.learn(view.links.label_names)
        self._patterns.learn(fresh)

    def kind(self, offered: Offered, view: PageView | None, marks: tuple[int, int, int]) -> Kind:
        """The kind of a link; `marks` are steps, parent and signs."""
        place = ""
        if view is not None and offered.row >= 0:
            label = view.links.label_names[int(view.links.labels[offered.row])]
            place = self._keys.get(label) or self._keys.setdefault(label, self._places.key(label))
        return Kind(*marks, self._patterns.keys(offered.url).pattern, place)

    def expected(self, kind: Kind, chore: float = 1.0) -> float:
        """How much of a relevant page a fetch of this kind will bring."""
        marks, *finer = names_of(kind)
        known = self.yields.estimate([marks], _PRIORS[kind.parent][kind.signs])
        return self.yields.estimate(finer, max(PRIOR_FLOOR, known * chore))

    def learn(self, kind: Kind, gain: float) -> None:
        """A link of this kind was fetched and brought so much."""
        self.yields.learn(names_of(kind), gain)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "patterns": self._patterns.save(),
            "places": self._places.save(),
            "yields": self.yields.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._patterns.restore(state["patterns"])
        self._places.restore(state["places"])
        self.yields.restore(state["yields"])


def names_of(kind: Kind) -> tuple[str, ...]:
    """The kinds of a link from coarse to fine, as yields are learned by."""
    marks = f"{kind.parent}.{kind.signs}"
    return (
        marks,
        f"{kind.pattern}",
        f"{marks} {kind.pattern}",
        f"{marks} {kind.pattern} @ {kind.place}",
    )


def chore_of(offered: Offered, view: PageView) -> float:
    """How far a link looks like a chore: log in, print, sort."""
    links = view.links
    return chore_factor(offered.url, links.anchors[offered.row], int(links.rels[offered.row]))
