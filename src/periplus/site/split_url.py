"""The parts of a URL, cut once for all that look at them."""

import re
from functools import lru_cache

_PAIR_ENDS = re.compile("[&;]")
_MOST_CUT = 1 << 14  # URLs that are remembered cut up: the links of recent pages


@lru_cache(_MOST_CUT)
def split_url(url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The path segments and the query pairs of a canonical URL."""
    start = url.find("/", 8)
    if start < 0:
        return ("",), ()
    path, _, query = url[start:].partition("?")
    pairs = tuple(p for p in _PAIR_ENDS.split(query) if p) if query else ()
    return tuple(path.split("/")[1:]), pairs
