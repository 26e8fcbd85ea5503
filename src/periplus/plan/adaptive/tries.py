"""What is tried though little is expected of it, in bounded numbers.

Audits: kinds of links that may hold too much to be left. Looks: links of which it matters most, and
is least known, how much they hold. Sitemaps of which none was tried come before all else.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from periplus.page.view import F64
from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.coverage import Coverage
from periplus.plan.adaptive.doubt import Doubts
from periplus.plan.adaptive.index import ArcColumns, Flags
from periplus.plan.adaptive.seldom import Seldom
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.walls import Walls

_AUDITS_AT_ONCE = 3
_LARGE = 0.1  # of the useful pages: an arc that has more links gets some tries before it is left
_LEAST_TRIES = 5
_VERY_LARGE = 0.25  # the same of links foretold to be other spellings, all of a kind together
_SPELLING_TRIES = 3
_DERIVED_TRIES = 2  # of links that are made of the URL of their page: each page has many
_HUGE = 0.5  # of the useful pages: whatever the first links of so many led to, some more are tried
_HUGE_TRIES = 8
_WALL_TRIES = 6  # of many links, where those that were tried led to the same text
_MISSING_TRIES = 20  # of so many links, where those that were tried do not exist
_LIKE_PAGES = 0.25  # of what useful pages bring: one that exists is a page like others
_TRIES_TO_TELL = 5  # of many links, where too few pages named their URL without some part
_ENOUGH_TRIES = 12  # of a kind, where none brought anything: at other places it gets fewer
_TRIES_ELSEWHERE = 2
_MISSED_BY_LUCK = 0.5  # of what may be missed untried: a list of which a few pages hold much
_SOME_FRUITS = 3
_SEVERAL = 3  # links: they are a kind of pages, not a function
_MOST_PART_TRIES = 20
_NEARLY = 0.4  # of the price: what brings so much is fetched where there is much of it
_MUCH = 0.01  # of what is in hand
_OFTEN_FRUITFUL = 0.4  # of the fetches
_BREEDING = 0.5  # new links of its kind that a page shows: there is no end to them
_HARDLY_KNOWN = 3  # fetches
_WELL_KNOWN = 30  # fetches: an arc that was tried so often is what it seems
_LITTLE_KNOWN = 0.85  # the low end of the estimate: below that nothing is left untried lightly
_CURIOUS = 0.2
_WELL_COVERED = 0.93  # the same: from there on what never bore is left, unless it is much or new
_AUDIT = 1.01  # times the price at which a crawl stops


class Tries:
    """Raises arcs above what they are worth, and counts what came of that."""

    def __init__(
        self, settings: AdaptiveSettings, arcs: Arcs, coverage: Coverage, walls: Walls
    ) -> None:
        self._settings = settings
        self._walls = walls
        self._arcs = arcs
        self._coverage = coverage
        self._audits = 0  # fetches of what nothing is expected of
        self._first_tries = 0  # the same, of kinds that were never tried
        self._part_tries = 0  # the same, of links that many pages show
        self._looks = 0  # fetches that are to tell how much there is
        self.raised: set[int] = set()  # arcs that are waiting for a try
        self._firsts: set[int] = set()  # of them those of kinds never tried
        self._parts: set[int] = set()  # the same, that many pages show
        self._worth: set[int] = set()  # of them what is worth it on average, and not charged
        self._due: set[int] = set()  # of them what is tried whatever the estimate says
        self._looked = NO_ARC  # of them that of a look
        self._tried: set[int] = set()  # arcs of which a link was fetched
        self.seldom = Seldom()

    def count(self, arc: int, gain: float, text: int = 0, *, is_missing: bool = False) -> None:
        """A link of this arc was fetched and brought so much; what is worth it is not charged.

        `text`: the hash of the page's text.
        """
        price = self._coverage.price()
        if self._walls.is_text_of_one(text):
            self.seldom.hide(arc)
        elif not is_missing:
            self.seldom.count(arc, is_barren=gain < self._settings.barren_share * price)
        if arc in self.raised and arc != self._looked and arc not in self._worth:
            is_barren = gain < price
            if arc in self._parts:
                self._part_tries += is_barren
            elif arc in self._firsts:
                self._first_tries += is_barren
            else:
                self._audits += is_barren

    def without(self, raised: F64, index: F64) -> F64:
        """What `priorities` raised, but for what is only tried and not worth it on average.

        Of very many links of which those tried do not exist yet, the tries are made nevertheless.
        """
        plain = raised.copy()
        tried = sorted(self.raised - self._worth - self._due)
        plain[tried] = index[tried]
        return plain

    def untold(self) -> int:
        """How many links wait of what is tried whatever the estimate says."""
        return sum(self._arcs.stock[arc] for arc in self._due)

    def samples(self) -> list[int]:
        """The arcs of which any link is to be tried, rather than the one that promises most.

        After the first: what many pages link to says little of the rest of an arc. Pages of a list
        have an order.
        """
        return [
            arc for arc in sorted(self.raised & self._tried) if not self._arcs.keys[arc].turns_pages
        ]

    def priorities(self, columns: ArcColumns, index: F64, doubt: Doubts, pages: int) -> F64:
        """What arcs are worth, and more where one is to be tried."""
        self._tried = set(np.flatnonzero(columns.fetches > 0).tolist())
        raised = self._with_audits(columns, index, doubt, pages)
        raised = self._with_a_look(columns, raised, doubt, pages)
        return self._with_lists(columns, raised)

    def _with_audits(self, columns: ArcColumns, index: F64, doubt: Doubts, pages: int) -> F64:
        """Raise what may hold too much to be left just above the price, while the budget lasts.

        Besides kinds that were never tried, as long as there are few; those of several pages have a
        budget of their own, that no other tries use up.
        """
        settings, price = self._settings, self._coverage.price()
        self.raised, self._worth = set(), set()
        # What is worth its requests on average is not left for being so only now and then.
        is_unwritten = _are_unwritten(columns, doubt)
        is_worth = (columns.mean >= price) | self._is_much(columns)
        is_worth |= self._is_unlucky(columns, is_unwritten)
        is_worth &= ~columns.is_place_barren
        most = max(settings.doubt, settings.doubt_share * self._coverage.useful)
        if self._coverage.interval[0] < _LITTLE_KNOWN:
            most *= _CURIOUS
        held, tries = doubt.pages[doubt.kinds], doubt.fetches[doubt.kinds]
        has_borne = doubt.has_borne[doubt.kinds]
        is_derived = columns.is_derived
        is_due = held > most
        is_due &= ~is_derived | (tries < _DERIVED_TRIES)
        is_wall = self._walls.are_met(columns.patterns)
        is_due &= ~is_wall
        # One or two pages that brought something tell of no others whether they are worth it.
        is_hardly_known = (columns.fruits > 0) & (columns.fetches < _HARDLY_KNOWN)
        hope = np.maximum(columns.hope, np.where(is_hardly_known, price, 0.0))
        may_bear = (hope >= price) & (columns.fetches < _WELL_KNOWN) & ~is_derived
        hoped = columns.stock * hope * may_bear / max(self._coverage.usual(), 1e-9)
        is_hoped = hoped > _MISSED_BY_LUCK * most
        is_due |= is_hoped
        is_large = self._is_large(columns, doubt) & ~is_wall
        is_huge = self._is_huge(columns)
        # A kind of which nothing came elsewhere is tried less at each further place.
        may_bear_here = (tries < _ENOUGH_TRIES) | (columns.fetches < _TRIES_ELSEWHERE)
        is_large &= has_borne | may_bear_here
        is_prompt = self._walls.are_prompts(columns.patterns)
        is_large |= is_huge & ~has_borne & (tries < _HUGE_TRIES) & ~is_prompt
        # What others of its pattern bring elsewhere says nothing of a place that never bore.
        is_known = columns.is_place_barren & (tries > 0)
        is_large &= ~is_known
        # A missing page says less of others than a known one under another URL does.
        # That one of the first was written is no reason to try fewer.
        may_be_written = ~has_borne | (columns.of_fruit >= _LIKE_PAGES * self._coverage.usual())
        is_against_odds = is_huge & is_unwritten & may_be_written & (tries < _MISSING_TRIES)
        # Some members hide their profiles: three in a row seem to be a wall before them all.
        is_walled = is_wall & ~is_prompt & self._are_many(columns, doubt)
        is_against_odds |= is_walled & (tries < _WALL_TRIES)
        is_untold = columns.is_partly_told & ~columns.is_other_spelling & (tries < _TRIES_TO_TELL)
        is_against_odds |= is_untold & (columns.stock > _LARGE * self._coverage.useful)
        is_large |= is_against_odds
        is_due = (is_due & ~is_known) | is_large
        # A try is a request: what a kind may hold must be worth one, or nobody misses it.
        is_first = (tries == 0) & self._coverage.are_worth_a_try(held)
        most_first = settings.first_audits + settings.first_try_share * pages
        if self._audits + self._first_tries < most_first:
            is_due |= is_first
        if self._audits >= settings.first_audits + settings.audit_share * pages:
            is_due = is_against_odds
        if self._coverage.interval[0] >= _WELL_COVERED:
            is_due &= is_large | is_hoped
        is_first &= self._first_tries < most_first
        is_due |= is_first & _are_several(columns, doubt)
        # Five sections of a site may have a forum each: few links, which all of their pages show.
        is_part = (tries == 0) & (held > 0) & _are_parts(columns, doubt)
        if self._part_tries < _MOST_PART_TRIES:
            is_due |= is_part
        is_due |= is_worth & ~columns.is_other_spelling
        is_due &= ~columns.is_left
        due = np.flatnonzero((columns.stock > 0) & (index < price) & is_due)
        # Of each kind the arc of which most is left for the tries it had.
        left = columns.stock[due] / (1 + columns.fetches[due])
        stake = np.maximum(held, hoped)[due]
        due = due[np.lexsort((-left, -stake, ~is_large[due]))]
        _, first = np.unique(doubt.kinds[due], return_index=True)
        chosen = due[np.sort(first)[:_AUDITS_AT_ONCE]]
        self.raised = set(chosen.tolist())
        self._parts = set(chosen[is_part[chosen]].tolist())
        self._firsts = set(chosen[is_first[chosen]].tolist())
        self._worth = set(chosen[is_worth[chosen]].tolist())
        self._due = set(chosen[is_against_odds[chosen]].tolist())
        raised = index.copy()
        raised[chosen] = _AUDIT * price
        return raised

    def _is_much(self, columns: ArcColumns) -> Flags:
        """By arc: whether its links hold much together, though each is not quite worth a request.

        The short threads of a forum where a few are very long. Links that lead to ever more of
        their kind have no end, and are left.
        """
        least = _NEARLY * self._coverage.price()
        held = columns.stock * columns.own
        is_much = (columns.own >= least) & (held >= _MUCH * self._coverage.in_hand)
        is_much &= columns.fetches >= _LEAST_TRIES
        is_much &= columns.fruits >= _OFTEN_FRUITFUL * columns.fetches
        is_much &= (columns.bred < _BREEDING) & (columns.priors >= 1.0)
        is_page = ~columns.is_derived & ~columns.is_other_spelling
        return np.asarray(is_much & is_page)

    def _is_unlucky(self, columns: ArcColumns, is_unwritten: Flags) -> Flags:
        """By arc: whether it was worth it so far, has much left, and had bad luck of late.

        Fruits of which there are few may have been the last ones, unless all others do not exist:
        then the next one is counted with them, for there may as well have been one more.
        """
        one_more = (columns.fruits + 1.0) / (columns.fetches + 1.0)
        share = np.maximum(columns.fruits, 1.0) / np.maximum(columns.fetches, 1.0)
        lasting = columns.lasting * np.where(is_unwritten, one_more / share, 1.0)
        is_unlucky = lasting >= self._coverage.price()
        is_unlucky &= columns.stock * lasting >= _MUCH * self._coverage.in_hand
        is_unlucky &= (columns.fruits >= _SOME_FRUITS) | is_unwritten
        return np.asarray(is_unlucky)

    def _is_large(self, columns: ArcColumns, doubt: Doubts) -> Flags:
        """By arc: whether it has many links, and hardly one was tried.

        What others of their pattern brought, or one of them, says little of hundreds of links,
        unless words speak against them, or they are made of the URL of the page that they stand on
        (for each page there are many of these). Links foretold to be other spellings may be pages
        of their own where one that was tried is: what seems redundant may be so at first only. Of
        very many one that was tried says nothing.
        """
        is_large = columns.stock > _LARGE * self._coverage.useful
        is_large &= columns.fetches < _LEAST_TRIES
        is_page = (columns.priors >= 1.0) & ~columns.is_derived
        very_many = _VERY_LARGE * self._coverage.useful
        may_be_wrong = (doubt.stock > very_many) & (doubt.fetches < _SPELLING_TRIES)
        is_wrongly_foretold = (columns.fruits > 0) | may_be_wrong[doubt.kinds]
        return np.asarray(
            is_large & np.where(columns.is_other_spelling, is_wrongly_foretold, is_page)
        )

    def _are_many(self, columns: ArcColumns, doubt: Doubts) -> Flags:
        """By arc: whether its kind has many links to pages, of which none bore."""
        is_many = (doubt.stock > _LARGE * self._coverage.useful) & ~doubt.has_borne
        is_page = (columns.priors >= 1.0) & ~columns.is_derived & ~columns.is_other_spelling
        return np.asarray(is_many[doubt.kinds] & is_page)

    def _is_huge(self, columns: ArcColumns) -> Flags:
        """By arc: whether it has so many links that a few of them say nothing, against all odds.

        The discussion of a page may not be written for two in three pages, and show a note instead:
        the first ones that were tried look like a wall.
        """
        is_huge = columns.stock > _HUGE * self._coverage.useful
        is_huge &= columns.priors >= 1.0
        return np.asarray(is_huge & ~columns.is_other_spelling)

    def _with_a_look(self, columns: ArcColumns, index: F64, doubt: Doubts, pages: int) -> F64:
        """Put the links first of which it matters most, and is least known, how much they hold.

        They would be tried at the end anyway; until then nobody could say how much is in hand.
        """
        settings = self._settings
        self._looked = NO_ARC
        if (
            pages < settings.first_look
            or self._coverage.share < settings.look_from
            or self._looks >= settings.look_share * pages
        ):
            return index
        unsure = self._coverage.unsure(columns, doubt)
        arc = int(unsure.argmax())
        if unsure[arc] < settings.look_least * self._coverage.in_hand:
            return index
        self._looks += 1
        self._looked = arc
        self.raised.add(arc)
        raised = index.copy()
        raised[arc] = _AUDIT * max(float(index.max()), self._coverage.price())
        return raised

    def _with_lists(self, columns: ArcColumns, index: F64) -> F64:
        """Put sitemaps of which none was tried first: one request tells of many pages."""
        due = [
            arc
            for arc in self._arcs.sitemaps
            if columns.stock.item(arc) > 0 and columns.fetches.item(arc) == 0
        ]
        if not due:
            return index
        raised = index.copy()
        raised[due] = _AUDIT * max(float(index.max()), self._coverage.price())
        return raised

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "audits": self._audits,
            "first_tries": self._first_tries,
            "firsts": sorted(self._firsts),
            "part_tries": self._part_tries,
            "parts": sorted(self._parts),
            "looks": self._looks,
            "raised": sorted(self.raised),
            "worth": sorted(self._worth),
            "due": sorted(self._due),
            "tried": sorted(self._tried),
            "looked": self._looked,
            "seldom": self.seldom.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._audits, self._looks = int(state["audits"]), int(state["looks"])
        self._first_tries, self._firsts = int(state["first_tries"]), set(state["firsts"])
        self._part_tries, self._parts = int(state["part_tries"]), set(state["parts"])
        self.raised, self._worth = set(state["raised"]), set(state["worth"])
        self._due = set(state["due"])
        self._tried = set(state["tried"])
        self._looked = int(state["looked"])
        self.seldom.restore(state["seldom"])


def _are_unwritten(columns: ArcColumns, doubt: Doubts) -> Flags:
    """By arc: whether all of its kind that were barren do not exist, and some were."""
    missing = np.bincount(doubt.kinds, columns.missing, minlength=len(doubt.fetches))
    is_unwritten = (missing > 0) & (missing + doubt.fruits >= doubt.fetches)
    return np.asarray(is_unwritten[doubt.kinds])


def _are_several(columns: ArcColumns, doubt: Doubts) -> Flags:
    """By arc: whether there are several links of its kind, and nothing speaks against them."""
    is_page = ~columns.is_derived & ~columns.is_other_spelling
    return np.asarray((doubt.stock >= _SEVERAL)[doubt.kinds] & (columns.priors >= 1.0) & is_page)


def _are_parts(columns: ArcColumns, doubt: Doubts) -> Flags:
    """By arc: whether there are several links of its kind, of which many pages show one."""
    is_part = (doubt.stock >= _SEVERAL)[doubt.kinds] & columns.is_often_shown
    return np.asarray(is_part & ~columns.is_other_spelling)
