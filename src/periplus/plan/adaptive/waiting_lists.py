"""Which URLs of some kinds wait, as those of lists that were never begun."""

from collections.abc import Collection, Iterable

import numpy as np

from periplus.plan.adaptive.arcs import NO_ARC, Arcs
from periplus.plan.adaptive.waiting import Waiting
from periplus.site.url_patterns import UrlPatterns


def waiting_in(
    patterns: Iterable[str],
    arcs: Arcs,
    waiting: Waiting,
    known: UrlPatterns,
    among: Collection[int] | None = None,
) -> dict[str, dict[int, str]]:
    """URLs of some patterns that wait and show no known page or thing, by their ids.

    `among`: only of these, if given. A URL may have been found before the words of its pattern
    were known.
    """
    found: dict[str, dict[int, str]] = {name: {} for name in patterns}
    numbers = ((arcs.find_pattern(name), name) for name in found)
    wanted = {number: name for number, name in numbers if number is not None}
    if not wanted:
        return found
    is_page = np.array([not key.is_of_known for key in arcs.keys])
    is_page[NO_ARC] = False
    alike = list(arcs.may_become(wanted))
    is_alike = np.isin(np.frombuffer(waiting.pattern, np.int32), alike)
    is_waiting = is_page[np.frombuffer(waiting.arc, np.int32)]
    for target in np.flatnonzero(is_alike & is_waiting).tolist():
        url = waiting.urls.get(target)
        if url is None or (among is not None and target not in among):
            continue
        name = wanted.get(waiting.pattern[target]) or wanted.get(arcs.pattern(known.keys(url)))
        if name is not None:
            found[name][target] = url
    return found
