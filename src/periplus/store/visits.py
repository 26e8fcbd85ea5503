"""The visits table: when each fetched URL is due again, found by an index over that moment."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from periplus.store.database import Database, Row, checksum, damaged, storable
from periplus.store.rows import VisitColumns, VisitRow
from periplus.store.sizes import Sizes

_COLUMNS = "url_id, due, last, rate, value, template, gone, why, history, crc"
_SELECT = f"SELECT {_COLUMNS} FROM visits"  # noqa: S608
_REPLACE = f"INSERT OR REPLACE INTO visits ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)"  # noqa: S608
_NUMBERS = "SELECT url_id, due, last, rate, value, template, gone FROM visits"
_NUMBERS_BY_ID = f"{_NUMBERS} WHERE url_id > ? ORDER BY url_id LIMIT ?"
_NUMBERS_BY_DUE = (
    f"{_NUMBERS} WHERE due <= ? AND (due, url_id) > (?, ?) ORDER BY due, url_id LIMIT ?"
)
_CHUNK = 20_000


class Visits:
    """Rows written since the last flush are in memory; `flush` comes before every search."""

    def __init__(self, database: Database, sizes: Sizes) -> None:
        self._database = database
        self._sizes = sizes
        self._unwritten: dict[int, VisitRow] = {}

    def __len__(self) -> int:
        return self._sizes.of("visits")

    @property
    def unwritten(self) -> int:
        """How many rows wait in memory to be written."""
        return len(self._unwritten)

    def set(self, visit: VisitRow) -> None:
        """Keep what is known of one URL's visits, in place of what was."""
        if visit.url_id not in self._unwritten and self._stored(visit.url_id) is None:
            self._sizes.grow("visits")
        self._unwritten[visit.url_id] = visit

    def get(self, url_id: int) -> VisitRow | None:
        """What is known of one URL's visits. Raises: StateDamaged."""
        visit = self._unwritten.get(url_id)
        if visit is not None:
            return visit
        row = self._stored(url_id)
        return None if row is None else self._visit(row)

    def due(
        self, until: float, limit: int, after: tuple[float, int] = (-math.inf, 0)
    ) -> list[VisitRow]:
        """The first URLs by (due, id) above `after` that are due by a moment."""
        self.flush()
        return [VisitRow(*row[:-1]) for row in self._due_rows(until, limit, after)]

    def count_due(self, until: float) -> int:
        """How many URLs are due by a moment."""
        self.flush()
        row = self._database.one("SELECT count(*) FROM visits WHERE due <= ?", (until,))
        return int(row[0]) if row else 0

    def next_due(self) -> float | None:
        """When the first URL is due; None where there is none."""
        self.flush()
        row = self._database.one("SELECT min(due) FROM visits")
        return None if row is None or row[0] is None else float(row[0])

    def columns(self, until: float) -> Iterator[VisitColumns]:
        """Every URL that is due by a moment, in parts that fit into memory.

        Checksums are not looked at here, they cover more than this: `get` does before a visit.
        """
        self.flush()
        if until == math.inf:  # in the order of the table: nothing is looked up
            last = 0
            while rows := self._database.all(_NUMBERS_BY_ID, (last, _CHUNK)):
                yield _columns(rows)
                last = rows[-1][0]
            return
        after = (-math.inf, 0)
        while rows := self._database.all(_NUMBERS_BY_DUE, (until, *after, _CHUNK)):
            yield _columns(rows)
            after = (rows[-1][1], rows[-1][0])

    def all(self) -> Iterator[VisitRow]:
        """Every row by its URL. Raises: StateDamaged."""
        self.flush()
        last, count = 0, 0
        while rows := self._database.all(
            f"{_SELECT} WHERE url_id > ? ORDER BY url_id LIMIT ?", (last, _CHUNK)
        ):
            for row in rows:
                yield self._visit(row)
                count += 1
            last = rows[-1][0]
        self._sizes.expect("visits", count)

    def dated_after(self, last: float, due: float) -> list[VisitRow]:
        """The URLs whose last visit or next one lies after these moments."""
        self.flush()
        rows = self._database.all(f"{_SELECT} WHERE last > ? OR due > ?", (last, due))
        return [self._visit(row) for row in rows]

    def flush(self) -> None:
        """Write rows into the open transaction."""
        if self._unwritten:
            rows = [_values(visit) for _, visit in sorted(self._unwritten.items())]
            self._unwritten.clear()
            self._database.many(_REPLACE, [(*values, checksum(*values)) for values in rows])

    def _due_rows(self, until: float, limit: int, after: tuple[float, int]) -> list[Row]:
        rows = self._database.all(
            f"{_SELECT} WHERE due <= ? AND (due, url_id) > (?, ?) ORDER BY due, url_id LIMIT ?",
            (until, *after, limit),
        )
        for row in rows:
            self._check(row)
        return rows

    def _stored(self, url_id: int) -> Row | None:
        return self._database.one(f"{_SELECT} WHERE url_id = ?", (url_id,))

    def _check(self, row: Row) -> None:
        if checksum(*row[:-1]) != row[-1]:
            raise damaged(self._database.path, f"the visits of URL {row[0]} have changed")

    def _visit(self, row: Row) -> VisitRow:
        self._check(row)
        return VisitRow(*row[:-1])


def _values(visit: VisitRow) -> tuple[Any, ...]:
    return (
        visit.url_id,
        float(visit.due),
        float(visit.last),
        float(visit.rate),
        float(visit.value),
        visit.template,
        visit.gone,
        storable(visit.why),
        visit.history,
    )


def _columns(rows: Sequence[Row]) -> VisitColumns:
    url_ids, due, last, rates, values, templates, gone = zip(*rows, strict=True)
    return VisitColumns(
        np.array(url_ids, np.int64),
        np.array(due, np.float64),
        np.array(last, np.float64),
        np.array(rates, np.float64),
        np.array(values, np.float64),
        np.array(templates, np.int64),
        np.array(gone, np.int64),
    )
