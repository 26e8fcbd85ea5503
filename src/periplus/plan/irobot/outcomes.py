"""What following brought, by kind of URL: bad kinds are given up, unknown ones are tried."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

_LEAST_TRIES = 8
_LEAST_GOOD = 0.25  # below it, following a kind of URL costs more than it brings
_MOST_PARKED = 20_000
_FREE_PROBES = 8  # whatever their share


@dataclass(slots=True)
class Outcome:
    """One kind of URL."""

    good: int = 0
    bad: int = 0
    probing: int = 0  # asked for, not answered
    is_known: bool = True  # the sample had pages of it
    parked: list[int] = field(default_factory=list)  # links that wait for the probes' outcome

    @property
    def is_given_up(self) -> bool:
        tries = self.good + self.bad
        if not self.is_known:
            return tries >= 2 and self.good < _LEAST_GOOD * tries
        return tries >= _LEAST_TRIES and self.good < _LEAST_GOOD * tries

    @property
    def is_accepted(self) -> bool:
        """Whether the probes of an unknown kind were good."""
        return self.good > self.bad


class Outcomes:
    """Outcomes of all kinds of URLs, and the allowance for probes."""

    def __init__(self, probes: int, share: float) -> None:
        self._probes = probes
        self._share = share
        self._kinds: dict[str, Outcome] = {}
        self._probed = 0

    def of(self, kind: str) -> Outcome:
        """The outcome of a kind so far."""
        return self._kinds.setdefault(kind, Outcome())

    def may_probe(self, kind: str, target: int, requests: int) -> bool:
        """Whether one more page of an unknown kind may be tried; if not, its link is parked."""
        outcome = self.of(kind)
        outcome.is_known = False
        allowance = max(_FREE_PROBES, self._share * requests)
        if outcome.probing + outcome.good + outcome.bad < self._probes and (
            self._probed < allowance
        ):
            outcome.probing += 1
            self._probed += 1
            return True
        if len(outcome.parked) < _MOST_PARKED:
            outcome.parked.append(target)
        return False

    def learn(self, kind: str, *, is_good: bool) -> list[int]:
        """A page of a kind was fetched; the parked links that are to be followed now."""
        outcome = self.of(kind)
        outcome.probing = max(0, outcome.probing - 1)
        if is_good:
            outcome.good += 1
        else:
            outcome.bad += 1
        if outcome.is_known or not outcome.is_accepted:
            return []
        parked, outcome.parked = outcome.parked, []
        return parked

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        kinds = {kind: asdict(outcome) for kind, outcome in self._kinds.items()}
        return {"kinds": kinds, "probed": self._probed}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._kinds = {kind: Outcome(**values) for kind, values in state["kinds"].items()}
        self._probed = int(state["probed"])
