"""What a refresh would do: which pages are due, when, and why. Nothing is fetched."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from periplus.change.evidence import Sign
from periplus.change.schedule import explain
from periplus.crawl.job import Job
from periplus.crawl.refresh import prepare
from periplus.crawl.schedule_record import unpack
from periplus.store import VisitRow

_SIGNS = {
    Sign.NEW: "a list shows it for the first time",
    Sign.DATE: "the date beside it in a list moved on",
    Sign.NUMBER: "a number beside it in a list changed",
    Sign.ROSE: "it rose in a list",
    Sign.LISTED: "a sitemap or feed dates it after the last visit",
}


class PlannedVisit(msgspec.Struct, frozen=True, kw_only=True):
    """One visit to come."""

    url: str
    due: float
    last: float
    is_due: bool
    why: str
    changes_per_day: float
    importance: float
    visits: int
    changes: int
    gone: int

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def planned_visits(job: Job, now: Callable[[], float], most: int) -> Iterator[PlannedVisit]:
    """The next visits of a job in their order.

    Raises:
        ConfigError: nothing was ever fetched.
    """
    timetable = prepare(job, now)
    for row in timetable.upcoming(most):
        history = unpack(row.history).history
        yield PlannedVisit(
            url=job.store.url(row.url_id),
            due=row.due,
            last=row.last,
            is_due=row.due <= now(),
            why=why_due(row, now(), timetable.price),
            changes_per_day=round(row.rate * 86_400.0, 6),
            importance=round(row.value, 3),
            visits=history.visits + 1,
            changes=history.changes,
            gone=row.gone,
        )


def why_due(row: VisitRow, now: float, price: float) -> str:
    """Why a page is due at its time, in words."""
    sign = row.why.partition(" ")[0]
    if row.due <= row.last and sign in set(Sign):
        return _SIGNS[Sign(sign)]
    if row.gone:
        times = "once" if row.gone == 1 else f"{row.gone} times"
        return f"gone ({times}): asked for ever more rarely"
    if row.why not in ("age", "new", "list"):
        return f"put off: {row.why}"
    return explain(row.rate, row.value, now - row.last, price)
