"""The examples that a search is for: URLs that will be fetched, and pages read from files."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from periplus.page.view import U64
from periplus.plan.strategy import Visit
from periplus.plan.xcrawl.kinds import Kind, kinds_of
from periplus.plan.xcrawl.likeness import Seen, layout_of


class Examples:
    """Knows which pages are examples, and how they look once they are in hand."""

    def __init__(self, example_urls: Sequence[str] = (), pages: Sequence[Seen] = ()) -> None:
        self.pages = tuple(pages)
        self._wanted = dict.fromkeys(example_urls)  # not in hand yet
        self.in_hand: list[Seen] = list(pages)
        self.failed: list[str] = []

    def take_in(self, visit: Visit) -> bool:
        """Whether a page is an example. One that was redirected is what it leads to."""
        if visit.url not in self._wanted:
            return False
        del self._wanted[visit.url]
        view = visit.view
        if view is None and len(visit.links) == 1 and visit.links[0].row < 0:
            self._wanted[visit.links[0].url] = None
        elif view is None or not 200 <= visit.status < 300:
            self.failed.append(visit.url)
        else:
            self.in_hand.append(Seen(visit.url, layout_of(view)))
            return True
        return False

    @property
    def are_complete(self) -> bool:
        """Whether every example was had or could not be had."""
        return not self._wanted

    def kinds(self, contrast: U64 | None = None) -> list[Kind]:
        """The examples that are in hand, by kind; `contrast` is a page that is none of them."""
        return kinds_of(self.in_hand, contrast)

    def save(self) -> dict[str, Any]:
        """All state as JSON values; pages from files are their owner's."""
        return {
            "wanted": list(self._wanted),
            "in_hand": [
                [seen.url, list(map(str, seen.layout.tolist()))]
                for seen in self.in_hand[len(self.pages) :]
            ],
            "failed": self.failed,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._wanted = dict.fromkeys(str(url) for url in state["wanted"])
        fetched = [
            Seen(str(url), np.array([int(feature) for feature in layout], np.uint64))
            for url, layout in state["in_hand"]
        ]
        self.in_hand = [*self.pages, *fetched]
        self.failed = [str(url) for url in state["failed"]]
