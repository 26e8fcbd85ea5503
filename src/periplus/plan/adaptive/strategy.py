"""The adaptive strategy: takes pages in, learns what arcs bring, and orders the frontier by it."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np

from periplus.page.view import U64, Stage
from periplus.plan.adaptive.answers import Answers
from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.coverage import Coverage
from periplus.plan.adaptive.doubt import doubts
from periplus.plan.adaptive.exclusive import Exclusive
from periplus.plan.adaptive.index import ArcColumns, Flags, worth
from periplus.plan.adaptive.main_parts import Part
from periplus.plan.adaptive.merging import merge
from periplus.plan.adaptive.objective import Content, Objective, Searching
from periplus.plan.adaptive.offers import Offers
from periplus.plan.adaptive.revealed import DEAD, Revealed
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.small_pages import SmallPages
from periplus.plan.adaptive.tries import Tries
from periplus.plan.adaptive.trust import (
    PlaceGains,
    are_chores,
    are_strange,
    late_trust,
    trust_in_untried,
)
from periplus.plan.adaptive.waiting_lists import waiting_in
from periplus.plan.adaptive.walls import First, Walls, are_among, text_of
from periplus.plan.adaptive.wholes import LEAST_PARTS
from periplus.plan.adaptive.yields import ROOT, YieldTree
from periplus.plan.strategy import Judgement, Progress, Visit
from periplus.site.seen_grams import SeenGrams
from periplus.site.url_functions import is_function
from periplus.site.url_patterns import UrlKeys

_NO_GRAMS: U64 = np.empty(0, np.uint64)
_REPORTED_CHANGE = 0.02
_KNOWN = 3  # fetches of an arc, before several of its links are asked for at once
_MOST_PAGES = 0.5  # that show a link: it belongs to the site's own navigation
_NOTHING = 0.03  # of the price: a page that brings less says nothing new
_MISSING = (404, 410)  # answers to URLs of pages that do not exist
_HOPELESS, _TRIED, _HUB = 0.25, 3, 3.0


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
        self._place_gains = PlaceGains(self.settings.coarse_memory)
        self.coverage = Coverage(self.settings)
        self._walls = Walls()
        self._small_pages = SmallPages()
        self._tries = Tries(self.settings, self.arcs, self.coverage, self._walls)
        self._at_root = 0.0
        self._hopes = [0.0]  # by arc: the part of the priority that is not the page's own gain
        self._each_revealed = [0.0]  # by arc: what a newly found link of it is worth
        self._shares = [1.0]  # by arc: what of its gain is found nowhere else
        self._priorities = [0.0]
        self._pages = 0

    def judge(self, visit: Visit) -> Judgement:
        self._pages += 1
        arc = self.arcs.find(visit.group)
        gain, grams, new = self._gain(visit)
        self.coverage.count(gain)
        answers = Answers()
        keys = self._offers.patterns.keys(visit.url)
        self._offers.functions.take(visit.url)
        self._offers.taken(visit.page, answers, is_barren=gain < self.coverage.price())
        if self._pages == 1:
            self._tree.mean_gain = gain
        if arc != NO_ARC:
            is_missing = visit.status in _MISSING
            self._tries.count(arc, gain, text_of(visit), is_missing=is_missing)
            self.coverage.outlook.learn(arc, self._pages)
            self.arcs.outdone[arc] *= self.settings.memory
            node = self.arcs.nodes[arc]
            if not self.arcs.keys[arc].is_other_spelling:
                self._place_gains.learn(self.arcs.places[arc], gain, self.coverage.usual())
            told = 0.0 if self._is_of_waiting(visit, arc, keys) else gain
            self._tree.learn(node, told, self.coverage.price(), is_missing=is_missing)
            self._meet_wall(visit, arc, gain)
            self._offers.learn_numbers(visit.page, arc, gain, answers)
        pattern, usual = self.arcs.pattern(keys), self.coverage.usual()
        self._offers.learn_thing(visit, arc, answers, is_fruit=gain >= self.coverage.price())
        self._small_pages.learn(pattern, gain, usual, len(new), len(grams))
        if self.settings.use_exclusive and len(new):
            self._exclusive.learn(pattern, grams, new)
        self._offers.take_in(visit, keys, len(new), len(grams), answers)
        if self._pages % self.settings.index_every == 0:
            self._offers.review(answers)
            merge(answers.merged, self.arcs, self._tree, self._revealed)
        if visit.links:
            self._offers.answer(visit, answers, self._pages)
        if arc != NO_ARC:
            fresh = {} if visit.status >= 400 else answers.fresh
            is_dead = not fresh and gain < _NOTHING * self.coverage.price()
            self._revealed.learn(arc, fresh, weight=DEAD if is_dead else 1.0)
            is_fruit = gain >= self.barren()
            self._revealed.count(arc, fresh, self._each_revealed, is_fruit=is_fruit)
        for other in answers.turning:
            if not self._revealed.is_known(other):
                # The next page of a list is expected to be like the page before it.
                self._revealed.learn(other, answers.fresh, weight=0.2)
        alone = gain * self._shares[arc] if arc < len(self._shares) else gain
        for other in answers.continuing:
            self._tree.hint(self.arcs.nodes[other], alone)
        whole = self._offers.spellings.whole(visit, keys, self._offers.patterns)
        if whole is not None:
            self._tree.hint(self.arcs.nodes[self._offers.waiting.arc[whole]], LEAST_PARTS * gain)
        priorities = self._reported(arc, answers)
        self._offers.put_samples_first(self._tries.samples(), answers)
        return Judgement(answers.choices, priorities, moves=answers.moves)

    def _is_of_waiting(self, visit: Visit, arc: int, keys: UrlKeys) -> bool:
        """Whether what a page brought is that of one which waits, and says nothing of copies."""
        key, offers = self.arcs.keys[arc], self._offers
        if keys.function and offers.functions.shows_waiting(visit.url):
            return True
        return key.is_other_spelling and offers.spellings.is_of_waiting(
            visit, keys, offers.waiting, turns_pages=key.turns_pages
        )

    def _meet_wall(self, visit: Visit, arc: int, gain: float) -> None:
        """Where others of its pattern led to this very page, what the first one brought is void."""
        text, pattern = text_of(visit), self.arcs.keys[arc].pattern
        if visit.view is None or not text:
            return
        first = First(self.arcs.nodes[arc], pattern, gain)
        fetches = self._tree.fetches[self.arcs.pattern_node(pattern)]
        known = self._walls.meet(text, first, fetches, is_unindexed=visit.view.noindex)
        if known is not None:
            self._tree.retract(known.node, known.gain, self.coverage.price())

    def _gain(self, visit: Visit) -> tuple[float, U64, U64]:
        view = visit.view
        if view is None or view.words is None or not 200 <= visit.status < 300:
            return 0.0, _NO_GRAMS, _NO_GRAMS
        new = self._seen.take(view.words.grams)
        return self._objective.gain(visit, new), view.words.grams, new

    def barren(self) -> float:
        """A page that brought less is of no use."""
        return self.settings.barren_share * self.coverage.price()

    def shown_everywhere(self) -> list[Part]:
        """URLs that wait though most pages, or the first, show a link to them.

        Where no word speaks against them, and nothing is known of their like.
        """
        return self._parts(sorted(self._offers.waiting.top.union(self._shown_on_most())))

    def unknown_parts(self) -> list[Part]:
        """URLs that wait though most pages show a link to them, of kinds that are hardly known."""
        fetches, node = self._tree.fetches, self.arcs.pattern_node
        parts = self._parts(self._shown_on_most())
        return [part for part in parts if fetches[node(part.pattern)] < _TRIED]

    def _parts(self, targets: Iterable[int]) -> list[Part]:
        pattern_of = self._offers.waiting.pattern_of
        return [Part(t, pattern_of(t)) for t in targets if not self._is_hopeless(t)]

    def _shown_on_most(self) -> list[int]:
        return self._offers.waiting.often_shown(int(_MOST_PAGES * self._pages))

    def _is_hopeless(self, target: int) -> bool:
        """Whether a URL leads to a known page or a wall, or its like brought and showed nothing."""
        arcs, waiting, tree = self.arcs, self._offers.waiting, self._tree
        arc, pattern = waiting.arc[target], waiting.pattern_of(target)
        if arcs.keys[arc].is_other_spelling or pattern in self._walls.patterns:
            return True
        return (
            tree.fetches[arcs.pattern_node(pattern)] >= _TRIED
            and self._worth(arc) < _HOPELESS * self.coverage.price()
            and self._revealed.links(arc) < _HUB
        )

    def waiting_in(
        self, patterns: Iterable[str], *, much_linked: bool = False
    ) -> dict[str, dict[int, str]]:
        """URLs of some patterns that wait, by their ids: all, or those that many pages link to."""
        offers = self._offers
        among = offers.waiting.plain if much_linked else None
        return waiting_in(patterns, self.arcs, offers.waiting, offers.patterns, among)

    def small_pages(self) -> dict[int, str]:
        """URLs that wait of kinds whose pages say little, but each of them something new."""
        names, walls = self.arcs.pattern_names, self._walls.patterns
        kinds = (kind for kind in self._small_pages.kinds() if kind not in walls)
        found = self.waiting_in(names[kind] for kind in kinds if not is_function(names[kind]))
        is_barren, held = self._are_places_barren().tolist(), self._offers.waiting.arc
        return {
            target: url
            for urls in found.values()
            for target, url in urls.items()
            if not is_barren[held[target]]
        }

    def _are_places_barren(self) -> Flags:
        places = np.array(self.arcs.places, np.int32)
        return self._place_gains.are_barren(places, self.coverage.price())

    # Priorities

    def _worth(self, arc: int) -> float:
        if arc < len(self._priorities):
            return self._priorities[arc]
        return self._tree.estimate(self.arcs.nodes[arc], self._at_root)

    def _reported(self, fetched: int, answers: Answers) -> dict[str, float]:
        """Priorities that changed: of all arcs now and then, else of the one just fetched from."""
        pages, every = self._pages, self.settings.index_every
        if pages % every == 0 or pages < 2 * every:
            return self.reindexed()
        changed = {}
        if NO_ARC < fetched < len(self._priorities):
            own = self._tree.estimate(self.arcs.nodes[fetched], self._at_root)
            hope = 0.0
            if fetched not in self._tries.raised:
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
        if not self._is_rest_poor(fetched):
            return changed
        # Something may be known for a page of its own now, or be due to be tried; else it is done.
        self._offers.look_up_again(answers)
        merge(answers.merged, self.arcs, self._tree, self._revealed)
        return {**changed, **self.reindexed()}

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
        patterns = np.array(arcs.patterns)
        shares = np.ones(len(arcs))
        if self.settings.use_exclusive:
            shares = self._exclusive.share(patterns)
        caution = self._tree.worthy_shares()[nodes] ** self.settings.caution
        fetches = np.array(self._tree.fetches)[nodes].astype(float)
        fruits = np.array(self._tree.fruits)[nodes].astype(float)
        missing = np.array(self._tree.missing, float)[nodes]
        is_left = self._tries.seldom.are_left(fetches - missing, fruits, self._pages)
        shares = shares * caution * ~is_left
        is_spelling = np.array(arcs.are_spellings, np.bool_)
        own = values[nodes] * shares
        is_barren = self._are_places_barren() & ~is_spelling
        usual = self.coverage.usual()
        trust = trust_in_untried(arcs, self._place_gains, own, usual, fetches, fruits, is_barren)
        has_borne = np.bincount(patterns, fruits)[patterns] > 0
        priors = np.array(self._tree.priors)[nodes]
        share = self.coverage.shown.share
        late = 1.0 if self._pages < self.settings.first_look else late_trust(share)
        trust[are_chores(priors, fetches, has_borne)] *= late
        belief = np.where((fetches > 0) & ~is_barren, 1.0, trust)
        price = self.coverage.price()
        belief[are_strange(arcs, self._place_gains, price, fetches, fruits)] *= late
        own *= belief
        # Nothing is expected behind a wall, whatever the links to it look like.
        is_wall = self._walls.are_met(patterns) & ~has_borne
        own[is_wall] = 0.0
        own[NO_ARC] = 0.0
        columns = ArcColumns(
            own=own,
            mean=values[nodes] * belief,
            lasting=self._tree.lasting()[nodes],
            of_fruit=self._tree.of_fruits()[nodes],
            hope=self._tree.hopes()[nodes],
            stock=np.array(arcs.stock, float),
            fetches=fetches,
            patterns=patterns,
            shapes=np.array(arcs.shapes),
            priors=priors,
            is_other_spelling=is_spelling,
            is_wall=is_wall,
            is_revealing_known=self._revealed.are_known(len(arcs)),
            is_dry=self._revealed.are_dry(len(arcs)),
            fruits=fruits,
            missing=missing,
            is_partly_told=are_among(patterns, self._offers.spellings.partly_told(arcs)),
            is_left=is_left,
            is_often_shown=self._offers.waiting.are_often_shown(len(arcs)),
            links=np.array(arcs.links, float),
            derived=np.array(arcs.derived, float),
            outdone=np.array(arcs.outdone),
            trust=trust,
            bred=self._revealed.bred(patterns),
            is_place_barren=is_barren,
        )
        index, each = worth(columns, self._revealed.entries(), price, self.settings)
        self._each_revealed = each.tolist()
        doubt = doubts(columns, self.coverage.useful)
        raised = self._tries.priorities(columns, index, doubt, self._pages)
        is_waiting = columns.stock > 0
        best = float(raised[is_waiting].max(initial=0.0))
        best_but_tries = float(self._tries.without(raised, index)[is_waiting].max(initial=0.0))
        self.coverage.estimate(columns, index, best, best_but_tries, doubt)
        self._shares = shares.tolist()
        self._hopes = (raised - own).tolist()
        changed = {}
        self._priorities += [math.nan] * (len(arcs) - len(self._priorities))
        old = np.array(self._priorities)
        has_changed = ~(np.abs(raised - old) <= _REPORTED_CHANGE * np.abs(old))
        for arc in has_changed.nonzero()[0].tolist():
            changed[arcs.names[arc]] = self._priorities[arc] = raised.item(arc)
        return changed

    def hesitates(self, arc: int, priority: float, *, is_under_way: bool) -> bool:
        """Whether a link is to wait for what is under way.

        Of what is only tried, or hardly known, one link at a time is enough; and what is not worth
        a request may be the end.
        """
        is_try = arc in self._tries.raised or self._tree.fetches[self.arcs.nodes[arc]] < _KNOWN
        may_end = self._pages >= self.settings.least_pages
        return (is_under_way and is_try) or (may_end and priority < self.coverage.price())

    def is_done(self, progress: Progress) -> bool:
        return self.coverage.is_enough(progress, self._tries.untold())

    # State

    def save(self) -> dict[str, Any]:
        return {
            "offers": self._offers.save(),
            "seen": self._seen.save(),
            "tree": self._tree.save(),
            "arcs": self.arcs.save(),
            "revealed": self._revealed.save(),
            "exclusive": self._exclusive.save(),
            "place_gains": self._place_gains.save(),
            "walls": self._walls.save(),
            "small_pages": self._small_pages.save(),
            "coverage": self.coverage.save(),
            "at_root": self._at_root,
            "hopes": self._hopes,
            "each_revealed": self._each_revealed,
            "shares": self._shares,
            "priorities": self._priorities,
            "pages": self._pages,
            "tries": self._tries.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._offers.restore(state["offers"])
        self._seen.restore(state["seen"])
        self._tree.restore(state["tree"])
        self.arcs.restore(state["arcs"])
        self._revealed.restore(state["revealed"])
        self._exclusive.restore(state["exclusive"])
        self._place_gains.restore(state["place_gains"])
        self._walls.restore(state["walls"])
        self._small_pages.restore(state["small_pages"])
        self.coverage.restore(state["coverage"])
        self._at_root = float(state["at_root"])
        self._hopes = [float(h) for h in state["hopes"]]
        self._each_revealed = [float(w) for w in state["each_revealed"]]
        self._shares = [float(s) for s in state["shares"]]
        self._priorities = [float(p) for p in state["priorities"]]
        self._pages = int(state["pages"])
        self._tries.restore(state["tries"])
