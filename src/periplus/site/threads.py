"""Which pages are parts of one thing, in order: told by the links that turn pages alone.

Any crawl can be read this way, whichever strategy found the pages. A link turns a page if its
anchor is a number or a word for next or previous and it changes nothing in the URL but a number
that counts pages (`page_counts`), or if it says next or previous and leads to a page with the same
title whose URL names the same thing, or that says the opposite of it (`said_turns`). A link that
says nothing, an arrow as an icon, turns a page if both hold: the number counts pages elsewhere on
the site, and the titles are the same. Other spellings of a page stand for it.
"""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from periplus.page.view import AnchorKind, Links, LinkSource, Rel
from periplus.site.page_counts import PageCounts, changes, page_numbers, says_number
from periplus.site.said_turns import SaidTurn, SaidTurns
from periplus.site.titles import same_title
from periplus.site.url_names import common_values, names_same

# What a link says of pages, as it is kept with the links of a page; numbers follow.
NOTHING, NEXT, PREVIOUS, CANONICAL, SILENT, FIRST_NUMBER = range(6)
LARGEST_MARK = 0xFFFF

_DIGITS = re.compile(r"(\d+)")
_NUMBER = re.compile(r"\d{1,5}")
_MOST_HOPS = 20


# Marks by the markup, and by the kind of an anchor with the bits of rel that say next or previous.
_TURNING_RELS = int(Rel.NEXT | Rel.PREV)
_IN_TEXT, _NUMBERED = int(LinkSource.A), int(AnchorKind.NUMBER)
_MARKS = np.zeros((max(LinkSource) + 1, _TURNING_RELS + 8), np.uint16)
_MARKS[_IN_TEXT, [AnchorKind.EMPTY, AnchorKind.IMAGE]] = SILENT
for _kind in range(8):
    _MARKS[:, _kind | Rel.NEXT] = NEXT
    _MARKS[:, [_kind | Rel.PREV, _kind | _TURNING_RELS]] = PREVIOUS
_MARKS[:, AnchorKind.NEXT] = NEXT
_MARKS[:, AnchorKind.PREVIOUS :: 8] = PREVIOUS
_MARKS[LinkSource.LINK_NEXT] = NEXT
_MARKS[LinkSource.LINK_PREV] = PREVIOUS
_MARKS[LinkSource.LINK_CANONICAL] = CANONICAL


class TiedPage(NamedTuple):
    """A page in hand, or a redirect."""

    page: int  # URL id
    url: str
    title: str  # "" of a redirect
    twin: int | None = None  # the page in hand with the same text, or where it redirects to
    is_redirect: bool = False


class TurnLink(NamedTuple):
    """A link that may turn a page, or names the page's canonical URL."""

    page: int
    target: int
    url: str  # of the target
    mark: int


def turn_marks(links: Links) -> list[int]:
    """What each link of a page says of pages; NOTHING of most."""
    marks: list[int] = _MARKS[links.sources, links.kinds | (links.rels & _TURNING_RELS)].tolist()
    for row in (links.kinds == _NUMBERED).nonzero()[0].tolist():
        found = _NUMBER.search(links.anchors[row]) if marks[row] == NOTHING else None
        if found:
            marks[row] = min(LARGEST_MARK, FIRST_NUMBER + int(found.group()))
    return marks


