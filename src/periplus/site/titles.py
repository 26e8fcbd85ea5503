"""Whether the titles of two pages are those of one thing."""

import re
from collections import Counter

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_MOST_OTHER_WORDS = 2  # "page 2 of 5"


def same_title(one: str, other: str) -> bool:
    """Whether two titles are the same but for numbers and the few words beside them."""
    a, b = Counter(_WORD.findall(one.casefold())), Counter(_WORD.findall(other.casefold()))
    if a == b:
        return bool(a)
    more = one if a.total() > b.total() else other
    left = (a - b) + (b - a)
    return (
        bool(a & b)
        and left.total() <= _MOST_OTHER_WORDS
        and not ((a - b) and (b - a))
        and _NUMBER.search(more) is not None
    )


def is_one_title(one: str, other: str) -> bool:
    """The same, but no number may be another: issues of a journal differ in theirs.

    One title may have numbers that the other lacks, those of a page.
    """
    if one == other:
        return bool(one)
    a, b = Counter(_NUMBER.findall(one)), Counter(_NUMBER.findall(other))
    return not ((a - b) and (b - a)) and same_title(one, other)
