"""Lists and threads that were begun are completed before the end.

When the rest of a site is not worth its requests, single pages of a thread or a list may still
wait: they would leave a hole in it. Of pages in hand that are no copies of others, the pages before
and after are fetched as far as links with numbers announce them. Lists that only say "next" may
have no end: they are followed as long as each page names other pages that are in hand. Lists that
bring nothing, and name hardly a page that is in hand or was not known, show what other pages have,
as the posts of one person do: after some of a shape the others are left.

Then long lists of known kinds are begun; what most pages or the first one link to is had; and
last of all small pages that all say something new.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from periplus import url as urls
from periplus.plan.adaptive.list_kinds import ListKinds
from periplus.plan.adaptive.unindexed import is_view
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.site.page_counts import MISSING, Change, PageCounts, changes, says_number
from periplus.site.split_url import split_url
from periplus.site.threads import (
    CANONICAL,
    FIRST_NUMBER,
    NEXT,
    NOTHING,
    SILENT,
    turn_marks,
)
from periplus.site.titles import same_title
from periplus.site.url_names import common_values, names_same
from periplus.site.url_patterns import UrlPatterns

_MOST_CANDIDATES = 50_000
_SHARE = 0.18  # of the pages in hand: what completing may cost at most
_FIRST = 10
_SECOND = 2  # the number that the second page of a list has, if the first has none
_MOST_STRAYS = 20  # there may be some in flight
_FEW_NAMED = 5  # pages in hand, or newly found, that a page of a list names at least
_MOST_IDLE = 3  # pages in a row, of URLs of one shape, that are of no use
_MOST_AT_ONCE = 10  # of a shape of which the last page was of use
_ELSEWHERE = (NOTHING, SILENT)  # what links to other things than further pages say of those
_MOST_NEXT = 3  # of the list, the thread, the day: where more links look so, they lead elsewhere
_SMALL_SHARE = 0.15  # of the pages in hand: what small pages may cost at most
_MOSTLY = 0.5
_ENOUGH = 5  # pages that are asked for: no more are looked for


UrlsByKind = Mapping[str, Mapping[int, str]]  # by pattern and id


class Turn(NamedTuple):
    """A link that may lead to another page of one thing."""

    own: str
    url: str
    is_next: bool  # it says so
    is_of_list: bool  # its page is the next one of a page with the same title
    title: str  # of its page
    shape: str  # of the URL
    kind: str  # pattern of the first page of the list, where no number says how long it is


class Completion:
    """Remembers links that turn pages of what is in hand."""

    def __init__(self, patterns: UrlPatterns) -> None:
        self.patterns = patterns  # of the site's URLs
        self._counts = PageCounts()
        self._turns: dict[int, Turn] = {}  # by URL id of the target
        self.asked: set[int] = set()  # to be fetched now
        self._single: set[int] = set()  # of those asked for: what most pages link to
        self._small: set[int] = set()  # of those ever asked for: small pages
        self._strays = 0  # other pages that came while these were to come first
        self._spent = 0
        # The pages in hand that the last page asked for named.
        self._named: frozenset[int] | None = None
        self._is_begun = False
        self.kinds = ListKinds()
        # Hashes of lists of which the first page, without a number, is in hand.
        self._begun: set[int] = set()
        self._idle: dict[str, int] = {}  # by the shape of URLs: pages in a row of no use

    def take_in(self, visit: Visit, *, is_barren: bool = True) -> None:
        """A page is in hand, which brought something or not.

        What it turns to is of interest if the page is no copy.
        """
        turn = self._turns.pop(visit.page, None)
        was_asked = visit.page in self.asked
        self.asked.discard(visit.page)
        if self._is_begun and not was_asked:
            self._strays += 1
            if self._strays > _MOST_STRAYS:  # those that are left cannot be had
                self.asked.clear()
        if visit.view is None or not 200 <= visit.status < 300:
            if was_asked and self.is_of_list(visit.page):
                self._note_idle(visit.url, is_idle=True)
            return
        is_of_list, kind = False, ""
        if turn is not None and turn.is_next and same_title(turn.title, visit.view.title):
            is_of_list, kind = True, turn.kind
            self._counts.learn_step(turn.own, visit.url)
            if kind:
                self.kinds.add_page(kind)
        marks = turn_marks(visit.view.links)
        turning = [
            o
            for o in visit.links
            if o.row >= 0 and marks[o.row] not in (NOTHING, CANONICAL, SILENT)
        ]
        if len({o.target for o in turning if marks[o.row] == NEXT}) > _MOST_NEXT:
            turning = [o for o in turning if marks[o.row] != NEXT]
        if not turning:
            if visit.verdict is Verdict.VALUABLE and not is_of_list:
                self._count_list(visit.url, {})
            return
        numbered = [o for o in turning if marks[o.row] >= FIRST_NUMBER]
        self._counts.learn(
            visit.url,
            [(o.url, marks[o.row] - FIRST_NUMBER) for o in numbered],
            [o.url for o in turning if marks[o.row] < FIRST_NUMBER],
        )
        is_idle_view = is_barren and is_view(visit)
        if was_asked and self.is_of_list(visit.page):
            named = self._names_others(visit, marks)
            found = sum(o.fresh and o.row >= 0 and marks[o.row] in _ELSEWHERE for o in visit.links)
            if named is not None:
                is_idle = is_idle_view or (is_barren and named + found < _FEW_NAMED)
                self._note_idle(visit.url, is_idle=is_idle)
            if named == 0:
                turning = [o for o in turning if marks[o.row] >= FIRST_NUMBER]
        if (visit.verdict is Verdict.VALUABLE or was_asked) and not is_idle_view:
            counts = {o.row for o in numbered if not _is_page(visit.url, o, marks)}
            pages = {o.url: marks[o.row] - FIRST_NUMBER for o in numbered if o.row not in counts}
            turning = [o for o in turning if o.row not in counts]
            if not is_of_list:
                kind = self._count_list(visit.url, pages)
            self._remember(visit, turning, marks, pages, kind, is_of_list=is_of_list)

    def _note_idle(self, url: str, *, is_idle: bool) -> None:
        """A page of a list was of use or not."""
        shape = self.patterns.keys(url).shape
        self._idle[shape] = self._idle.get(shape, 0) + 1 if is_idle else 0

    def _count_list(self, url: str, pages: Mapping[str, int]) -> str:
        """Note how many pages a list has of which this may be the first.

        Returns: what to count its further pages as, where no number says how many there are.
        """
        last = 1
        for other, number in pages.items():
            for change in changes(url, other) or ():
                if change.own > 1:
                    return ""  # this is not the first
                if change.own == MISSING and self._counts.counts(change.place):
                    last = max(last, number)
        pattern = self.patterns.keys(url).pattern
        self.kinds.count(pattern, last)
        return pattern if last == 1 else ""

    def _names_others(self, visit: Visit, marks: list[int]) -> int | None:
        """How many pages in hand a page that was asked for names that the one before did not.

        None of the first page.
        """
        named = frozenset(
            o.target for o in visit.links if o.fetched and o.row >= 0 and marks[o.row] in _ELSEWHERE
        )
        before, self._named = self._named, named
        return None if before is None else len(named - before)

    def _remember(
        self,
        visit: Visit,
        turning: Iterable[Offered],
        marks: list[int],
        numbered: Iterable[str],
        kind: str,
        *,
        is_of_list: bool,
    ) -> None:
        own, title = visit.url, visit.view.title if visit.view else ""
        numbered = list(numbered)
        names = {name for url in (own, *numbered) for name in _names(url)}
        for offered in turning:
            mark = marks[offered.row]
            for change in changes(own, offered.url) or ():
                is_first = change.own == MISSING and change.other > 1
                if is_first and len(self._begun) < _MOST_CANDIDATES:
                    self._begun.add(_without_number(offered.url, change.other))
            if offered.fetched or len(self._turns) >= _MOST_CANDIDATES:
                continue
            if mark < FIRST_NUMBER and numbered and not _names(offered.url) <= names:
                continue  # the next thread says so by a parameter that no page of this one has
            keys = self.patterns.keys(offered.url)
            if keys.function:
                continue  # another view of a page of the list, sorted perhaps
            if mark == NEXT or changes(own, offered.url):
                turn = Turn(own, offered.url, mark == NEXT, is_of_list, title, keys.shape, kind)
                self._turns.setdefault(offered.target, turn)

    def begin(
        self,
        pages: int,
        passed_over: Iterable[int],
        waiting: UrlsByKind,
        linked: UrlsByKind,
        everywhere: Iterable[int],
        small: Iterable[int] = (),
    ) -> set[int]:
        """The URLs to fetch now, as far as the budget goes; none: all is complete.

        Args:
            pages: in hand.
            passed_over: URLs that show known pages or things, or are refused.
            waiting: URLs of long lists that were never begun, by their patterns.
            linked: The same of lists of several pages, those that many pages link to.
            everywhere: URLs that most pages link to, lists or not.
            small: URLs of small pages.
        """
        self._is_begun = True
        most = _FIRST + int(_SHARE * pages)
        barred = self.asked.union(passed_over)
        common = common_values(turn.own for turn in self._turns.values())
        due = set(everywhere)
        self._single |= due
        under_way = Counter(self._turns[t].shape for t in self.asked if t in self._turns)
        candidates = [
            (target, turn.shape)
            for target, turn in self._turns.items()
            if target not in barred
            and self._idle.get(turn.shape, 0) < _MOST_IDLE
            and self._is_turn(turn, common)
        ]
        if not candidates and not self.asked:  # what is left is known when all others are complete
            left = most - self._spent
            candidates += self._firsts(self.kinds.long(), waiting, left)
            candidates = candidates or self._linked_firsts(linked, left)
        for target, shape in candidates:
            if self._spent >= most or self._strays > _MOST_STRAYS:
                break
            idle = self._idle.get(shape, 0)
            at_once = _MOST_AT_ONCE if shape in self._idle and not idle else _MOST_IDLE - idle
            if under_way[shape] >= at_once:
                continue
            self._spent += 1
            under_way[shape] += 1
            due.add(target)
        if not due and not self.asked:
            due = self._small_due(small, pages)
        self.asked |= due
        return due

    def _small_due(self, small: Iterable[int], pages: int) -> set[int]:
        """Some small pages, when all else is complete."""
        left = min(_MOST_AT_ONCE, int(_SMALL_SHARE * pages) - len(self._small))
        due = set(itertools.islice((t for t in small if t not in self._small), max(0, left)))
        self._small |= due
        return due

    def _firsts(
        self, kinds: Mapping[str, float], waiting: UrlsByKind, most: float
    ) -> Iterator[tuple[int, str]]:
        """First pages of lists, of kinds of which all that wait can be had for so many requests.

        A site that cuts its pages up by a thousand words has no end of lists.
        """
        for pattern, mean in kinds.items():
            firsts = waiting.get(pattern, {})
            cost = mean * len(firsts)
            if cost <= most:
                most -= cost
                for target, url in firsts.items():
                    if target not in self.asked:
                        yield target, self.patterns.keys(url).shape

    def _linked_firsts(self, linked: UrlsByKind, most: float) -> list[tuple[int, str]]:
        """The same of lists that many pages link to, of the cheapest kinds first.

        Where there is not room for all of the cheapest, but for most of them, as many as there is.
        """
        means = {**self.kinds.long(), **self.kinds.short()}
        by_cost = sorted(
            (kind for kind in means if linked.get(kind)), key=lambda k: means[k] * len(linked[k])
        )
        found = list(self._firsts({kind: means[kind] for kind in by_cost}, linked, most))
        if not found and by_cost:
            cheapest = by_cost[0]
            room = int(most / means[cheapest])
            if room > _MOSTLY * len(linked[cheapest]):
                some = dict(itertools.islice(linked[cheapest].items(), room))
                found = list(self._firsts(means, {cheapest: some}, most))
        return found

    def pause(self) -> None:
        """The crawl goes on."""
        self._is_begun = False
        self._strays = 0

    def _is_turn(self, turn: Turn, common: frozenset[str]) -> bool:
        found = changes(turn.own, turn.url)
        if self._counts.is_turn(turn.own, turn.url):
            return not any(self._is_begun_by(turn.url, change) for change in found or ())
        if found:
            is_second = found[0][1:] == (MISSING, _SECOND)
            return turn.is_next and len(found) == 1 and (is_second or turn.is_of_list)
        return names_same(turn.own, turn.url, common)

    def _is_begun_by(self, url: str, change: Change) -> bool:
        """Whether a URL is that of a first page whose URL without a number is in hand."""
        return change.other in (0, 1) and _without_number(url, change.other) in self._begun

    def is_of_list(self, target: int) -> bool:
        """Whether a URL that is asked for is to be a page of a list."""
        return target not in self._single and target not in self._small

    def is_small(self, target: int) -> bool:
        """Whether a URL that is asked for is to be a small page."""
        return target in self._small

    @property
    def has_enough(self) -> bool:
        """Whether so many pages are asked for that no more need be looked for."""
        return len(self.asked) >= _ENOUGH

    @property
    def has_turns(self) -> bool:
        """Whether there is anything that may be completed."""
        return bool(self._turns)

    def targets(self) -> list[int]:
        """The URL ids of what may be completed."""
        return list(self._turns)

    @property
    def is_done(self) -> bool:
        """Whether all that was asked for is in hand."""
        return self._is_begun and not self.asked

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "counts": self._counts.save(),
            "turns": [[target, *turn] for target, turn in self._turns.items()],
            "asked": sorted(self.asked),
            "single": sorted(self._single),
            "small": sorted(self._small),
            "spent": self._spent,
            "strays": self._strays,
            "named": None if self._named is None else sorted(self._named),
            "is_begun": self._is_begun,
            "idle": self._idle,
            "begun": sorted(self._begun),
            "kinds": self.kinds.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._counts.restore(state["counts"])
        self._turns = {int(target): Turn(*turn) for target, *turn in state["turns"]}
        self.asked, self._single = set(state["asked"]), set(state["single"])
        self._small = set(state["small"])
        self._spent, self._strays = int(state["spent"]), int(state["strays"])
        self._named = None if state["named"] is None else frozenset(state["named"])
        self._is_begun = bool(state["is_begun"])
        self._idle = dict(state["idle"])
        self._begun = set(state["begun"])
        self.kinds.restore(state["kinds"])


def _is_page(own: str, offered: Offered, marks: list[int]) -> bool:
    return says_number(own, offered.url, marks[offered.row] - FIRST_NUMBER)


def _without_number(url: str, number: int) -> int:
    """A hash that the pages of a list share."""
    head, _, tail = url.rpartition(str(number))
    return urls.url_hash(f"{head}*{tail}")


def _names(url: str) -> set[str]:
    return {pair.partition("=")[0] for pair in split_url(url)[1]}