class Ties:
    """Joins pages that links turn to; a page and its other spellings count as one."""

    def __init__(self, pages: Sequence[TiedPage], links: Sequence[TurnLink]) -> None:
        self._in_hand = [page.page for page in pages if not page.is_redirect]
        self._urls = {page.page: page.url for page in pages}
        self._urls.update((link.target, link.url) for link in links)
        self._twins = {page.page: page.twin for page in pages if page.twin is not None}
        self._forms: dict[int, int] = {}
        turning = [link for link in links if link.mark not in (NOTHING, CANONICAL)]
        self._take_forms(links, turning)
        self._titles = {self.form(p.page): p.title for p in pages if not p.is_redirect}
        self._leaders: dict[int, int] = {}
        self._counts = PageCounts()
        self._next: dict[int, int] = {}
        self._join(turning)

    def form(self, page: int) -> int:
        """The URL that a page stands for."""
        for _ in range(_MOST_HOPS):
            onward = self._forms.get(page, self._twins.get(page, page))
            if onward == page:
                break
            page = onward
        return page

    def join_if_likely(self, page: int, target: int) -> None:
        """Tie two pages of which others say that they belong together, if nothing is against it.

        Where both are in hand and have titles, one must differ from the other as pages do.
        """
        one, other = self._titles.get(self.form(page)), self._titles.get(self.form(target))
        if one and other:
            own, to = self._form_url(page), self._form_url(target)
            by_number = changes(own, to)
            if not (self._counts.is_turn(own, to) if by_number else same_title(one, other)):
                return
        self.join(page, target)

    def join(self, page: int, target: int) -> None:
        """Tie two pages that are known to belong together."""
        one, other = self._leader(self.form(page)), self._leader(self.form(target))
        self._leaders[max(one, other)] = min(one, other)

    def pages(self) -> list[int]:
        """Of each page in hand the best spelling."""
        return [*self._best_pages().values()]

    def threads(self) -> list[list[int]]:
        """The pages in hand of each thread with at least two, in order."""
        best = self._best_pages()
        members: dict[int, list[int]] = {}
        for form in best:
            if form in self._leaders:
                members.setdefault(self._leader(form), []).append(form)
        return [
            [best[form] for form in self._ordered(forms)]
            for forms in members.values()
            if len(forms) > 1
        ]

    def _take_forms(self, links: Iterable[TurnLink], turning: Iterable[TurnLink]) -> None:
        """A page stands for the canonical URL that it names, unless that is another of its pages.

        Some sites name the first page of a thread as the canonical one of all of its pages.
        """
        claims = {
            link.page: link.target
            for link in links
            if link.mark == CANONICAL and link.page != link.target
        }
        turned = {(link.page, link.target) for link in turning}
        later = _later_pages(claims, turning)
        self._forms = {
            page: target
            for page, target in claims.items()
            if (page, target) not in turned and (target, page) not in turned and page not in later
        }

    def _best_pages(self) -> dict[int, int]:
        """For each form the page in hand that is it, or else the first that stands for it."""
        best: dict[int, int] = {}
        for page in self._in_hand:
            form = self.form(page)
            if form not in best or page == form:
                best[form] = page
        return best

    def _join(self, links: Sequence[TurnLink]) -> None:
        counts = self._counts
        common = common_values(self._urls[form] for form in self._titles if form in self._urls)
        said_turns = self._said_turns(links)
        said = [link for link in links if link.mark != SILENT]
        for page, group in itertools.groupby(said, key=lambda link: link.page):
            self._learn(counts, self._form_url(page), list(group))
        for link in links:
            own, other = self._form_url(link.page), self._form_url(link.target)
            if own == other or (link.mark < FIRST_NUMBER and not self._may_be_one(link)):
                continue
            if link.mark == SILENT and not self._has_same_title(link):
                continue
            one, two = self.form(link.page), self.form(link.target)
            is_turn = counts.is_turn(own, other)
            if link.mark >= FIRST_NUMBER:
                is_turn = is_turn and says_number(own, other, link.mark - FIRST_NUMBER)
            if not is_turn and link.mark in (NEXT, PREVIOUS) and self._has_same_title(link):
                turn = SaidTurn(one, two, link.mark == NEXT)
                is_turn = names_same(own, other, common) or said_turns.is_turn(turn, own, other)
            if is_turn:
                self.join(link.page, link.target)
                if link.mark == NEXT:
                    self._next.setdefault(one, two)
                elif link.mark == PREVIOUS:
                    self._next.setdefault(two, one)

    def _said_turns(self, links: Iterable[TurnLink]) -> SaidTurns:
        said = [
            SaidTurn(self.form(link.page), self.form(link.target), link.mark == NEXT)
            for link in links
            if link.mark in (NEXT, PREVIOUS)
        ]
        return SaidTurns(said, self._titles)

    def _learn(self, counts: PageCounts, own: str, links: Sequence[TurnLink]) -> None:
        numbered = [link for link in links if link.mark >= FIRST_NUMBER]
        counts.learn(
            own,
            [(self._form_url(link.target), link.mark - FIRST_NUMBER) for link in numbered],
            [self._form_url(link.target) for link in links if link.mark < FIRST_NUMBER],
        )
        for link in links:
            if link.mark == NEXT and self._has_same_title(link):
                counts.learn_step(own, self._form_url(link.target))

    def _may_be_one(self, link: TurnLink) -> bool:
        """Whether nothing speaks against it: a page that is not in hand has no title."""
        return self.form(link.target) not in self._titles or self._has_same_title(link)

    def _form_url(self, page: int) -> str:
        form = self.form(page)
        return self._urls.get(form) or self._urls[page]

    def _has_same_title(self, link: TurnLink) -> bool:
        own, other = (
            self._titles.get(self.form(link.page)),
            self._titles.get(self.form(link.target)),
        )
        return bool(own and other) and same_title(own or "", other or "")

    def _leader(self, form: int) -> int:
        while (above := self._leaders.setdefault(form, form)) != form:
            self._leaders[form] = self._leaders[above]
            form = above
        return form

    def _ordered(self, forms: list[int]) -> list[int]:
        """By the numbers of the pages; else from each page to the next; else by URL."""
        urls = {form: self._urls.get(form, "") for form in forms}
        numbers: Mapping[str, int] = page_numbers(list(urls.values()))
        is_counted = self._counts.is_turn(*itertools.islice(numbers, 2)) if numbers else False
        if is_counted or not any(form in self._next for form in forms):
            return sorted(forms, key=lambda f: (numbers.get(urls[f], 0), natural(urls[f])))
        return self._chained(forms)

    def _chained(self, forms: list[int]) -> list[int]:
        members = set(forms)
        followed = {self._next[form] for form in forms if form in self._next}
        starts = sorted(forms, key=lambda form: (form in followed, natural(self._urls[form])))
        order: dict[int, None] = {}
        for form in starts:
            while form in members and form not in order:
                order[form] = None
                form = self._next.get(form, form)
        return list(order)


def _later_pages(claims: Mapping[int, int], turning: Iterable[TurnLink]) -> set[int]:
    """Pages that the one that they claim to be leads to, from each page to the next."""
    following: dict[int, list[int]] = {}
    for link in turning:
        claimed = claims.get(link.target)
        if link.mark == NEXT and claimed and claimed in (link.page, claims.get(link.page)):
            following.setdefault(link.page, []).append(link.target)
    found: set[int] = set()
    waiting = [*set(claims.values())]
    while waiting:
        for page in following.get(waiting.pop(), ()):
            if page not in found:
                found.add(page)
                waiting.append(page)
    return found


def natural(url: str) -> tuple[tuple[int, str], ...]:
    """A key that puts page 2 before page 10."""
    return tuple(
        (len(digits := part.lstrip("0")), digits) if at % 2 else (-1, part)
        for at, part in enumerate(_DIGITS.split(url))
    )
