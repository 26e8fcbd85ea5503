"""The adaptive strategy: takes pages in, learns what arcs bring, and orders the frontier by it."""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from periplus.page.view import F64, U64, Stage
from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.coverage import Coverage
from periplus.plan.adaptive.doubt import Doubts, doubts
from periplus.plan.adaptive.exclusive import Exclusive
from periplus.plan.adaptive.index import ArcColumns, trust_in_untried, worth
from periplus.plan.adaptive.link_rows import ROBOTS
from periplus.plan.adaptive.objective import Content, Objective, Searching
from periplus.plan.adaptive.offers import Answers, Offers
from periplus.plan.adaptive.revealed import Revealed
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.yields import ROOT, YieldTree
from periplus.plan.strategy import Judgement, ListPlace, Progress, Visit
from periplus.site.seen_grams import SeenGrams

_NO_GRAMS: U64 = np.empty(0, np.uint64)
_REPORTED_CHANGE = 0.02
_TURNS_TRIED = 3  # links of a kind that turns pages, before what they brought decides
_TURNS, _TURN_SHARE = 4, 0.005  # such tries of kinds of which little is expected, with the pages
_AUDITS_AT_ONCE = 3
_LITTLE_KNOWN = 0.85  # the low end of the estimate: below that nothing is left untried lightly
_CURIOUS = 0.2
_AUDIT = 1.01  # times the price at which a crawl stops
_MOST_PAGES = 0.5  # that show a link: it belongs to the site's own navigation
_SITEMAPS = (ROBOTS, ListPlace.INDEX)  # places of links to them


