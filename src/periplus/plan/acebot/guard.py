"""The guard of the online phase: a pattern that stops bringing content ends, so does a flip.

Each state remembers how new its last pages were; a page that leads to wanted pages of other states
counts as new. A state whose pages are redundant is put on probation: it waits until all others are
done, then URLs drawn from all that is left to it decide. If they bring nothing either, it ends. (At
its first turn it may just be at work where the sample was.) Chains of repeated steps are watched
one by one: after a few pages in a row that bring nothing the chain is not followed further.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

PATIENCE = 12  # pages before a state is judged
BARREN_CHAIN = 3  # pages in a row
NEW_SHARE = 0.02
_WEIGHT = 1 / PATIENCE  # of the newest page


class Finding(StrEnum):
    """What a page means for its state."""

    NOTHING = "nothing"
    PROBATION = "probation"
    END = "end"


class Guard:
    """How new the pages of each state were of late."""

    def __init__(self, states: int, probation: Iterable[int] = ()) -> None:
        self._pages = [0] * states
        self._share = [0.0] * states
        self._probation = set(probation)

    def is_on_probation(self, state: int) -> bool:
        """Whether a state has to wait for all others."""
        return state in self._probation

    def note(self, state: int, share: float) -> Finding:
        """A page of this state had so much new."""
        self._pages[state] += 1
        weight = max(_WEIGHT, 1 / self._pages[state])
        self._share[state] += (share - self._share[state]) * weight
        if self._pages[state] < PATIENCE or self._share[state] >= NEW_SHARE:
            return Finding.NOTHING
        if state in self._probation:
            return Finding.END
        self._probation.add(state)
        self._pages[state] = 0
        return Finding.PROBATION

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "pages": self._pages,
            "share": self._share,
            "probation": sorted(self._probation),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages = list(state["pages"])
        self._share = list(state["share"])
        self._probation = set(state["probation"])
