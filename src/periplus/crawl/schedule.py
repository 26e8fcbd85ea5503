"""When each page of a job is to be visited again: rates, importances and one price for all.

The database holds a due time for each URL, so that what is due is found by an index and never by
loading everything. Evidence that a page has changed makes it due from its last visit on (or a
little before, the surer the sooner), which is how it is told from pages that are due by age.
"""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import xxhash

from periplus.change.gone import still_gone
from periplus.change.rates import DAY, History, Prior, estimate, pooled
from periplus.change.schedule import intervals, price_of, value
from periplus.crawl.schedule_record import Record, pack, unpack
from periplus.site.url_patterns import UrlPatterns
from periplus.store import JobStore, VisitColumns, VisitRow

LEAST_INTERVAL = 900.0
LONGEST_INTERVAL = 90 * DAY
_ROUND = 7 * DAY  # in this time as many visits as there are pages are affordable
_OTHER_PRICE = 1.25  # then everything is scheduled anew
_LIST_SHARE = 0.5  # of a list's entries may be replaced before it is looked at again
_LIST_INTERVAL = DAY  # a list that brings something is never left alone for longer
_MANY = 200_000  # the price is computed from so many pages, a sample of more
_NEVER = 366 * DAY  # nothing is put off for longer
_TIMETABLE = "timetable"
_MOST_POOLS = 4_096


