"""Links to URLs that wait already: what one more page that shows them changes.

Mostly nothing but their count. A URL that many pages show comes before its like; one that stands at
several places waits where its like does best.
"""

from collections.abc import Callable

from periplus.plan.adaptive.answered import Answered
from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.better_arcs import BETTER
from periplus.plan.adaptive.numbers import NO_NUMBERS, Numbers
from periplus.plan.adaptive.ranks import changes_rank
from periplus.plan.adaptive.things import Things
from periplus.plan.adaptive.waiting import Waiting
from periplus.plan.strategy import Choice, Offered, Reason, Visit

_OFTEN = 10  # pages that show a link: it may belong to the site's own navigation


class ShownAgain:
    """Answers for links that wait."""

    def __init__(
        self,
        arcs: Arcs,
        waiting: Waiting,
        things: Things,
        worth: Callable[[int], float],
        rank: Callable[[int, Numbers], float],
        prior: Callable[[Visit, Offered], float],
    ) -> None:
        """`worth`: of an arc; `rank`: of a URL in its arc; `prior`: what a link's words promise."""
        self._arcs = arcs
        self._waiting = waiting
        self._things = things
        self._worth = worth
        self._rank = rank
        self._prior = prior
        self.answered = Answered()

    def answer(self, visit: Visit, offered: Offered, mark: int, version: int) -> Choice | None:
        """What was answered before, by rules of this version; None where that may be another."""
        arc = self.answered.find(mark)
        if arc == NO_ARC:
            return None
        waiting, arcs, target = self._waiting, self._arcs, offered.target
        held = waiting.arc[target]
        if held == NO_ARC or held in arcs.listed or waiting.version[target] != version:
            return None
        if arc != held and self.is_better(arc, held):
            return None
        is_kin = waiting.pattern[target] == waiting.pattern[visit.page]
        if is_kin and not arcs.keys[arc].turns_pages and self._things.show(target, offered.url):
            return None
        if arc == held:
            return self.count(visit, offered, arc)
        self.remember_other(target, arc)
        return arcs.choices[held]

    def count(self, visit: Visit, offered: Offered, arc: int) -> Choice:
        """A link stands on one more page: what many pages show comes before its like."""
        target = offered.target
        times = self._waiting.show_again(target)
        if times == _OFTEN and self._prior(visit, offered) == 1.0:
            self._waiting.plain.add(target)
        if not changes_rank(times) or target in self._waiting.numbers:
            return self._arcs.choices[arc]
        return Choice(Reason.FOLLOW, self._arcs.names[arc], self._rank(target, NO_NUMBERS), True)

    def is_better(self, arc: int, held: int) -> bool:
        """Whether a URL is to wait in this arc rather than where it does."""
        is_alike = self._arcs.are_alike(arc, held)
        return not is_alike or self._worth(arc) > BETTER * self._worth(held)

    def remember_other(self, target: int, arc: int) -> None:
        """Keep the better one of the arcs that a URL does not wait in."""
        known = self._waiting.others.get(target)
        if known == arc or self._arcs.keys[arc].is_other_spelling:
            return
        if known is None or self._worth(arc) > self._worth(known):
            self._waiting.put_other(target, arc)
