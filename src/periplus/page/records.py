"""What the records of a region print: link columns, numbers (replies, views) and dates."""

import calendar
import re
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from periplus.page.blocks import INVISIBLE
from periplus.page.parser import FlatTree
from periplus.page.regions import RawRegion, RegionFinder
from periplus.page.view import F64

_MAX_STEPS = 12
_MAX_SLOTS = 8
_MAX_TEXT = 80  # longer texts are prose: their numbers count nothing
_SLOT_SHARE = 0.5  # a slot that fewer records fill is chance

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(
    r"(?<![\w.,:/#-])(\d{1,3}(?:[,.   ]\d{3})+|\d+(?:\.\d+)?)\s?([kKmM])?(?![\w:/%-])"
)
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")

_MONTHS = """
jan january januar janvier enero gennaio januari janeiro января
feb february februar février fevrier febrero febbraio februari fevereiro февраля
mar march märz mars marzo maart março марта
apr april avril abril aprile апреля
may mai mayo maggio mei maio мая
jun june juni juin junio giugno junho июня
jul july juli juillet julio luglio julho июля
aug august août aout agosto augustus августа
sep sept september septembre septiembre settembre setembro сентября
oct october oktober octobre octubre ottobre okt outubro октября
nov november novembre noviembre novembro ноября
dec december dezember décembre decembre diciembre dicembre dezembro dez декабря
"""
_MONTH_NUMBERS = {
    name: number
    for number, names in enumerate(_MONTHS.strip().splitlines(), start=1)
    for name in names.split()
}
_NAMES = "|".join(sorted(map(re.escape, _MONTH_NUMBERS), key=len, reverse=True))
_TIME = (
    r"(?:[\sT,]*(?:at\s|à\s|um\s)?\s*"
    r"(?P<h>\d{1,2}):(?P<i>\d{2})(?::(?P<s>\d{2}))?\s*(?P<p>[ap]m)?)?"
)
_DATES = tuple(
    re.compile(pattern + _TIME, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
        rf"\b(?P<b>{_NAMES})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})\b",
        rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?(?P<b>{_NAMES})\.?,?\s+"
        r"(?:de\s+)?(?P<y>\d{4})\b",
        r"(?<!\d)(?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?P<y>\d{4})(?!\d)",
    )
)
_YEARS = (1970, 2100)


@dataclass(slots=True)
class RecordTable:
    """Columns and slots of one region while they are collected."""

    count: int
    columns: dict[str, int] = field(default_factory=dict)
    numbers: dict[tuple[str, int], dict[int, float]] = field(default_factory=dict)
    dates: dict[int, float] = field(default_factory=dict)

    def column(self, path: str) -> int:
        """The number of a link column, new ones at the end."""
        return self.columns.setdefault(path, len(self.columns))

    def number_matrix(self) -> F64:
        """Records by slots, NaN where a record prints nothing there."""
        filled = [
            values for values in self.numbers.values() if len(values) >= _SLOT_SHARE * self.count
        ][:_MAX_SLOTS]
        matrix = np.full((self.count, len(filled)), np.nan)
        for slot, values in enumerate(filled):
            matrix[list(values), slot] = list(values.values())
        return matrix

    def date_column(self) -> F64:
        """The latest date of each record in seconds since the epoch, NaN where there is none."""
        column = np.full(self.count if self.dates else 0, np.nan)
        if self.dates:
            column[list(self.dates)] = list(self.dates.values())
        return column


