"""Pages of one title of which links say next and previous, whatever their URLs look like.

A list may go on under another file name, or from a time or a record on, so that no number counts
its pages. Then it counts that both pages say so of each other, or that they differ in one parameter
alone. Articles and messages of a series are linked that way too, but others of them have other
titles.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from periplus.site.titles import same_title
from periplus.site.url_names import changed_parameters

_COMMON = 0.05  # of the pages: a title that so many have says nothing of two that only say next
_COMMON_IN_LISTS = 0.5  # the same for two that differ in one parameter
_FEW = 10


class SaidTurn(NamedTuple):
    """A link that says next or previous."""

    page: int
    target: int
    is_next: bool


class SaidTurns:
    """Tells which links between pages in hand turn pages of a list."""

    def __init__(self, said: Iterable[SaidTurn], titles: Mapping[int, str]) -> None:
        self._titles = titles
        self._having = Counter(titles.values())
        self._said: set[SaidTurn] = set()  # between pages of one title
        self._serial: set[str] = set()  # titles of pages whose next or previous has another
        for turn in said:
            own, other = titles.get(turn.page), titles.get(turn.target)
            if not own or not other:
                continue
            if same_title(own, other):
                self._said.add(turn)
            else:
                self._serial |= {own, other}

    def is_turn(self, turn: SaidTurn, own: str, other: str) -> bool:
        """Whether a link between these URLs leads to another page of the same list."""
        if turn not in self._said or turn._replace(is_next=not turn.is_next) in self._said:
            return False
        titles = {self._titles[turn.page], self._titles[turn.target]}
        if titles & self._serial:
            return False
        having = sum(self._having[title] for title in titles)
        if len(changed_parameters(own, other) or ()) == 1:
            return having <= max(_FEW, _COMMON_IN_LISTS * len(self._titles))
        is_mutual = SaidTurn(turn.target, turn.page, not turn.is_next) in self._said
        return is_mutual and having <= max(_FEW, _COMMON * len(self._titles))
