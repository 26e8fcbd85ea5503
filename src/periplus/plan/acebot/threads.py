"""Pages of one list or thread, joined by the links that turn its pages, in order.

Of several spellings of one page the thread has one: the page that is its own form, if in hand.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from periplus.plan.acebot.flips import same_layout

_DIGITS = re.compile(r"(\d+)")


class Threads:
    """Joins pages that page-turning links connect and that have one layout."""

    def __init__(self) -> None:
        self._urls: dict[int, str] = {}
        self._forms: dict[int, str] = {}  # what pages that are other spellings stand for
        self._layouts: dict[int, frozenset[int]] = {}
        self._turns: list[tuple[int, int]] = []

    def add(
        self, page: int, url: str, form: str, layout: frozenset[int], turned: Iterable[int]
    ) -> None:
        """A page is in hand; these are the URLs that its page-turning links lead to."""
        self._urls[page] = url
        if form != url:
            self._forms[page] = form
        self._layouts[page] = layout
        self._turns += [(page, target) for target in dict.fromkeys(turned)]

    def joined(self, spelled: Mapping[int, int]) -> list[list[int]]:
        """The URL ids of every thread of at least two pages in hand.

        Args:
            spelled: for URLs that are not in hand, the page that is another spelling.
        """
        leaders: dict[int, int] = {}
        turned_to: set[int] = set()
        for page, target in self._turns:
            if target not in self._layouts:
                target = spelled.get(target, target)
            if target in self._layouts and same_layout(self._layouts[page], self._layouts[target]):
                leaders[_leader(leaders, target)] = _leader(leaders, page)
                turned_to.add(target)
        threads: dict[int, list[int]] = {}
        for page in sorted(leaders):
            threads.setdefault(_leader(leaders, page), []).append(page)
        ordered = (self._ordered(pages, turned_to) for pages in threads.values())
        return sorted(thread for thread in ordered if len(thread) > 1)

    def _ordered(self, pages: list[int], turned_to: set[int]) -> list[int]:
        """One page of each form, in order.

        Of pages that nothing turns to one may be the first; several are other ways to show a
        page of the thread.
        """
        others = [page for page in pages if page not in turned_to]
        if len(others) > 1:
            pages = [page for page in pages if page in turned_to]
        by_form: dict[str, int] = {}
        for page in pages:
            form = self._forms.get(page, self._urls[page])
            if form not in by_form or page not in self._forms:
                by_form[form] = page
        return [by_form[form] for form in sorted(by_form, key=natural)]

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        kinds = {layout: number for number, layout in enumerate(set(self._layouts.values()))}
        return {
            "urls": list(self._urls.items()),
            "forms": list(self._forms.items()),
            "kinds": [sorted(layout) for layout in kinds],
            "layouts": [(page, kinds[layout]) for page, layout in self._layouts.items()],
            "turns": self._turns,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._urls = dict(state["urls"])
        self._forms = dict(state["forms"])
        kinds = [frozenset(layout) for layout in state["kinds"]]
        self._layouts = {page: kinds[kind] for page, kind in state["layouts"]}
        self._turns = [(page, target) for page, target in state["turns"]]


def _leader(leaders: dict[int, int], page: int) -> int:
    while leaders.setdefault(page, page) != page:
        leaders[page] = leaders[leaders[page]]
        page = leaders[page]
    return page


def natural(url: str) -> tuple[tuple[int, int, str], ...]:
    """A key that puts page 2 before page 10, and a URL before longer ones that begin with it."""
    parts = _DIGITS.split(url)
    return tuple(
        (1, int(part), "") if number % 2 else (0, 0, part) for number, part in enumerate(parts)
    )
