"""What URLs name, and whether two of them name one thing."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote_plus

from periplus.site.page_counts import changes
from periplus.site.split_url import split_url

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = 0.05  # of the pages: a value that so many URLs have names nothing
_FEW = 10
_MOST_READ = 1 << 14  # URLs whose values are remembered


@lru_cache(_MOST_READ)
def _values(url: str) -> frozenset[str]:
    """What a URL names: segments of its path and values of its query that are no numbers."""
    segments, pairs = split_url(url)
    parts = [*segments, *(pair.rpartition("=")[2] for pair in pairs)]
    return frozenset(
        value for part in parts if _WORD.search(value := unquote_plus(part).casefold())
    )


def common_values(urls: Iterable[str]) -> frozenset[str]:
    """Values that so many URLs have that they name nothing."""
    seen: Counter[str] = Counter()
    number = 0
    for url in urls:
        number += 1
        seen.update(_values(url))
    return frozenset(v for v, times in seen.items() if times > max(_FEW, _COMMON * number))


def names_same(own: str, other: str, common: frozenset[str]) -> bool:
    """Whether two URLs name one thing: by a rare value, or by all but one parameter."""
    if (_values(own) & _values(other)) - common:
        return True
    changed = changed_parameters(own, other)
    return changed is not None and len(changed) == 1 and not changes(own, other)


def changed_parameters(own: str, other: str) -> set[str] | None:
    """The names of the parameters in which two URLs of a site differ; None where paths do."""
    own_path, own_pairs = split_url(own)
    other_path, other_pairs = split_url(other)
    if own_path != other_path:
        return None
    return {pair.partition("=")[0] for pair in set(own_pairs) ^ set(other_pairs)}
