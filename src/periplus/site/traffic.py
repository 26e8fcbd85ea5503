"""What visitors did on a site, counted: visits, referrals and transitions between its URLs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]
Indexes = npt.NDArray[np.int32]
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Traffic:
    """Counts of distinct (visitor, from, to). Arrays of one length are columns of one table."""

    urls: tuple[str, ...]  # canonical, each once
    visits: Counts  # F_in: how often a URL was the target
    referrals: Counts  # F_out: how often it was where a visitor came from
    shared: npt.NDArray[np.bool_]  # whether more than one person asked for it
    sources: Indexes  # transitions, by place in `urls`
    targets: Indexes
    times: Counts  # F_trans

    @property
    def total_visits(self) -> int:
        """All visits together."""
        return int(self.visits.sum())


def summed(where: Indexes, values: npt.NDArray[Any], size: int) -> Values:
    """The sum of the values at each place."""
    return np.bincount(where, values, size).astype(np.float64)


def make_traffic(
    urls: Sequence[str],
    entries: Sequence[int] | Counts,
    shared: Sequence[bool] | npt.NDArray[np.bool_],
    transitions: tuple[Sequence[int] | Indexes, Sequence[int] | Indexes, Sequence[int] | Counts],
) -> Traffic:
    """Traffic from transitions and from the visits that came from elsewhere (`entries`)."""
    sources = np.asarray(transitions[0], dtype=np.int32)
    targets = np.asarray(transitions[1], dtype=np.int32)
    times = np.asarray(transitions[2], dtype=np.int64)
    count = len(urls)
    arrived = np.bincount(targets, times, count).astype(np.int64)
    return Traffic(
        urls=tuple(urls),
        visits=np.asarray(entries, dtype=np.int64) + arrived,
        referrals=np.bincount(sources, times, count).astype(np.int64),
        shared=np.asarray(shared, dtype=np.bool_),
        sources=sources,
        targets=targets,
        times=times,
    )
