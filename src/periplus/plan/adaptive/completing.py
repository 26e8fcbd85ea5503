"""Lists and threads that were begun are completed before the end.

When the rest of a site is not worth its requests, single pages of a thread or a list may still
wait: they would leave a hole in it. Of pages in hand that are no copies of others, the pages before
and after are fetched as far as links with numbers announce them. Lists that only say "next" may
have no end: they are followed as long as each page names other pages that are in hand.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.site.page_counts import MISSING, PageCounts, changes, says_number
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
from periplus.site.url_patterns import split_url

_MOST_CANDIDATES = 50_000
_SHARE = 0.1  # of the pages in hand: what completing may cost at most
_FIRST = 10
_SECOND = 2  # the number that the second page of a list has, if the first has none
_MOST_STRAYS = 20  # there may be some in flight


class Turn(NamedTuple):
    """A link that may lead to another page of one thing."""

    own: str
    url: str
    is_next: bool  # it says so
    is_of_list: bool  # its page is the next one of a page with the same title
    title: str  # of its page


class Completion:
    """Remembers links that turn pages of what is in hand."""

    def __init__(self) -> None:
        self._counts = PageCounts()
        self._turns: dict[int, Turn] = {}  # by URL id of the target
        self.asked: set[int] = set()  # to be fetched now
        self._strays = 0  # other pages that came while these were to come first
        self._spent = 0
        self._named = frozenset[int]()  # the pages in hand that the last page asked for named
        self._is_begun = False

    def take_in(self, visit: Visit) -> None:
        """A page is in hand; what it turns to is of interest if the page is no copy."""
        turn = self._turns.pop(visit.page, None)
        was_asked = visit.page in self.asked
        self.asked.discard(visit.page)
        if self._is_begun and not was_asked:
            self._strays += 1
            if self._strays > _MOST_STRAYS:  # those that are left cannot be had
                self.asked.clear()
        if visit.view is None or not 200 <= visit.status < 300:
            return
        is_of_list = False
        if turn is not None and turn.is_next and same_title(turn.title, visit.view.title):
            is_of_list = True
            self._counts.learn_step(turn.own, visit.url)
        marks = turn_marks(visit.view.links)
        turning = [
            o
            for o in visit.links
            if o.row >= 0 and marks[o.row] not in (NOTHING, CANONICAL, SILENT)
        ]
        if not turning:
            return
        numbered = [o for o in turning if marks[o.row] >= FIRST_NUMBER]
        self._counts.learn(
            visit.url,
            [(o.url, marks[o.row] - FIRST_NUMBER) for o in numbered],
            [o.url for o in turning if marks[o.row] < FIRST_NUMBER],
        )
        if was_asked and not self._names_others(visit, marks):
            turning = [o for o in turning if marks[o.row] >= FIRST_NUMBER]
        if visit.verdict is Verdict.VALUABLE or was_asked:
            counts = {o.row for o in numbered if not _is_page(visit.url, o, marks)}
            pages = [o.url for o in numbered if o.row not in counts]
            turning = [o for o in turning if o.row not in counts]
            self._remember(visit, turning, marks, pages, is_of_list=is_of_list)

    def _names_others(self, visit: Visit, marks: list[int]) -> bool:
        """Whether a page that was asked for names pages in hand that the one before it did not."""
        named = frozenset(
            o.target for o in visit.links if o.fetched and o.row >= 0 and marks[o.row] == NOTHING
        )
        before, self._named = self._named, named
        return bool(named - before)

    def _remember(
        self,
        visit: Visit,
        turning: Iterable[Offered],
        marks: list[int],
        numbered: list[str],
        *,
        is_of_list: bool,
    ) -> None:
        own, title = visit.url, visit.view.title if visit.view else ""
        names = {name for url in (own, *numbered) for name in _names(url)}
        for offered in turning:
            mark = marks[offered.row]
            if offered.fetched or len(self._turns) >= _MOST_CANDIDATES:
                continue
            if mark < FIRST_NUMBER and numbered and not _names(offered.url) <= names:
                continue  # the next thread says so by a parameter that no page of this one has
            if mark == NEXT or changes(own, offered.url):
                turn = Turn(own, offered.url, mark == NEXT, is_of_list, title)
                self._turns.setdefault(offered.target, turn)

    def begin(self, pages: int, passed_over: Iterable[int]) -> dict[int, str]:
        """The URLs to fetch now, as far as the budget goes; none: all is complete.

        Args:
            pages: in hand.
            passed_over: URLs that are other spellings of pages.
        """
        self._is_begun = True
        barred = set(passed_over)
        common = common_values(turn.own for turn in self._turns.values())
        due: dict[int, str] = {}
        for target, turn in self._turns.items():
            if target in self.asked or target in barred or not self._is_turn(turn, common):
                continue
            if self._spent >= _FIRST + _SHARE * pages or self._strays > _MOST_STRAYS:
                break
            self._spent += 1
            due[target] = turn.url
        self.asked |= due.keys()
        return due

    def pause(self) -> None:
        """The crawl goes on."""
        self._is_begun = False
        self._strays = 0

    def _is_turn(self, turn: Turn, common: frozenset[str]) -> bool:
        if self._counts.is_turn(turn.own, turn.url):
            return True
        found = changes(turn.own, turn.url)
        if found:
            is_second = found[0][1:] == (MISSING, _SECOND)
            return turn.is_next and len(found) == 1 and (is_second or turn.is_of_list)
        return names_same(turn.own, turn.url, common)

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
            "spent": self._spent,
            "strays": self._strays,
            "named": sorted(self._named),
            "is_begun": self._is_begun,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._counts.restore(state["counts"])
        self._turns = {int(target): Turn(*turn) for target, *turn in state["turns"]}
        self.asked = set(state["asked"])
        self._spent, self._strays = int(state["spent"]), int(state["strays"])
        self._named = frozenset(state["named"])
        self._is_begun = bool(state["is_begun"])


def _is_page(own: str, offered: Offered, marks: list[int]) -> bool:
    return says_number(own, offered.url, marks[offered.row] - FIRST_NUMBER)


def _names(url: str) -> set[str]:
    return {pair.partition("=")[0] for pair in split_url(url)[1]}
