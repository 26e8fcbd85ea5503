"""What fetches of each kind of link have brought: means that lean on coarser ones where few."""

from collections.abc import Mapping, Sequence
from typing import Any

_LEANING = 3.0  # fetches that the coarser estimate counts for
_MEMORY = 0.98  # what a fetch counts after each later one of its kind
_MOST_KINDS = 50_000


class Yields:
    """Kinds are named from coarse to fine: each one's parent is the one before."""

    def __init__(self) -> None:
        self._sums: dict[str, list[float]] = {}  # kind -> [weight of fetches, of what they brought]

    def learn(self, kinds: Sequence[str], gain: float) -> None:
        """One fetch of these kinds brought so much."""
        for kind in kinds:
            known = self._sums.get(kind)
            if known is None:
                if len(self._sums) >= _MOST_KINDS:
                    continue
                known = self._sums[kind] = [0.0, 0.0]
            known[0] = known[0] * _MEMORY + 1.0
            known[1] = known[1] * _MEMORY + gain

    def estimate(self, kinds: Sequence[str], prior: float) -> float:
        """What a fetch of these kinds will bring; the prior where none was made."""
        expected = prior
        for kind in kinds:
            weight, gain = self._sums.get(kind, (0.0, 0.0))
            expected = (gain + _LEANING * expected) / (weight + _LEANING)
        return expected

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {kind: list(sums) for kind, sums in self._sums.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._sums = {str(kind): [float(n) for n in sums] for kind, sums in state.items()}
