"""Our way through a site: hubs by kind. Links that look alike are judged together.

The paper learns page by page which page is a hub, and draws links. Here a link's place in the
layout and the pattern of its URL tell its kind, and what fetches of that kind brought is known: of
accepted pages, and of links to them. So one hub stands for all pages of its kind, lists that lead
to lists are worth what they reveal, and nothing is drawn. The adaptive strategy does all of that;
its objective here is accepted pages whose text is not in hand yet.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from periplus.page.view import U64
from periplus.plan.adaptive.strategy import Adaptive
from periplus.plan.strategy import FOLLOWED, Choice, Judgement, Progress, Reason, Visit
from periplus.plan.xcrawl.graph import LinkGraph
from periplus.plan.xcrawl.hubs import Hub
from periplus.plan.xcrawl.settings import XcrawlSettings
from periplus.plan.xcrawl.weights import weigh

_LEFT = Choice(Reason.STRATEGY)
_FEW = 30  # accepted pages: too few for an estimate of how many there are
_PATIENCE = 100  # pages in vain that end a hunt with so few
_IN_VAIN = 60  # pages in a row, before an estimate that nearly all is in hand is believed


class _NewAccepted:
    """The objective: one for an accepted page with text of its own, else nothing."""

    gained = 0.0  # by the page that is being judged

    def gain(self, visit: Visit, new: U64) -> float:
        return self.gained

    def save(self) -> dict[str, Any]:
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.gained = 0.0


class HuntByKind:
    """Hunts on one site until its estimate says that nearly all is in hand."""

    def __init__(self, seed: int, settings: XcrawlSettings) -> None:
        self._settings = settings
        self._objective = _NewAccepted()
        self._engine = Adaptive(seed, objective=self._objective)
        self._graph = LinkGraph()
        self._accepted: list[int] = []  # nodes
        self._waiting: dict[int, None] = {}  # URL ids that were followed and not fetched yet
        self._pages = 0
        self._pages_since = 0  # the last page that brought something
        self._is_done = False

    @property
    def is_done(self) -> bool:
        """Whether nearly all is in hand, or nothing has come for too long."""
        return self._is_done

    def take_in(self, visit: Visit, *, accepted: bool, is_new: bool) -> Judgement:
        """A page with its verdict; what about its links."""
        node, _ = self._graph.add_page(visit.page, [offered.target for offered in visit.links])
        if accepted:
            self._accepted.append(node)
        self._waiting.pop(visit.page, None)
        self._pages += 1
        self._pages_since = 0 if accepted and is_new else self._pages_since + 1
        self._objective.gained = float(accepted and is_new)
        judgement = self._engine.judge(visit)
        for offered, choice in zip(visit.links, judgement.choices, strict=True):
            if choice.reason in FOLLOWED and not offered.fetched:
                self._waiting[offered.target] = None
        self._is_done = self._is_done or self._has_enough()
        if self._is_done:
            return self._ending(visit)
        # The nameless group stands for no group at all.
        named = {group: value for group, value in judgement.priorities.items() if group}
        return replace(judgement, priorities=named)

    def _has_enough(self) -> bool:
        patience = self._settings.iterations / self._settings.restart
        if self._pages_since >= patience:
            return True
        progress = Progress(self._pages, self._pages, len(self._waiting))
        in_vain = _PATIENCE if len(self._accepted) < _FEW else _IN_VAIN
        if not self._accepted or self._pages_since < in_vain:
            return False
        return self._engine.is_done(progress)

    def _ending(self, visit: Visit) -> Judgement:
        """What waits on this site waits no longer; other sites may go on."""
        moves = dict.fromkeys(self._waiting, _LEFT)
        self._waiting = {}
        return Judgement([_LEFT] * len(visit.links), moves=moves)

    @property
    def coverage(self) -> float:
        """The estimated share of the site's accepted pages that is in hand."""
        return self._engine.coverage.share

    def hubs(self) -> list[Hub]:
        """Pages that list accepted pages, best first."""
        count = len(self._graph)
        accepted, none = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        accepted[self._accepted] = True
        weights = weigh(self._graph, accepted, none, self._settings.damping)
        return [
            Hub(self._graph.ids[node], int(weights.lists[node])) for node in weights.hubs().tolist()
        ]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "engine": self._engine.save(),
            "graph": self._graph.save(),
            "accepted": self._accepted,
            "waiting": list(self._waiting),
            "pages": self._pages,
            "pages_since": self._pages_since,
            "done": self._is_done,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._engine.restore(state["engine"])
        self._graph.restore(state["graph"])
        self._accepted = [int(node) for node in state["accepted"]]
        self._waiting = dict.fromkeys(int(url_id) for url_id in state["waiting"])
        self._pages, self._pages_since = int(state["pages"]), int(state["pages_since"])
        self._is_done = bool(state["done"])
