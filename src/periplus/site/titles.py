"""Whether the titles of two pages are those of one thing."""

import re
from collections import Counter
from functools import lru_cache

from periplus.page.anchors import anchor_kind
from periplus.page.view import AnchorKind

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"([^\W\d_]*)\W*(\d+)")  # with the word before it
_MOST_OTHER_WORDS = 3  # "page 2 of 5", "old posts, page 2"
_MOST_READ = 1 << 14  # titles that are remembered cut up


def same_title(one: str, other: str) -> bool:
    """Whether two titles are the same but for the number of a page and the few words beside it.

    No other number may be another: issues of a journal differ in theirs.
    """
    (a, own_numbers), (b, other_numbers) = _parts(one), _parts(other)
    if (own_numbers - other_numbers) and (other_numbers - own_numbers):
        return False
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


@lru_cache(_MOST_READ)
def _parts(title: str) -> tuple[Counter[str], Counter[str]]:
    """The words of a title, and its numbers but for those that a word for page stands before."""
    numbers = (
        found.group(2)
        for found in _NUMBER.finditer(title)
        if not found.group(1)
        or anchor_kind(f"{found.group(1)} {found.group(2)}") is not AnchorKind.NUMBER
    )
    return Counter(_WORD.findall(title.casefold())), Counter(numbers)
