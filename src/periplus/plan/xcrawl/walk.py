"""The paper's way through a site: a focused walk that finds hubs, then the harvest of the hubs.

The walk begins at a random authority and draws one link after another by weight; pages in hand cost
no request. After each page it begins anew with the restart probability; then hubs are looked for
and weights computed afresh. When so many restarts in a row have found no new hub, the hubs are
harvested: all links that stand beside links to known authorities are fetched.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.plan.strategy import Choice, Judgement, Reason, Visit
from periplus.plan.xcrawl.draws import Draws
from periplus.plan.xcrawl.graph import LinkGraph, Nodes, packed, unpacked
from periplus.plan.xcrawl.hubs import Hub
from periplus.plan.xcrawl.places import PlacedLinks, harvest, places_of
from periplus.plan.xcrawl.settings import XcrawlSettings
from periplus.plan.xcrawl.weights import Mask, Vector, Weights, weigh

WALK, HARVEST = "walk", "harvest"
_LEFT = Choice(Reason.STRATEGY)
_PRIORITIES = {WALK: 2.0, HARVEST: 1.0}
_MOST_FREE_STEPS = 2_000  # over pages in hand, before the walk counts as stuck


class FocusedWalk:
    """Walks one site. Only what it asks for next waits in the frontier."""

    def __init__(self, seed: int, settings: XcrawlSettings) -> None:
        self._settings = settings
        self._draws = Draws(seed)
        self._graph = LinkGraph()
        self._links: dict[int, PlacedLinks] = {}  # by node, of fetched pages
        self._accepted: list[int] = []
        self._hubs: dict[int, None] = {}
        self._weights: Weights | None = None
        self._mean: Vector = np.empty(0)
        self._at: int | None = None
        self._asked: dict[int, None] = {}  # nodes that wait or are in flight
        self._fetched_since = False  # the last restart
        self._barren = 0  # restarts in a row without a new hub
        self._is_harvesting = False
        self._is_done = False

    @property
    def is_done(self) -> bool:
        """Whether the harvest has ended."""
        return self._is_done

    def take_in(self, visit: Visit, *, accepted: bool, is_new: bool) -> Judgement:
        """A page with its verdict; where to go next."""
        links = list(visit.links)
        page, _ = self._graph.add_page(visit.page, [offered.target for offered in links])
        places = np.array(places_of(visit.view, links), np.int32)
        targets = np.array([self._graph.node(o.target) for o in links], np.int32)
        self._links[page] = PlacedLinks(targets, places)
        if accepted:
            self._accepted.append(page)
        was_asked = page in self._asked
        self._asked.pop(page, None)
        self._fetched_since = True
        moves: dict[int, Choice] = {}
        if visit.view is None and len(targets) == 1 and was_asked:
            page = int(targets[0])  # where a redirect leads
            self._ask([page], WALK, moves)
        if self._is_harvesting:
            self._reap(moves)
        elif not self._asked:
            if was_asked:
                self._at = page
            self._go_on(moves)
        choices = [moves.get(offered.target, _LEFT) for offered in links]
        return Judgement(choices, _PRIORITIES, moves=moves)

    def _ask(self, nodes: list[int], group: str, moves: dict[int, Choice]) -> None:
        for node in nodes:
            if not self._graph.is_fetched[node] and node not in self._asked:
                choice = Choice(Reason.FOLLOW, group, float(len(self._asked)), True)
                moves[self._graph.ids[node]] = choice
                self._asked[node] = None

    def _go_on(self, moves: dict[int, Choice]) -> None:
        """Walk until a page has to be fetched, or the walk is over."""
        for _ in range(_MOST_FREE_STEPS):
            if self._at is None or self._draws.number() < self._settings.restart:
                self._restart()
                if self._barren >= self._settings.iterations:
                    break
            links = self._links.get(self._at) if self._at is not None else None
            if links is None or not len(links.targets):
                self._at = None
                continue
            chosen = self._chosen(links)
            if not self._graph.is_fetched[chosen]:
                self._ask([chosen], WALK, moves)
                return
            self._at = chosen
        self._is_harvesting = True
        self._reap(moves)

    def _chosen(self, links: PlacedLinks) -> int:
        """One link, by weight. What is not fetched has the weight of the page that it is on."""
        targets = np.unique(links.targets)
        if self._at is None or len(self._mean) <= self._at:
            return int(targets[self._draws.by_weight(np.ones(len(targets)))])
        degrees = np.array([self._degree(node) for node in targets.tolist()], np.float64)
        own = self._mean[self._at] / max(1, self._degree(self._at))
        known = (degrees > 0) & (targets < len(self._mean))
        weights = np.full(len(targets), own)
        weights[known] = self._mean[targets[known]] / degrees[known]
        return int(targets[self._draws.by_weight(weights)])

    def _degree(self, node: int) -> int:
        links = self._links.get(node)
        return len(links.targets) if links is not None else 0

    def _restart(self) -> None:
        """Look for hubs, weigh everything, and go to a random authority."""
        if self._fetched_since or self._weights is None:
            self._fetched_since = False
            is_new = self._find_hubs()
            self._barren = 0 if is_new else self._barren + 1
        fetched = self._accepted or list(self._links)
        self._at = self._draws.one_of(fetched) if fetched else None

    def _find_hubs(self) -> bool:
        self._weights = weigh(
            self._graph,
            self._accepted_mask(),
            self._mask(list(self._hubs)),
            self._settings.damping,
            self._weights,
        )
        self._mean = self._weights.mean()
        before = len(self._hubs)
        self._hubs.update(dict.fromkeys(self._weights.hubs().tolist()))
        return len(self._hubs) > before

    def _mask(self, nodes: list[int]) -> Mask:
        mask = np.zeros(len(self._graph), np.bool_)
        mask[nodes] = True
        return mask

    def _accepted_mask(self) -> Mask:
        return self._mask(self._accepted)

    def _reap(self, moves: dict[int, Choice]) -> None:
        """Ask for what hubs list; when all of that is in hand, look for more, once more."""
        if self._asked:
            return
        self._find_hubs()
        accepted = self._accepted_mask()
        for hub in self._hubs:
            found: Nodes = harvest(self._links[hub], accepted)
            self._ask(found.tolist(), HARVEST, moves)
        self._is_done = not self._asked

    def hubs(self) -> list[Hub]:
        """The hubs, best first, with how many authorities each lists."""
        weights = weigh(
            self._graph, self._accepted_mask(), self._mask(list(self._hubs)), self._settings.damping
        )
        known = {**self._hubs, **dict.fromkeys(weights.hubs().tolist())}
        ordered = sorted(known, key=lambda node: -float(weights.hub[node]))
        return [Hub(self._graph.ids[node], int(weights.lists[node])) for node in ordered]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        weights = self._weights
        return {
            "graph": self._graph.save(),
            "links": [
                [node, packed(links.targets), packed(links.places)]
                for node, links in self._links.items()
            ],
            "accepted": self._accepted,
            "hubs": list(self._hubs),
            "weights": None
            if weights is None
            else [packed(weights.authority), packed(weights.hub), packed(weights.rank)],
            "lists": packed(weights.lists) if weights is not None else "",
            "at": self._at,
            "asked": list(self._asked),
            "drawn": self._draws.drawn,
            "fetched_since": self._fetched_since,
            "barren": self._barren,
            "harvesting": self._is_harvesting,
            "done": self._is_done,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._graph.restore(state["graph"])
        self._links = {
            int(node): PlacedLinks(unpacked(targets, np.int32), unpacked(places, np.int32))
            for node, targets, places in state["links"]
        }
        self._accepted = [int(node) for node in state["accepted"]]
        self._hubs = dict.fromkeys(int(node) for node in state["hubs"])
        self._weights = None
        if state["weights"] is not None:
            authority, hub, rank = (unpacked(text, np.float64) for text in state["weights"])
            self._weights = Weights(authority, hub, rank, unpacked(state["lists"], np.int32))
            self._mean = self._weights.mean()
        self._at = state["at"]
        self._asked = dict.fromkeys(int(node) for node in state["asked"])
        self._draws.drawn = int(state["drawn"])
        self._fetched_since = bool(state["fetched_since"])
        self._barren = int(state["barren"])
        self._is_harvesting = bool(state["harvesting"])
        self._is_done = bool(state["done"])
