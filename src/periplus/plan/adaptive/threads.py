"""Whether two URLs are pages of one thing: page 2 of a thread, page 3 of a board."""

import re

from periplus.site.url_patterns import split_url

_TOKEN = re.compile(r"\d+|[^\W\d]+")
_MOST_CHANGES = 3


def is_same_thread(one: str, other: str) -> bool:
    """Whether the URLs differ only as pages of one thing do.

    One may have parts that the other lacks (`?page=2`, `/page/2/`), or one number may differ. Words
    that one of them has in the place of the other's make it another thing.
    """
    a, b = _tokens(one), _tokens(other)
    if len(a) > len(b):
        a, b = b, a
    start = 0
    while start < len(a) and a[start] == b[start]:
        start += 1
    end = 0
    while end < len(a) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    left, right = a[start : len(a) - end], b[start : len(b) - end]
    if not left:
        return 0 < len(right) <= _MOST_CHANGES and any(t.isdigit() for t in right)
    return len(left) == len(right) == 1 and left[0].isdigit() and right[0].isdigit()


def _tokens(url: str) -> list[str]:
    segments, pairs = split_url(url)
    return [t for part in (*segments, *sorted(pairs)) for t in _TOKEN.findall(part)]
