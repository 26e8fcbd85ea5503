"""Whether a plan of another site fits: by the labels of the first page, then by what it brings."""

from collections.abc import Sequence

from periplus.page.options import LabelStyle
from periplus.plan.acebot.label_clusters import LabelClusters
from periplus.plan.acebot.patterns import NavigationPlan
from periplus.plan.strategy import Visit

_KNOWN_LABELS = 0.5  # of the first page's
_PAGES = 40  # after so many a plan has shown what it is worth
_LEAST_PAGES = 10  # fewer than this, and nothing waiting, is no crawl
_LEAST_NEWS = 0.1  # mean share of new 2-grams


def best_plan(visit: Visit, plans: Sequence[tuple[NavigationPlan, LabelStyle]]) -> int | None:
    """The plan that knows the most labels of a page, or None if none knows enough."""
    fits = [fit(visit, plan, style) for plan, style in plans]
    best = max(range(len(fits)), key=lambda number: fits[number], default=None)
    return best if best is not None and fits[best] >= _KNOWN_LABELS else None


def fit(visit: Visit, plan: NavigationPlan, style: LabelStyle) -> float:
    """Share of a page's labels that a plan knows; 0 where no pattern begins on the page."""
    if visit.view is None or not visit.links:
        return 0.0
    clusters = LabelClusters(plan.labels, style)
    labels = set(visit.view.links.label_names)
    found = {clusters.number(label) for label in labels}
    first_steps = {clusters.number(pattern.steps[0].label) for pattern in plan.patterns}
    if not found & first_steps:
        return 0.0
    return sum(clusters.knows(label) for label in labels) / len(labels)


class PlanTrial:
    """Watches the first pages under a plan."""

    def __init__(self, pages: int = 0) -> None:
        self._pages = pages

    def has_failed(self, news: Sequence[float], waiting: int) -> bool | None:
        """After each page: whether the plan has failed; None while that is open."""
        self._pages += 1
        if waiting == 0 and self._pages < _LEAST_PAGES:
            return True
        if self._pages < _PAGES:
            return None
        return sum(news) / max(1, len(news)) < _LEAST_NEWS

    def save(self) -> int:
        """All state as a JSON value."""
        return self._pages
