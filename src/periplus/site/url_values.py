"""A URL as keys and values: host, path segments, file extension, query parameters.

Values that vary by nature stand for their class: numbers, hexadecimal tokens, dates, names that end
in a number. All other values are kept as they are; which of them matter is for the pattern tree.
"""

import re
from enum import StrEnum
from functools import lru_cache
from urllib.parse import unquote

ABSENT = ""  # the URL has no such key; a key with an empty value has EMPTY
EMPTY = "<empty>"
LONGEST_VALUE = 120
_PAIR_ENDS = re.compile("[&;]")
_MOST_SEGMENTS = 16
_MOST_PAIRS = 32


class ValueClass(StrEnum):
    """What varies by nature. No value is spelled so: canonical URLs escape angle brackets."""

    NUMBER = "<number>"
    HEXADECIMAL = "<hex>"
    DATE = "<date>"
    NUMBERED_NAME = "<numbered>"
    LONG = "<long>"


_NUMBER = re.compile(r"[0-9]+")
_HEXADECIMAL = re.compile(
    r"(?=.*[0-9])(?=.*[A-Fa-f])[0-9A-Fa-f]{8,}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4,12}){4}"
)
_DATE = re.compile(r"(?:19|20)[0-9]{2}-[01][0-9](?:-[0-3][0-9])?")
_NUMBERED_NAME = re.compile(r"[^/?&;]+[-_.,~][0-9]{1,12}")


def segment_key(number: int) -> str:
    """The key of a path segment, counted from 1."""
    return f"/{number}"


def parameter_key(name: str) -> str:
    """The key of a query parameter."""
    return f"?{name}"


HOST_KEY = "host"
EXTENSION_KEY = "."


@lru_cache(maxsize=8192)
def class_of(value: str) -> str:
    """The value itself, or the class that stands for it."""
    if not value:
        return EMPTY
    if len(value) > LONGEST_VALUE:
        return ValueClass.LONG
    if _NUMBER.fullmatch(value):
        return ValueClass.NUMBER
    if _HEXADECIMAL.fullmatch(value):
        return ValueClass.HEXADECIMAL
    if _DATE.fullmatch(value):
        return ValueClass.DATE
    if _NUMBERED_NAME.fullmatch(value):
        return ValueClass.NUMBERED_NAME
    return value.replace("<", "%3C")


def url_values(url: str) -> dict[str, str]:
    """Keys and values of a canonical URL. A parameter that stands twice keeps its first value."""
    scheme, _, rest = url.partition("://")
    authority, slash, tail = rest.partition("/")
    path, _, query = tail.partition("?")
    if not slash:
        authority, _, query = authority.partition("?")
    values = {HOST_KEY: f"{scheme}://{authority}"}
    segments = path.split("/")
    for number, segment in enumerate(segments[:_MOST_SEGMENTS], 1):
        if number == len(segments):
            stem, dot, extension = segment.rpartition(".")
            if dot and stem and 1 <= len(extension) <= 5 and extension.isalpha():
                values[EXTENSION_KEY] = extension
                segment = stem
            elif not segment:
                # "/a/" and "/a" differ in their last, empty segment: said by its EMPTY.
                values[segment_key(number)] = EMPTY
                continue
        values[segment_key(number)] = class_of(segment)
    for pair in _PAIR_ENDS.split(query)[:_MOST_PAIRS] if query else ():
        name, _, value = pair.partition("=")
        if name:
            values.setdefault(parameter_key(name[:LONGEST_VALUE]), class_of(value))
    return values


def shown(value: str | None) -> str:
    """A value for people: decoded; `*` for any."""
    if value is None:
        return "*"
    return "–" if value == ABSENT else unquote(value)
