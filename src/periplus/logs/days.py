"""The days that a log speaks of, in the forms that logs write them."""

from collections.abc import Iterable
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def day_of(text: str) -> date | None:
    """The day at the start of a log's time: `01/Mar/2024`, `2024-03-01…` or seconds since 1970."""
    try:
        if len(text) == 11 and text[2] == "/" == text[6]:
            return date(int(text[7:]), _MONTHS.index(text[3:6].lower()) + 1, int(text[:2]))
        if len(text) >= 10 and text[4] == "-" == text[7]:
            return date.fromisoformat(text[:10])
        if text[:9].isdecimal() and text[:10].isdecimal():
            return date.fromordinal(date(1970, 1, 1).toordinal() + int(text[:10]) // 86_400)
    except ValueError:
        pass
    return None


def within(texts: Iterable[str], first: date | None, last: date | None) -> list[str]:
    """Those texts whose day is in the period; every text if there are no bounds."""
    if first is None and last is None:
        return list(texts)
    chosen = []
    for text in texts:
        day = day_of(text)
        if day and (first is None or day >= first) and (last is None or day <= last):
            chosen.append(text)
    return chosen
