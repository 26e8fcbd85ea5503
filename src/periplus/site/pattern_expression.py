"""A URL pattern as a regular expression, for people and for other programs."""

import re
from collections.abc import Mapping

from periplus.site.url_values import ABSENT, EMPTY, EXTENSION_KEY, HOST_KEY, ValueClass

_CLASSES = {
    ValueClass.NUMBER: r"[0-9]+",
    ValueClass.HEXADECIMAL: r"[0-9A-Fa-f-]{8,}",
    ValueClass.DATE: r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?",
}
_NUMBERED_END = r"[-_.,~][0-9]+"
_SEGMENT = r"[^/?]"
_PARAMETER = r"[^&;]"
_ANY_PATH = r"[^?]*"
_ANY_EXTENSION = r"(?:\.[A-Za-z]{1,5})?"
_ANY_QUERY = r"(?:\?.*)?"


def expression(conditions: Mapping[str, str | None]) -> str:
    """The regular expression that matches, whole, the URLs of a pattern."""
    host = conditions.get(HOST_KEY)
    start = re.escape(host) if host else r"https?://[^/]+"
    present, absent = _parameters(conditions)
    return present + absent + start + _path(conditions) + _ANY_QUERY


def _path(conditions: Mapping[str, str | None]) -> str:
    known = {int(key[1:]): value for key, value in conditions.items() if key[0] == "/"}
    certain = [number for number, value in known.items() if value not in (None, ABSENT)]
    last = max(certain, default=1)
    text = "".join(f"/{_value(known.get(number), _SEGMENT)}" for number in range(1, last + 1))
    ends = [number for number, value in known.items() if value == ABSENT and number > last]
    more = min(ends) - 1 - last if ends else None
    extension = _extension(conditions)
    if more is None:
        return f"{text}{_ANY_EXTENSION}(?:/{_ANY_PATH})?{extension}"
    return text + (f"(?:/{_SEGMENT}*){{0,{more}}}" if more else "") + extension


def _extension(conditions: Mapping[str, str | None]) -> str:
    if EXTENSION_KEY not in conditions:
        return _ANY_EXTENSION
    value = conditions[EXTENSION_KEY]
    if value == ABSENT:
        return ""
    return _ANY_EXTENSION if value is None else rf"\.{re.escape(value)}"


def _parameters(conditions: Mapping[str, str | None]) -> tuple[str, str]:
    present, absent = "", ""
    for key, value in conditions.items():
        if key[0] != "?":
            continue
        name = re.escape(key[1:])
        if value == ABSENT:
            absent += rf"(?!.*[?&;]{name}(?:[=&;]|$))"
        elif value == EMPTY:
            present += rf"(?=.*[?&;]{name}=?(?:[&;]|$))"
        else:
            # Any of the trivial values may be none at all.
            wanted = rf"={_value(value, _PARAMETER)}(?:[&;]|$)"
            present += "" if value is None else rf"(?=.*[?&;]{name}{wanted})"
    return present, absent


def _value(value: str | None, character: str) -> str:
    if value is None or value == ValueClass.LONG:
        return f"{character}*"
    if value == EMPTY:
        return ""
    if value == ValueClass.NUMBERED_NAME:
        return f"{character}+{_NUMBERED_END}"
    known = _CLASSES.get(ValueClass(value)) if value in _CLASSES else None
    return known or re.escape(value)
