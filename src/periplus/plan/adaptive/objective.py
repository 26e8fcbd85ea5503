"""What a page is worth: the plug-in that the adaptive strategy maximises."""

from collections.abc import Sequence
from typing import Protocol

from periplus import url as urls
from periplus.page.view import U64
from periplus.plan.strategy import Verdict, Visit


class Objective(Protocol):
    """Says what a fetched page has brought. May remember what it has seen."""

    def gain(self, visit: Visit, new: U64) -> float:
        """The worth of a page, given its 2-grams that no earlier page had."""
        ...


class Content:
    """New 2-grams: the text that was not in hand before."""

    def gain(self, visit: Visit, new: U64) -> float:
        return float(len(new))


class ValuablePages:
    """Pages that are neither duplicates nor invalid, each the same."""

    def gain(self, visit: Visit, new: U64) -> float:
        return float(visit.verdict is Verdict.VALUABLE and len(new) > 0)


class ExternalLinks:
    """Distinct links to other hosts."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def gain(self, visit: Visit, new: U64) -> float:
        if visit.view is None:
            return 0.0
        own = urls.host(visit.url)
        found = {urls.url_hash(u) for u in visit.view.links.urls if urls.host(u) != own}
        fresh = found - self._seen
        self._seen |= fresh
        return float(len(fresh))


class Sum:
    """Several objectives, each with a weight."""

    def __init__(self, parts: Sequence[tuple[float, Objective]]) -> None:
        self._parts = tuple(parts)

    def gain(self, visit: Visit, new: U64) -> float:
        return sum(weight * part.gain(visit, new) for weight, part in self._parts)
