"""Waiting links whose pattern was read before the function of pages that they name was known.

`/whale/history/` stands among the pages below `/whale/` until three histories were met.
"""

from collections import Counter

from periplus.plan.adaptive.arcs import Arcs
from periplus.plan.adaptive.waiting import Waiting
from periplus.site.url_functions import UrlFunctions
from periplus.site.url_patterns import UrlPatterns

_MOST = 5_000  # at once
_MOSTLY = 0.5


def renamed(
    waiting: Waiting, arcs: Arcs, patterns: UrlPatterns, functions: UrlFunctions
) -> dict[int, int]:
    """The patterns of waiting links that name a newly known function, by their ids.

    Not those of a kind that has borne under its former name: what is known of it would be lost.
    """
    may_name = functions.newly_known()
    if may_name is None:
        return {}
    candidates = [target for target, url in waiting.urls.items() if may_name(url)]
    found: dict[int, int] = {}
    for target in candidates[:_MOST]:
        pattern = arcs.pattern(patterns.keys(waiting.urls[target]))
        if pattern != waiting.pattern[target] and target not in waiting.stands_for:
            found[target] = pattern
    moves = Counter((waiting.arc[target], pattern) for target, pattern in found.items())
    bearing = {
        pattern
        for (arc, pattern), links in moves.items()
        if links > _MOSTLY * arcs.stock[arc] and arcs.has_borne(arc)
    }
    return {target: pattern for target, pattern in found.items() if pattern not in bearing}
