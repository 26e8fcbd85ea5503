"""Arcs: the groups of links that are estimated together, and how many of each wait.

An arc is a URL pattern at a place of the layout. Four marks divide it further: whether the link
turns pages (its anchor is a number or "next"), the size of the number beside it, whether its target
is foretold to be another spelling of a known page, and whether it shows a part of a known thing.
"""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from periplus.plan.adaptive.link_rows import ROBOTS
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.things import is_named
from periplus.plan.adaptive.yields import ROOT, YieldTree
from periplus.plan.strategy import Choice, ListPlace, Reason
from periplus.site.url_patterns import UrlKeys

NO_ARC = 0
_MOST_ARCS = 20_000
_MOST_PATTERNS = 20_000
_TRIES, _BEARS = 5, 0.25  # fetches, and the share of them that must bring something to bear
_MOST_PASSED_ON = 4  # fetches in vain: after more no link is tried lightly
_MANY = 30  # patterns of a shape, any of which may agree with one: they are not compared
LISTED = frozenset((ListPlace.SITEMAP, ListPlace.FEED))
_SITEMAPS = frozenset((ROBOTS, ListPlace.INDEX))  # places of links to them
_PART = re.compile("[/?&]")
_REST = "…"  # the pattern of all that come after these: no site of sense has so many


class ArcKey(NamedTuple):
    """What makes links one arc."""

    pattern: int
    place: str  # the key of the label; "" where the place is not looked at
    turns_pages: bool
    is_other_spelling: bool
    size: int  # of the number that matters, -1 where there is none
    shows_known: bool = False  # a part of a thing that is in hand, where that matters

    @property
    def is_of_known(self) -> bool:
        """Whether a link shows a page or a thing that is known otherwise."""
        return self.is_other_spelling or self.shows_known


ArcValues = tuple[int, str, bool, bool, int, bool]  # of an ArcKey: many are looked up, few are made


