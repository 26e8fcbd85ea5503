"""Behaviour: the pages that visitors want come first, then the pages that lead to such pages.

A URL that the log names is worth the visits it had, drawn a little to its pattern's mean, and part
of the visits of those URLs that visitors went to from it and that the crawl has not found yet. That
part shrinks as they are found. Any other URL is worth what the unnamed URLs of its pattern had, or
of the deepest pattern that it fits. With `patterns_only` patterns alone count: authority and hub.
"""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from periplus import url as urls
from periplus.page.view import Stage
from periplus.plan.behaviour.model import Behaviour
from periplus.plan.behaviour.ranking import Ordering
from periplus.plan.clickable import NOT_CLICKABLE, hint_rows
from periplus.plan.strategy import Choice, Judgement, Offered, Progress, Reason, Visit
from periplus.site.url_values import HOST_KEY, url_values

# What a page's unfound targets count beside its own visits.
_LEAD_SHARE = {Ordering.FETCH: 0.25, Ordering.DISCOVERY: 1.0}
_OWN_SHARE = {Ordering.FETCH: 1.0, Ordering.DISCOVERY: 0.01}
_STEPS_PER_OCTAVE = 4  # groups of the frontier for one doubling of the value
_LEAST_VALUE = 1e-6
_FIRST_NOTE = 20  # pages; then ten times as many