class RecordReader:
    """Places links, numbers and dates in the records of one page."""

    def __init__(self, flat: FlatTree, finder: RegionFinder, regions: list[RawRegion]) -> None:
        self._flat = flat
        self._finder = finder
        self._paths: dict[int, str] = {}
        self._cells: dict[int, int] = {}
        self.tables = [RecordTable(len(region.records)) for region in regions]

    def place(self, row: int) -> tuple[int, int, int]:
        """Region, record and column of a link; -1 each where it stands alone."""
        home = self._finder.homes[row]
        if home < 0:
            return -1, -1, -1
        region, record, _ = self._finder.places[home]
        return region, record, self.tables[region].column(self._path(row, home))

    def read_texts(self, states: list[int]) -> None:
        """Take numbers and dates from the short texts of all records."""
        flat, homes, places = self._flat, self._finder.homes, self._finder.places
        has_digit = _DIGIT.search
        for text, owner in zip(flat.texts, flat.owners, strict=True):
            home = homes[owner]
            if home < 0 or len(text) > _MAX_TEXT or not has_digit(text):
                continue
            if states[owner] & INVISIBLE:
                continue
            region, record, _ = places[home]
            date, values = printed_values(text)
            table = self.tables[region]
            if date is not None:
                table.dates[record] = max(date, table.dates.get(record, date))
            if values:
                path = self._path(owner, home)
                for at, value in enumerate(values):
                    slot = table.numbers.setdefault((path, at), {})
                    slot.setdefault(record, value)
        self._read_time_elements()

    def _read_time_elements(self) -> None:
        for row, element in self._flat.marked.items():
            home = self._finder.homes[row]
            if home < 0 or self._flat.tags[row] != "time":
                continue
            date, _ = printed_values((element.attr("datetime") or "")[:_MAX_TEXT])
            if date is not None:
                region, record, _ = self._finder.places[home]
                dates = self.tables[region].dates
                dates[record] = max(date, dates.get(record, date))

    def _path(self, row: int, home: int) -> str:
        """The steps from a record down to a row; cells without class or id carry their number."""
        path = self._paths.get(row)
        if path is not None:
            return path
        flat, segments = self._flat, self._finder.segments
        steps: list[str] = []
        at = row
        while at != home and len(steps) < _MAX_STEPS:
            step = segments[at]
            if step in ("td", "th"):
                step = f"{step}:{self._cell_number(at)}"
            steps.append(step)
            at = flat.parents[at]
        member = self._finder.places[home][2]
        if member:
            steps.append(f"+{member}")
        path = self._paths[row] = "/".join(reversed(steps))
        return path

    def _cell_number(self, row: int) -> int:
        """The place of a cell in its row, from 1."""
        flat = self._flat
        parent = flat.parents[row]
        if row not in self._cells:
            at, number = parent + 1, 1
            while at < flat.ends[parent]:
                self._cells[at] = number
                at = flat.ends[at]
                number += 1
        return self._cells[row]


@lru_cache(maxsize=16384)
def printed_values(text: str) -> tuple[float | None, tuple[float, ...]]:
    """The date that a short text prints, if any, and the numbers besides."""
    date = None
    for pattern in _DATES:
        found = pattern.search(text)
        if found is not None:
            seconds = _seconds(found)
            if seconds is not None:
                date = seconds
                text = text[: found.start()] + " " + text[found.end() :]
                break
    text = _CLOCK.sub(" ", text)
    return date, tuple(_number(found) for found in _NUMBER.finditer(text))


def _number(found: re.Match[str]) -> float:
    digits, scale = found.group(1), found.group(2)
    whole = re.sub(r"[,.   ](?=\d{3}(?:\D|$))", "", digits)
    return float(whole) * {"k": 1e3, "m": 1e6}.get((scale or "").lower(), 1.0)


def _seconds(found: re.Match[str]) -> float | None:
    parts = found.groupdict()
    name = parts.get("b")
    month = _MONTH_NUMBERS[name.lower()] if name else int(parts["m"])
    year, day = int(parts["y"]), int(parts["d"])
    if month > 12 >= day:
        month, day = day, month
    if not (_YEARS[0] <= year < _YEARS[1] and 1 <= month <= 12):
        return None
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    hour, minute, second = (int(parts[key] or 0) for key in ("h", "i", "s"))
    if parts["p"]:
        hour = hour % 12 + (12 if parts["p"].lower() == "pm" else 0)
    if hour > 23 or minute > 59 or second > 59:
        hour = minute = second = 0
    return float(calendar.timegm((year, month, day, hour, minute, second)))
