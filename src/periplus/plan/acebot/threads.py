"""Pages of one list or thread, joined by the links that turn its pages, in order."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from periplus.plan.acebot.flips import same_layout

_DIGITS = re.compile(r"(\d+)")


class Threads:
    """Joins pages that page-turning links connect and that have one layout."""

    def __init__(self) -> None:
        self._urls: dict[int, str] = {}  # of pages with such links
        self._layouts: dict[int, frozenset[int]] = {}
        self._turns: list[tuple[int, int]] = []

    def add(self, page: int, url: str, layout: frozenset[int], turned: Iterable[int]) -> None:
        """A page is in hand; these are the URLs that its page-turning links lead to."""
        self._urls[page] = url
        self._layouts[page] = layout
        self._turns += [(page, target) for target in dict.fromkeys(turned)]

    def joined(self) -> list[list[int]]:
        """The URL ids of every thread of at least two pages in hand."""
        leaders: dict[int, int] = {}
        for page, target in self._turns:
            if target in self._layouts and same_layout(self._layouts[page], self._layouts[target]):
                leaders[_leader(leaders, target)] = _leader(leaders, page)
        threads: dict[int, list[int]] = {}
        for page in sorted(leaders):
            threads.setdefault(_leader(leaders, page), []).append(page)
        ordered = [
            sorted(pages, key=lambda page: natural(self._urls[page])) for pages in threads.values()
        ]
        return sorted(thread for thread in ordered if len(thread) > 1)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        kinds = {layout: number for number, layout in enumerate(set(self._layouts.values()))}
        return {
            "urls": list(self._urls.items()),
            "kinds": [sorted(layout) for layout in kinds],
            "layouts": [(page, kinds[layout]) for page, layout in self._layouts.items()],
            "turns": self._turns,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._urls = dict(state["urls"])
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