class BehaviourOrder:
    """Follows every link, in the order of visitors' interest."""

    name: ClassVar[str] = "behaviour"
    needs: ClassVar[Stage] = Stage.LINKS

    def __init__(
        self,
        behaviour: Behaviour,
        purpose: Ordering = Ordering.FETCH,
        *,
        patterns_only: bool = False,
    ) -> None:
        self._behaviour = behaviour
        self._purpose = purpose
        self._patterns_only = patterns_only
        self._lead = _LEAD_SHARE.get(purpose, 0.0)
        self._own = _OWN_SHARE.get(purpose, 1.0)
        self._host = behaviour.tree.patterns[0].fixed.get(HOST_KEY, "")
        self._named: dict[str, int] = {}
        self._pattern_of: list[int] = []
        self._leads_to: list[list[int]] = []
        self._led_to_by: list[list[int]] = []
        if not patterns_only:
            self._index_urls()
        self._value: list[float] = [self._first_value(place) for place in range(len(self._named))]
        self._forget()

    def _forget(self) -> None:
        self._pages = 0
        self._links = 0
        self._site = ""
        self._found: dict[int, int] = {}  # URL ids of named URLs that were seen
        self._done: set[int] = set()  # places of named URLs that were fetched
        self._unnamed_found: dict[int, int] = {}  # by pattern
        self._covered = 0
        self._fresh = 0

    def _index_urls(self) -> None:
        visited, tree = self._behaviour.visited, self._behaviour.tree
        self._named = {url: place for place, url in enumerate(visited.urls)}
        self._pattern_of = [tree.match(url_values(url))[0] for url in visited.urls]
        self._leads_to = [[] for _ in visited.urls]
        self._led_to_by = [[] for _ in visited.urls]
        for source, target in visited.transitions:
            self._leads_to[source].append(target)
            self._led_to_by[target].append(source)

    def _visits(self, place: int) -> float:
        use = self._behaviour.uses[self._pattern_of[place]]
        return use.expected_visits(self._behaviour.visited.visits[place])

    def _first_value(self, place: int) -> float:
        leads = sum(self._visits(target) for target in self._leads_to[place])
        return self._own * self._visits(place) + self._lead * leads

    def judge(self, visit: Visit) -> Judgement:
        self._pages += 1
        self._site = self._site or urls.origin(visit.url)
        page = self._named.get(visit.url) if self._is_own_site else None
        if page is not None:
            self._done.add(page)
        hints = hint_rows(visit)
        offers = [offered for offered in visit.links if offered.row not in hints]
        changed = self._notice(offers, visit)
        priorities: dict[str, float] = {}
        choices = [
            NOT_CLICKABLE if offered.row in hints else self._choice(offered, visit, priorities)
            for offered in visit.links
        ]
        moves = {self._found[place]: self._named_choice(place, priorities) for place in changed}
        return Judgement(choices, priorities, note=self._note(), moves=moves)

    @property
    def _is_own_site(self) -> bool:
        return self._site == self._behaviour.site

    def _notice(self, offers: list[Offered], visit: Visit) -> set[int]:
        """Take newly found URLs out of what others lead to; the waiting ones that are to move."""
        changed: set[int] = set()
        if not self._is_own_site:
            return changed
        for offered in [Offered(-1, visit.page, visit.url, False, True), *offers]:
            place = self._named.get(offered.url)
            if place is None or place in self._found:
                continue
            self._found[place] = offered.target
            if not self._lead:
                continue
            part = self._lead * self._visits(place)
            for source in self._led_to_by[place]:
                before = _step(self._value[source])
                self._value[source] -= part
                if _step(self._value[source]) != before:
                    changed.add(source)
        mine = {offered.target for offered in offers}
        return {
            place
            for place in changed
            if place in self._found and place not in self._done and self._found[place] not in mine
        }

    def _choice(self, offered: Offered, visit: Visit, priorities: dict[str, float]) -> Choice:
        self._links += 1
        place = self._named.get(offered.url) if self._is_own_site else None
        if offered.fresh:
            self._fresh += 1
            self._covered += place is not None
        if place is not None:
            return self._named_choice(place, priorities)
        values = url_values(offered.url)
        if self._host:
            values[HOST_KEY] = self._host
        pattern, fits = self._behaviour.tree.match(values)
        if offered.fresh:
            self._covered += fits
            self._unnamed_found[pattern] = self._unnamed_found.get(pattern, 0) + 1
        group = f"pattern {pattern}"
        priorities[group] = self._pattern_value(pattern)
        return Choice(Reason.FOLLOW, group, 1e9 * visit.depth + self._links)

    def _named_choice(self, place: int, priorities: dict[str, float]) -> Choice:
        value = self._value[place]
        step = _step(value)
        group = f"visited {step}"
        priorities[group] = 2 ** (step / _STEPS_PER_OCTAVE)
        return Choice(Reason.FOLLOW, group, -value, move=True)

    def _pattern_value(self, pattern: int) -> float:
        use = self._behaviour.uses[pattern]
        if self._patterns_only:
            return _pattern_score(self._behaviour, pattern, self._purpose)
        # What the log's unnamed URLs had is spread over at least as many as were found.
        number = max(1, use.unnamed_urls, self._unnamed_found.get(pattern, 0))
        if not self._is_own_site:
            return self._own * use.mean_visits + self._lead * use.mean_referrals
        return (self._own * use.unnamed_visits + self._lead * use.unnamed_referrals) / number

    def _note(self) -> str:
        """After 20, 200, … pages: how far the file speaks of this site's URLs."""
        if self._pages < _FIRST_NOTE or not _is_power_of_ten(self._pages, _FIRST_NOTE):
            return ""
        share = self._covered / max(1, self._fresh)
        return (
            f"the behaviour file's patterns cover {share:.0%} of the {self._fresh:,} URLs found; "
            f"{len(self._found):,} of them are in its log"
        )

    def is_done(self, progress: Progress) -> bool:
        return False

    def save(self) -> dict[str, Any]:
        return {
            "pages": self._pages,
            "links": self._links,
            "site": self._site,
            "found": list(self._found.items()),  # in order, so that sums come out the same
            "done": sorted(self._done),
            "unnamed_found": sorted(self._unnamed_found.items()),
            "covered": self._covered,
            "fresh": self._fresh,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._pages, self._links = int(state["pages"]), int(state["links"])
        self._site = str(state["site"])
        self._covered, self._fresh = int(state["covered"]), int(state["fresh"])
        self._found = {int(place): int(url_id) for place, url_id in state["found"]}
        self._done = {int(place) for place in state["done"]}
        self._unnamed_found = {int(p): int(n) for p, n in state["unnamed_found"]}
        self._value = [self._first_value(place) for place in range(len(self._named))]
        for place in self._found:
            part = self._lead * self._visits(place)
            for source in self._led_to_by[place]:
                self._value[source] -= part


def _pattern_score(behaviour: Behaviour, pattern: int, purpose: Ordering) -> float:
    use = behaviour.uses[pattern]
    match purpose:
        case Ordering.FETCH:
            return 0.5 * (use.authority + use.hub)
        case Ordering.DISCOVERY:
            return use.hub
        case Ordering.VOLUME:
            return float(use.urls)
        case Ordering.OVERALL_VISIT:
            return float(use.visits)
        case Ordering.AVERAGE_VISIT:
            return use.mean_visits
        case Ordering.OVERALL_REFERRAL:
            return float(use.referrals)
        case Ordering.AVERAGE_REFERRAL:
            return use.mean_referrals


def _step(value: float) -> int:
    """The group of a value: four for each doubling."""
    return math.floor(_STEPS_PER_OCTAVE * math.log2(max(value, _LEAST_VALUE)))


def _is_power_of_ten(number: int, unit: int) -> bool:
    while number > unit and number % 10 == 0:
        number //= 10
    return number == unit