class Adaptive:
    """Learns while it crawls; every request counts, there is no separate sample."""

    name: ClassVar[str] = "adaptive"
    needs: ClassVar[Stage] = Stage.LINKS | Stage.GRAMS | Stage.RECORDS

    def __init__(
        self,
        seed: int = 0,
        settings: AdaptiveSettings | None = None,
        objective: Objective | None = None,
    ) -> None:
        self.settings = settings or AdaptiveSettings()
        self._objective = objective or Content()
        self._seen = SeenGrams()
        self._tree = YieldTree(self.settings)
        self.arcs = Arcs(self._tree, self.settings)
        self._revealed = Revealed()
        self._exclusive = Exclusive()
        self.searching = self._objective if isinstance(self._objective, Searching) else None
        self._offers = Offers(self.settings, self.arcs, self._worth, seed, self.searching)
        self.coverage = Coverage(self.settings)
        self._at_root = 0.0
        self._hopes = [0.0]  # by arc: the part of the priority that is not the page's own gain
        self._each_revealed = [0.0]  # by arc: what a newly found link of it is worth
        self._shares = [1.0]  # by arc: what of its gain is found nowhere else
        self._priorities = [0.0]
        self._pages = 0
        self._audits = 0  # fetches of what nothing is expected of
        self._audited: set[int] = set()  # arcs that are waiting for an audit
        self._turns = 0  # of them fetches of pages of lists
        self._turned = NO_ARC  # the arc that waits for one
        self._looks = 0  # fetches that are to tell how much there is
        self._looked = NO_ARC  # the arc that waits for one

    def judge(self, visit: Visit) -> Judgement:
        self._pages += 1
        arc = self.arcs.find(visit.group)
        gain, grams, new = self._gain(visit)
        self.coverage.count(gain)
        answers = Answers()
        self._offers.taken(visit.page, answers, is_barren=gain < self.coverage.price())
        if self._pages == 1:
            self._tree.mean_gain = gain
        if arc != NO_ARC:
            if arc in self._audited and arc != self._looked:
                self._audits += arc != self._turned
                self._turns += arc == self._turned
            self._tree.learn(self.arcs.nodes[arc], gain, self.coverage.price())
            self._offers.learn_numbers(visit.page, arc, gain, answers)
        keys = self._offers.patterns.keys(visit.url)
        if self.settings.use_exclusive and len(new):
            self._exclusive.learn(self.arcs.pattern(keys), grams, new)
        self._offers.take_in(visit, keys, len(new), len(grams), answers)
        if self._pages % self.settings.index_every == 0:
            self._offers.review(answers)
        if visit.links:
            self._offers.answer(visit, answers, self._pages)
        if arc != NO_ARC:
            is_error = visit.status >= 400
            self._revealed.learn(arc, {} if is_error else answers.fresh)
        for other in answers.turning:
            if not self._revealed.is_known(other):
                # The next page of a list is expected to be like the page before it.
                self._revealed.learn(other, answers.fresh, weight=0.2)
        alone = gain * self._shares[arc] if arc < len(self._shares) else gain
        for other in answers.continuing:
            self._tree.hint(self.arcs.nodes[other], alone)
        return Judgement(answers.choices, self._reported(arc), moves=answers.moves)

    def _gain(self, visit: Visit) -> tuple[float, U64, U64]:
        view = visit.view
        if view is None or view.words is None or not 200 <= visit.status < 300:
            return 0.0, _NO_GRAMS, _NO_GRAMS
        new = self._seen.take(view.words.grams)
        return self._objective.gain(visit, new), view.words.grams, new

    def barren(self) -> float:
        """A page that brought less is of no use."""
        return self.settings.barren_share * self.coverage.price()

    def shown_everywhere(self) -> list[int]:
        """URLs that wait though most pages show a link to them, and no word speaks against them."""
        arcs, waiting = self.arcs, self._offers.waiting
        often = waiting.often_shown(int(_MOST_PAGES * self._pages))
        return [target for target in often if not arcs.keys[waiting.arc[target]].is_other_spelling]

    def waiting_in(self, pattern: str) -> dict[int, str]:
        """URLs of a pattern that wait and are no other spellings of pages, by their ids."""
        arcs, waiting = self.arcs, self._offers.waiting
        is_page = np.array([not key.is_other_spelling for key in arcs.keys])
        is_page[NO_ARC] = False
        is_alike = np.frombuffer(waiting.pattern, np.int32) == arcs.find_pattern(pattern)
        found = np.flatnonzero(is_alike & is_page[np.frombuffer(waiting.arc, np.int32)]).tolist()
        return {target: waiting.urls[target] for target in found if target in waiting.urls}

    # Priorities

    def _worth(self, arc: int) -> float:
        if arc < len(self._priorities):
            return self._priorities[arc]
        return self._tree.estimate(self.arcs.nodes[arc], self._at_root)

    def _reported(self, fetched: int) -> dict[str, float]:
        """Priorities that changed: of all arcs now and then, else of the one just fetched from."""
        pages, every = self._pages, self.settings.index_every
        if pages % every == 0 or pages < 2 * every:
            return self.reindexed()
        changed = {}
        if NO_ARC < fetched < len(self._priorities):
            own = self._tree.estimate(self.arcs.nodes[fetched], self._at_root)
            hope = 0.0
            if fetched not in self._audited:
                # Less at once where a fetch has revealed less; more only with the next index.
                hope = min(self._hopes[fetched], self._revealed.worth(fetched, self._each_revealed))
                self._hopes[fetched] = hope
            value = own * self._shares[fetched] + hope
            self._priorities[fetched] = changed[self.arcs.names[fetched]] = value
        for arc in range(len(self._priorities), len(self.arcs)):
            value = self._tree.estimate(self.arcs.nodes[arc], self._at_root)
            self._priorities.append(value)
            self._hopes.append(0.0)
            self._shares.append(1.0)
            changed[self.arcs.names[arc]] = value
        # Something may be due to be tried; else this is the end.
        return {**changed, **self.reindexed()} if self._is_rest_poor(fetched) else changed

    def _is_rest_poor(self, fetched: int) -> bool:
        """Whether nothing that waits is worth a request, now that one arc may have got worse."""
        price, stock = self.coverage.price(), self.arcs.stock
        if self._priorities[fetched] >= price and stock[fetched]:
            return False
        return not any(
            left and value >= price for left, value in zip(stock, self._priorities, strict=True)
        )

    def reindexed(self) -> dict[str, float]:
        """Estimate everything anew; the priorities that changed."""
        arcs = self.arcs
        values = self._tree.estimates()
        self._at_root = float(values[ROOT])
        nodes = np.array(arcs.nodes)
        patterns = np.array([max(0, key.pattern) for key in arcs.keys], np.int32)
        shares = np.ones(len(arcs))
        if self.settings.use_exclusive:
            shares = self._exclusive.share(patterns)
        shares = shares * self._tree.worthy_shares()[nodes] ** self.settings.caution
        fetches = np.array(self._tree.fetches)[nodes].astype(float)
        fruits = np.array(self._tree.fruits)[nodes].astype(float)
        trust = trust_in_untried(np.array(arcs.places), patterns, fetches, fruits)
        own = values[nodes] * shares * trust
        own[NO_ARC] = 0.0
        columns = ArcColumns(
            own=own,
            error=self._tree.errors()[nodes] * shares,
            stock=np.array(arcs.stock, float),
            fetches=fetches,
            patterns=patterns,
            priors=np.array(self._tree.priors)[nodes],
            is_other_spelling=np.array([key.is_other_spelling for key in arcs.keys]),
            is_revealing_known=np.array([self._revealed.is_known(i) for i in range(len(arcs))]),
            fruits=fruits,
            links=np.array(arcs.links, float),
            derived=np.array(arcs.derived, float),
            trust=trust,
        )
        index, each = worth(columns, self._revealed.entries(), self.coverage.price(), self.settings)
        self._each_revealed = each.tolist()
        doubt = doubts(columns, self.coverage.useful)
        raised = self._with_a_turn(columns, self._with_audits(columns, index, doubt), doubt)
        raised = self._with_a_look(columns, raised, doubt)
        raised = self._with_lists(columns, raised)
        best = float(raised[columns.stock > 0].max(initial=0.0))
        self.coverage.estimate(columns, index, best, doubt)
        index = raised
        self._shares = shares.tolist()
        self._hopes = (index - own).tolist()
        changed = {}
        self._priorities += [math.nan] * (len(arcs) - len(self._priorities))
        for arc, value in enumerate(index.tolist()):
            old = self._priorities[arc]
            if not abs(value - old) <= _REPORTED_CHANGE * abs(old):
                self._priorities[arc] = value
                changed[arcs.names[arc]] = value
        return changed

    def _with_audits(self, columns: ArcColumns, index: F64, doubt: Doubts) -> F64:
        """Raise what may hold too much to be left just above the price, while the budget lasts.

        Besides kinds that were never tried, as long as there are few.
        """
        settings, price = self.settings, self.coverage.price()
        self._audited = set()
        if self._audits >= settings.first_audits + settings.audit_share * self._pages:
            return index
        most = max(settings.doubt, settings.doubt_share * self.coverage.useful)
        if self.coverage.interval[0] < _LITTLE_KNOWN:
            most *= _CURIOUS
        held = doubt.pages[doubt.kinds]
        is_due = held > most
        hoped = columns.own + settings.benefit * columns.error
        is_due |= (hoped >= price) & (columns.stock * hoped > most * self.coverage.usual())
        if self._audits < settings.first_audits + settings.first_try_share * self._pages:
            is_due |= (doubt.fetches[doubt.kinds] == 0) & (held > 0)
        due = np.flatnonzero((columns.stock > 0) & (index < price) & is_due)
        # Of each kind the arc of which most is left for the tries it had.
        left = columns.stock[due] / (1 + columns.fetches[due])
        due = due[np.lexsort((-left, -held[due]))]
        _, first = np.unique(doubt.kinds[due], return_index=True)
        chosen = due[np.sort(first)[:_AUDITS_AT_ONCE]]
        self._audited = set(chosen.tolist())
        raised = index.copy()
        raised[chosen] = _AUDIT * price
        return raised

    def _with_a_turn(self, columns: ArcColumns, index: F64, doubt: Doubts) -> F64:
        """Raise a link to the next page of a list, if pages were hardly ever turned that way.

        How many such links wait says little of what is behind them.
        """
        self._turned = NO_ARC
        if self._turns >= _TURNS + _TURN_SHARE * self._pages:
            return index
        price = self.coverage.price()
        is_open = (
            (columns.stock > 0) & (index < price) & (doubt.fetches < _TURNS_TRIED)[doubt.kinds]
        )
        due = [
            (self.arcs.keys[arc].size, -arc)
            for arc in np.flatnonzero(is_open).tolist()
            if self.arcs.keys[arc].turns_pages and not self.arcs.keys[arc].is_other_spelling
        ]
        if not due:
            return index
        self._turned = -max(due)[1]
        self._audited.add(self._turned)
        raised = index.copy()
        raised[self._turned] = _AUDIT * price
        return raised

    def _with_a_look(self, columns: ArcColumns, index: F64, doubt: Doubts) -> F64:
        """Put the links first of which it matters most, and is least known, how much they hold.

        They would be tried at the end anyway; until then nobody could say how much is in hand.
        """
        settings = self.settings
        self._looked = NO_ARC
        if (
            self._pages < settings.first_look
            or self.coverage.share < settings.look_from
            or self._looks >= settings.look_share * self._pages
        ):
            return index
        unsure = self.coverage.unsure(columns, doubt)
        arc = int(unsure.argmax())
        if unsure[arc] < settings.look_least * self.coverage.in_hand:
            return index
        self._looks += 1
        self._looked = arc
        self._audited.add(arc)
        raised = index.copy()
        raised[arc] = _AUDIT * max(float(index.max()), self.coverage.price())
        return raised

    def _with_lists(self, columns: ArcColumns, index: F64) -> F64:
        """Put sitemaps of which none was tried first: one request tells of many pages."""
        due = [
            arc
            for arc in np.flatnonzero((columns.stock > 0) & (columns.fetches == 0)).tolist()
            if self.arcs.keys[arc].place in _SITEMAPS
        ]
        if not due:
            return index
        raised = index.copy()
        raised[due] = _AUDIT * max(float(index.max()), self.coverage.price())
        return raised

    def hesitates(self, arc: int, priority: float, *, is_under_way: bool) -> bool:
        """Whether a link is to wait for what is under way.

        Of a kind that is only tried one link is enough; and what is not worth a request may be
        the end.
        """
        if self._pages < self.settings.least_pages:
            return False
        return (is_under_way and arc in self._audited) or priority < self.coverage.price()

    def is_done(self, progress: Progress) -> bool:
        return self.coverage.is_enough(progress)

    # State

    def save(self) -> dict[str, Any]:
        return {
            "offers": self._offers.save(),
            "seen": self._seen.save(),
            "tree": self._tree.save(),
            "arcs": self.arcs.save(),
            "revealed": self._revealed.save(),
            "exclusive": self._exclusive.save(),
            "coverage": self.coverage.save(),
            "at_root": self._at_root,
            "hopes": self._hopes,
            "each_revealed": self._each_revealed,
            "shares": self._shares,
            "priorities": self._priorities,
            "pages": self._pages,
            "audits": self._audits,
            "audited": sorted(self._audited),
            "turns": self._turns,
            "turned": self._turned,
            "looks": self._looks,
            "looked": self._looked,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._offers.restore(state["offers"])
        self._seen.restore(state["seen"])
        self._tree.restore(state["tree"])
        self.arcs.restore(state["arcs"])
        self._revealed.restore(state["revealed"])
        self._exclusive.restore(state["exclusive"])
        self.coverage.restore(state["coverage"])
        self._at_root = float(state["at_root"])
        self._hopes = [float(h) for h in state["hopes"]]
        self._each_revealed = [float(w) for w in state["each_revealed"]]
        self._shares = [float(s) for s in state["shares"]]
        self._priorities = [float(p) for p in state["priorities"]]
        self._pages = int(state["pages"])
        self._audits = int(state["audits"])
        self._audited = set(state["audited"])
        self._turns = int(state["turns"])
        self._turned = int(state["turned"])
        self._looks = int(state["looks"])
        self._looked = int(state["looked"])