class Timetable:
    """Writes due times into a job's database and chooses by them."""

    def __init__(self, store: JobStore, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        kept: dict[str, Any] = store.get_meta(_TIMETABLE, {})
        self.sequence = int(kept.get("sequence", 0))  # pages up to here are scheduled
        self.price = float(kept.get("price", 0.0))
        self.patterns = UrlPatterns()
        if "patterns" in kept:
            self.patterns.restore(kept["patterns"])
        self._pools = {
            int(template): History.from_json(pool) for template, pool in kept.get("pools", ())
        }

    def save(self) -> None:
        """Put what is shared by all pages into the store."""
        pools = list(self._pools.items())[-_MOST_POOLS:]
        self._store.set_meta(
            _TIMETABLE,
            {
                "sequence": self.sequence,
                "price": self.price,
                "patterns": self.patterns.save(),
                "pools": [[template, pool.to_json()] for template, pool in pools],
            },
        )

    def template_of(self, url: str) -> int:
        """The kind of page that a URL looks like, as 63 bits."""
        return xxhash.xxh3_64_intdigest(self.patterns.keys(url).pattern.encode()) >> 1

    def rate_of(self, history: History, template: int) -> float:
        """How often a page changes, by its own visits and those of its kind."""
        pool = self._pools.get(template)
        prior = pooled([pool]) if pool is not None else pooled(())
        return estimate(history, prior)

    def prior_of(self, template: int) -> Prior:
        """What is believed of a page of that kind before it was visited twice."""
        pool = self._pools.get(template)
        return pooled([pool] if pool is not None else ())

    # Due times

    def enter(self, url_id: int, url: str, importance: float, last: float, why: str) -> VisitRow:
        """Schedule a URL of which one visit, or none, is known."""
        template = self.template_of(url)
        last = min(last, self._now())
        record = Record(history=History().add(last, False))
        rate = self.rate_of(record.history, template)
        row = VisitRow(url_id, 0.0, last, rate, importance, template, 0, why, pack(record))
        row = replace(row, due=last + self._interval(row, record))
        self._store.visits.set(row)
        return row

    def visited(
        self, row: VisitRow, *, changed: bool, finds: int = 0, entries: int = 0, **told: Any
    ) -> VisitRow:
        """Note a visit that found the page there; when the next one is due."""
        now, record = self._now(), unpack(row.history)
        seconds = min(max(0.0, now - row.last), LONGEST_INTERVAL)
        history = record.history.add(max(now, record.history.last or now), changed)
        if record.absence is None:
            pool = replace(self._pools.get(row.template, History()), last=0.0)
            self._pools[row.template] = pool.add(seconds, changed)
        record = Record(
            history=history,
            entries=entries,
            finds=record.finds + finds if entries else 0.0,
            watched=record.watched + seconds if entries else 0.0,
            **{"kind": record.kind, "size": record.size, **told},
        )
        row = replace(
            row,
            last=now,
            rate=self.rate_of(history, row.template),
            gone=0,
            why="age",
            history=pack(record),
        )
        row = replace(row, due=now + self._interval(row, record))
        self._store.visits.set(row)
        return row

    def is_gone(self, row: VisitRow, status: int, at: float | None = None) -> VisitRow:
        """Note a visit that found the page gone: it is asked for ever more rarely."""
        now = self._now() if at is None else min(at, self._now())
        record = unpack(row.history)
        absence = still_gone(record.absence, now, status=status)
        record = Record(history=record.history, absence=absence, kind="gone", size=1.0)
        row = replace(
            row,
            due=absence.next_visit,
            last=now,
            gone=absence.times,
            why="gone",
            history=pack(record),
        )
        self._store.visits.set(row)
        return row

    def postpone(self, row: VisitRow, seconds: float, why: str) -> None:
        """Ask again after so long: the visit told nothing about the page."""
        self._store.visits.set(replace(row, due=self._now() + seconds, why=why))

    def expect_change(self, row: VisitRow, chance: float, why: str) -> VisitRow:
        """Something speaks for a change: the page is due at once, before those due by age."""
        row = replace(row, due=min(row.due, row.last - chance), why=why)
        self._store.visits.set(row)
        return row

    def withdraw(self, row: VisitRow) -> None:
        """Nothing speaks for a change any more: the page is due by its age again."""
        due = row.last + self._interval(row, unpack(row.history))
        self._store.visits.set(replace(row, due=due, why="age"))

    def _interval(self, row: VisitRow, record: Record) -> float:
        rates, values = np.array([row.rate]), np.array([row.value])
        wait = float(intervals(rates, values, self.price)[0])
        if record.entries and record.finds:
            rolled = _LIST_SHARE * record.entries / record.finds_per_second
            wait = min(wait, rolled, _LIST_INTERVAL)
        return min(max(wait, LEAST_INTERVAL), LONGEST_INTERVAL)

    # All pages together

    def set_price(self) -> bool:
        """Find the price by what is known of all pages; whether due times have to be made anew."""
        rates, values = [], []
        for part in self._store.visits.columns(math.inf):
            rates.append(part.rates)
            values.append(part.values)
        if not rates:
            return False
        all_rates, all_values = np.concatenate(rates), np.concatenate(values)
        step = max(1, len(all_rates) // _MANY)
        sample_rates, sample_values = all_rates[::step], all_values[::step]
        price = price_of(sample_rates, sample_values, len(sample_rates) / _ROUND)
        low, high = sorted((price, self.price))
        if high <= _OTHER_PRICE * low:
            return False
        self.price = price
        return True

    def reschedule(self) -> None:
        """Make every due time anew from the last visit, the rate and the price."""
        for row in self._store.visits.all():
            if row.gone or row.due <= row.last:
                continue
            due = row.last + self._interval(row, unpack(row.history))
            if due != row.due:
                self._store.visits.set(replace(row, due=due))

    def forget_the_future(self) -> int:
        """Visits dated after now (a clock was set back) count as made now; their number."""
        now, number = self._now(), 0
        for row in self._store.visits.dated_after(now, now + _NEVER):
            last = min(row.last, now)
            due = last + min(row.due - row.last, _NEVER)
            self._store.visits.set(replace(row, last=last, due=due))
            number += 1
        return number

    # Choosing

    def choose(
        self, most: int, *, visited_before: float | None, without: Collection[int]
    ) -> list[VisitRow]:
        """The most valuable visits of now, best first.

        Args:
            visited_before: also pages that are not due yet, if their last visit was before this.
            without: URL ids that are being asked for.
        """
        now = self._now()
        until = now if visited_before is None else math.inf
        best_ids = np.empty(0, np.int64)
        best_values = np.empty(0)
        left_out = np.array(sorted(without), np.int64)
        for part in self._store.visits.columns(until):
            wanted = part.due <= now
            if visited_before is not None:
                wanted |= (part.last < visited_before) & (part.gone == 0)
            if len(left_out):
                wanted &= ~np.isin(part.url_ids, left_out)
            best_ids = np.concatenate((best_ids, part.url_ids[wanted]))
            best_values = np.concatenate((best_values, worth_now(part, now)[wanted]))
            if len(best_ids) > most:
                kept = np.argsort(-best_values, kind="stable")[:most]
                best_ids, best_values = best_ids[kept], best_values[kept]
        order = np.argsort(-best_values, kind="stable")
        rows = (self._store.visits.get(int(url_id)) for url_id in best_ids[order])
        return [row for row in rows if row is not None]

    def upcoming(self, most: int) -> Iterator[VisitRow]:
        """What is due now, the most valuable first, then what will be, the soonest first."""
        now = self._now()
        rows = self.choose(most, visited_before=None, without=())
        yield from rows
        if len(rows) < most:
            yield from self._store.visits.due(math.inf, most - len(rows), (now, 1 << 62))


def worth_now(part: VisitColumns, now: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """V of each page; evidence of a change comes before all."""
    worth = value(part.rates, part.values, now - part.last)
    sure = part.last - part.due
    return np.where(sure >= 0, 1e30 * (1.0 + sure), worth)
