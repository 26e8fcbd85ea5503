"""Dates in HTTP: the three formats of RFC 9110 and the lenient one of cookies (RFC 6265)."""

import re
from calendar import timegm
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
# RFC 6265 section 5.1.1: everything but these separates tokens.
_DELIMITER = re.compile(r"[\x09\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+")
_TIME = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D.*)?", re.ASCII)
_DAY = re.compile(r"(\d{1,2})(?:\D.*)?", re.ASCII)
_YEAR = re.compile(r"(\d{2,4})(?:\D.*)?", re.ASCII)
_LONGEST = 128


def parse_http_date(text: str) -> float | None:
    """Seconds since the epoch of an HTTP-date, or None where it is not one."""
    if not text or len(text) > _LONGEST:
        return None
    try:
        parsed = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if parsed.tzinfo is None:
        parsed = parsed.replace(tzinfo=UTC)
    try:
        return parsed.timestamp()
    except (ValueError, OverflowError):
        return None


def parse_cookie_date(text: str) -> float | None:
    """Seconds since the epoch of a cookie's Expires, by the algorithm that browsers follow."""
    if not text or len(text) > _LONGEST:
        return None
    clock = day = month = year = None
    for token in _DELIMITER.split(text):
        if clock is None and (found := _TIME.fullmatch(token)):
            clock = int(found[1]), int(found[2]), int(found[3])
        elif day is None and (found := _DAY.fullmatch(token)):
            day = int(found.group(1))
        elif month is None and token[:3].lower() in _MONTHS:
            month = _MONTHS[token[:3].lower()]
        elif year is None and (found := _YEAR.fullmatch(token)):
            year = int(found.group(1))
    if clock is None or day is None or month is None or year is None:
        return None
    if year <= 99:
        year += 1900 if year >= 70 else 2000
    try:
        moment = datetime(year, month, day, clock[0], clock[1], clock[2], tzinfo=UTC)
    except ValueError:
        return None
    return float(timegm(moment.utctimetuple())) if year >= 1601 else None