class Arcs:
    """All arcs of a site by number; 0 stands for none."""

    def __init__(self, tree: YieldTree, settings: AdaptiveSettings) -> None:
        self._tree = tree
        self._settings = settings
        self._numbers: dict[ArcValues, int] = {}
        self._by_name: dict[str, int] = {"": NO_ARC}
        self._patterns: dict[str, int] = {}
        self._nodes: dict[str, int] = {}
        self.pattern_names: list[str] = []
        self._shapes: list[str] = []  # by pattern
        self._places: dict[str, int] = {"": 0}
        self._shape_numbers: dict[str, int] = {"": 0}
        self.names = [""]
        self.choices = [Choice(Reason.FOLLOW)]  # to wait in the arc, where there is no rank to tell
        self.keys = [ArcKey(-1, "", False, False, -1)]
        self.nodes = array("q", [ROOT])
        self.places = array("i", [0])  # numbers of the places
        self.patterns = array("i", [0])
        self.shapes = array("i", [0])  # numbers of the shapes of the patterns
        self.are_spellings = array("b", [False])
        self.listed: set[int] = set()  # arcs of what sitemaps and feeds list
        self.sitemaps: list[int] = []  # arcs of links to sitemaps
        self.stock = [0]
        self.links = array("q", [0])  # ever put into the arc
        self.derived = array("q", [0])  # of them those made of the URL of their page
        # Links that went to wait at a better place, fading with each fetch of what is left.
        self.outdone = array("d", [0.0])

    def __len__(self) -> int:
        return len(self.names)

    def pattern(self, keys: UrlKeys) -> int:
        """The number of a URL pattern; its node in the tree of yields is made with it."""
        if not self._settings.use_patterns:
            keys = UrlKeys(keys.shape, "*")
        name, node = keys.pattern, ""
        if keys.function:
            node = "function " + keys.function
            if not self._bears(node):
                # What is shown of pages is one kind, unless it bears: then there may be kinds.
                name = keys.function
        number = self._patterns.get(name)
        if number is None and len(self._patterns) >= _MOST_PATTERNS:
            name, keys = _REST, UrlKeys(_REST, _REST)
            number = self._patterns.get(name)
        if number is None:
            number = self._patterns[name] = len(self.pattern_names)
            self.pattern_names.append(name)
            self._shapes.append(keys.shape)
            if keys.function:
                self._node(f"pattern {number}", self._node(node, ROOT), lent=0.0)
            else:
                self._node(f"pattern {number}", self._node("shape " + keys.shape, ROOT))
        return number

    def _bears(self, name: str) -> bool:
        """Whether enough of the fetches below a node brought something."""
        node = self._nodes.get(name)
        return node is not None and self._tree.fetches[node] >= _TRIES and self.has_borne_at(node)

    def has_borne(self, arc: int) -> bool:
        """Whether enough of the fetches of an arc brought something; not where there are none."""
        return self.has_borne_at(self.nodes[arc])

    def has_borne_at(self, node: int) -> bool:
        """The same of a node of the tree of yields."""
        return self._tree.fruits[node] > _BEARS * self._tree.fetches[node]

    def pass_on(self, arc: int, to: int) -> None:
        """Let what was tried of an arc in vain count for the one that takes its links over."""
        if arc == to or self.has_borne(arc) or self.keys[arc].is_other_spelling:
            return
        for _ in range(min(self._tree.fetches[self.nodes[arc]], _MOST_PASSED_ON)):
            self._tree.learn(self.nodes[to], gain=0.0, price=1.0)

    def pattern_node(self, number: int) -> int:
        """The node of a pattern in the tree of yields."""
        return self._nodes[f"pattern {number}"]

    def name_of_pattern(self, number: int) -> str:
        """A pattern as it is shown."""
        return self.pattern_names[number]

    def shape(self, number: int) -> str:
        """The shape of a pattern."""
        return self._shapes[number]

    def _shape_number(self, pattern: int) -> int:
        return self._shape_numbers.setdefault(self._shapes[pattern], len(self._shape_numbers))

    def may_become(self, numbers: Iterable[int]) -> set[int]:
        """The patterns whose URLs may be of one of these, as other words are known now."""
        by_shape: dict[str, list[str]] = {}
        for number in numbers:
            by_shape.setdefault(self._shapes[number], []).append(self.pattern_names[number])
        return {
            other
            for other, (shape, name) in enumerate(
                zip(self._shapes, self.pattern_names, strict=True)
            )
            if shape in by_shape and _agrees_with_one(name, by_shape[shape])
        }

    def find_pattern(self, name: str) -> int | None:
        """The number of a pattern, None where it is not known."""
        return self._patterns.get(name)

    def patterns_like(self, kinds: Iterable[UrlKeys]) -> set[int]:
        """The patterns that have the name or the shape of one of these."""
        kinds = list(kinds)
        names = {keys.pattern for keys in kinds} | {keys.function for keys in kinds}
        shapes = {keys.shape for keys in kinds}
        return {
            number
            for number, (name, shape) in enumerate(
                zip(self.pattern_names, self._shapes, strict=True)
            )
            if name in names or shape in shapes
        }

    def patterns_with(self, parameters: Iterable[str]) -> set[int]:
        """The patterns that have one of these parameters."""
        parameters = set(parameters)
        if not parameters:
            return set()
        return {
            number
            for number, name in enumerate(self.pattern_names)
            if not parameters.isdisjoint(
                pair.partition("=")[0] for pair in name.partition("?")[2].split("&")
            )
        }

    def number(self, key: ArcValues) -> int:
        """The number of an arc; 0 where there is none."""
        return self._numbers.get(key, NO_ARC)

    def make(self, key: ArcKey, prior: float) -> int:
        """A new arc. Past the limit on their number, places and sizes are no longer told apart."""
        if len(self.names) >= _MOST_ARCS:
            key = ArcKey(key.pattern, "", False, key.is_other_spelling, -1)
            known = self._numbers.get(key)
            if known is not None:
                return known
        return self._make(key, prior)

    def find(self, name: str) -> int:
        """The number of an arc by the name of its group; 0 where there is none."""
        return self._by_name.get(name, NO_ARC)

    def are_alike(self, arc: int, other: int) -> bool:
        """Whether a URL would be the same to fetch in either arc, as far as pages in hand go."""
        own, its = self.keys[arc], self.keys[other]
        is_alike = own.is_other_spelling == its.is_other_spelling
        return is_alike and own.shows_known == its.shows_known

    def _make(self, key: ArcKey, prior: float) -> int:
        if key.is_other_spelling:
            spellings = self._node("other spellings", ROOT, prior=self._settings.other_spelling)
            parent = self._node(f"other spellings {key.pattern}", spellings, lent=0.0)
            lent: float | None = 0.0
        else:
            parent, lent = self._node(f"pattern {key.pattern}", ROOT), None
            if key.shows_known:
                if is_named(self.pattern_names[key.pattern]):
                    # Each thing may be a pattern, in which only the first fetch is worth much.
                    parent = self._node("known " + self._shapes[key.pattern], ROOT)
                parent = self._node(f"known {key.pattern}", parent)
        if key.size >= 0:
            name = self._name(key._replace(size=-1))
            parent = self._node(name, parent, prior=prior, lent=lent)
            prior, lent = 1.0, 0.0 if key.is_other_spelling else None
        name = self._name(key)
        number = len(self.names)
        self.names.append(name)
        self.choices.append(Choice(Reason.FOLLOW, name))
        self.keys.append(key)
        self.nodes.append(self._node(name, parent, prior=prior, lent=lent))
        self.places.append(self._places.setdefault(key.place, len(self._places)))
        self.patterns.append(key.pattern)
        self.shapes.append(self._shape_number(key.pattern))
        self.are_spellings.append(key.is_other_spelling)
        if key.place in LISTED:
            self.listed.add(number)
        if key.place in _SITEMAPS:
            self.sitemaps.append(number)
        self.stock.append(0)
        self.links.append(0)
        self.derived.append(0)
        self.outdone.append(0.0)
        self._numbers[key] = number
        self._by_name[name] = number
        return number

    def undivided(self, number: int) -> str:
        """The name of the arc that this one is a division of; its own where it is none."""
        return self._name(self.keys[number]._replace(size=-1, shows_known=False))

    def _name(self, key: ArcKey) -> str:
        name = self.pattern_names[key.pattern]
        if key.place:
            name += " @ " + key.place
        if key.turns_pages:
            name += " (pages)"
        if key.shows_known:
            name += " (known)"
        if key.size >= 0:
            name += f" ~{key.size}"
        return "= " + name if key.is_other_spelling else name

    def _node(
        self, name: str, parent: int, *, prior: float = 1.0, lent: float | None = None
    ) -> int:
        node = self._nodes.get(name)
        if node is None:
            node = self._nodes[name] = self._tree.add(parent, prior, lent)
        return node

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "patterns": self.pattern_names,
            "shapes": self._shapes,
            "nodes": self._nodes,
            "keys": [list(key) for key in self.keys[1:]],
            "names": self.names[1:],
            "arc_nodes": self.nodes[1:].tolist(),
            "stock": self.stock[1:],
            "links": self.links[1:].tolist(),
            "derived": self.derived[1:].tolist(),
            "outdone": self.outdone[1:].tolist(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned. The tree of yields is restored by its owner."""
        self.pattern_names = list(state["patterns"])
        self._shapes = list(state["shapes"])
        self._patterns = {name: i for i, name in enumerate(self.pattern_names)}
        self._nodes = dict(state["nodes"])
        self.keys = [self.keys[0], *(ArcKey(*key) for key in state["keys"])]
        self.names = ["", *state["names"]]
        self.choices = [Choice(Reason.FOLLOW, name) for name in self.names]
        self.nodes = array("q", [ROOT, *state["arc_nodes"]])
        self.stock = [0, *state["stock"]]
        self.links = array("q", [0, *state["links"]])
        self.derived = array("q", [0, *state["derived"]])
        self.outdone = array("d", [0.0, *state["outdone"]])
        self._places = {}
        places = [self._places.setdefault(key.place, len(self._places)) for key in self.keys]
        self.places = array("i", places)
        self.patterns = array("i", [max(0, key.pattern) for key in self.keys])
        self._shape_numbers = {"": 0}
        shapes = [self._shape_number(key.pattern) for key in self.keys[1:]]
        self.shapes = array("i", [0, *shapes])
        self.are_spellings = array("b", [key.is_other_spelling for key in self.keys])
        self.listed = {i for i, key in enumerate(self.keys) if key.place in LISTED}
        self.sitemaps = [i for i, key in enumerate(self.keys) if key.place in _SITEMAPS]
        self._numbers = {key: i for i, key in enumerate(self.keys) if i}
        self._by_name = {name: i for i, name in enumerate(self.names)}


def _agrees_with_one(pattern: str, others: Sequence[str]) -> bool:
    return len(others) > _MANY or any(_agree(pattern, other) for other in others)


@lru_cache(_MOST_PATTERNS)
def _agree(one: str, other: str) -> bool:
    """Whether two patterns differ only in words that one of them does not know."""
    if "{}" in one or "{}" in other:  # a function of pages has another form
        return True
    parts, others = _PART.split(one), _PART.split(other)
    return len(parts) == len(others) and all(
        a == b or "*" in a or "*" in b for a, b in zip(parts, others, strict=True)
    )
