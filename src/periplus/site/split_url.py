"""The parts of a URL, cut once for all that look at them."""

import re
from functools import lru_cache

_PAIR_ENDS = re.compile("[&;?]")  # a second question mark is a slip of those who made the site
_MOST_CUT = 1 << 14  # URLs that are remembered cut up: the links of recent pages


@lru_cache(_MOST_CUT)
def split_url(url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The path segments and the query pairs of a canonical URL.

    A query may begin with a path, as those of programs do whose server rewrites no URLs:
    /index.php?/archives/12-title.html. It goes on with the path before it.
    """
    start = url.find("/", 8)
    if start < 0:
        return ("",), ()
    path, _, query = url[start:].partition("?")
    segments = tuple(path.split("/")[1:])
    pairs = tuple(p for p in _PAIR_ENDS.split(query) if p) if query else ()
    if pairs and "/" in pairs[0] and "=" not in pairs[0]:
        return (*segments[:-1], segments[-1] + "?", *pairs[0].strip("/").split("/")), pairs[1:]
    return segments, pairs
