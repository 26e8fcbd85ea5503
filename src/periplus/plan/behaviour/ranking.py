"""Ranks of URL patterns by what visitors did: plain counts, and authorities and hubs.

Authorities and hubs are those of the behaviour graph: patterns joined by the transitions of
visitors. A pattern is a good authority if visitors come to it from good hubs, a good hub if they go
from it to good authorities.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from periplus.site.traffic import Values, summed

RESTART = 0.85
_ITERATIONS = 200
_PAPER_ITERATIONS = 20
_CLOSE = 1e-12


class Ordering(StrEnum):
    """By what patterns can be ranked."""

    FETCH = "fetch"  # half authority, half hub
    DISCOVERY = "discovery"  # hub
    VOLUME = "volume"
    OVERALL_VISIT = "overall-visit"
    AVERAGE_VISIT = "average-visit"
    OVERALL_REFERRAL = "overall-referral"
    AVERAGE_REFERRAL = "average-referral"


@dataclass(frozen=True, slots=True)
class PatternCounts:
    """What the visitors did, by pattern; transitions as a list of edges."""

    urls: Values
    visits: Values
    referrals: Values
    sources: npt.NDArray[np.int32]
    targets: npt.NDArray[np.int32]
    times: Values


def authorities_and_hubs(
    counts: PatternCounts, restart: float | None = RESTART
) -> tuple[Values, Values]:
    """The authority and the hub of each pattern, each set of unit length.

    Args:
        restart: the share that comes through transitions, the rest being the pattern's own share
            of visits or referrals; None for the paper's rule, 20 rounds of transitions alone.
    """
    size = len(counts.urls)
    own_authority, own_hub = _unit(counts.visits), _unit(counts.referrals)
    # p_out(j -> i) = F_trans / F_out(j) carries hubs forward, p_in(i -> j) = F_trans / F_in(j)
    # carries authorities back.
    forward = counts.times / np.maximum(counts.referrals, 1.0)[counts.sources]
    back = counts.times / np.maximum(counts.visits, 1.0)[counts.targets]
    authority, hub = own_authority, own_hub
    for _ in range(_PAPER_ITERATIONS if restart is None else _ITERATIONS):
        passed_on = _unit(summed(counts.targets, forward * hub[counts.sources], size))
        passed_back = _unit(summed(counts.sources, back * authority[counts.targets], size))
        if restart is not None:
            passed_on = _unit((1 - restart) * own_authority + restart * passed_on)
            passed_back = _unit((1 - restart) * own_hub + restart * passed_back)
        change = np.abs(passed_on - authority).max(initial=0.0)
        change = max(change, np.abs(passed_back - hub).max(initial=0.0))
        authority, hub = passed_on, passed_back
        if change < _CLOSE:
            break
    return authority, hub


def scores(counts: PatternCounts, ordering: Ordering, *, restart: float | None = RESTART) -> Values:
    """A number for each pattern; the largest is crawled first."""
    size = np.maximum(counts.urls, 1.0)
    match ordering:
        case Ordering.VOLUME:
            return counts.urls
        case Ordering.OVERALL_VISIT:
            return counts.visits
        case Ordering.AVERAGE_VISIT:
            return counts.visits / size
        case Ordering.OVERALL_REFERRAL:
            return counts.referrals
        case Ordering.AVERAGE_REFERRAL:
            return counts.referrals / size
        case Ordering.FETCH:
            authority, hub = authorities_and_hubs(counts, restart)
            return 0.5 * (authority + hub)
        case Ordering.DISCOVERY:
            return authorities_and_hubs(counts, restart)[1]


def _unit(values: Values) -> Values:
    length = float(np.linalg.norm(values))
    return np.asarray(values / length if length > 0 else values, dtype=np.float64)
