"""What a page is worth: the plug-in that the adaptive strategy maximises.

Gains are in one unit, about the worth of a new word pair, so that objectives can be added up: a
page is worth a hundred of them, a link to another site twenty. Other packages may offer more by
the entry-point group `periplus.objectives`: names of callables without arguments that make an
`Objective`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, NamedTuple, Protocol

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.page.view import U64
from periplus.plan.behaviour.model import Behaviour
from periplus.plan.strategy import Verdict, Visit
from periplus.site.url_values import url_values

ENTRY_POINTS = "periplus.objectives"
DEFAULT = "content"
_PAGE = 100.0  # what a page, a relevant page, the visits of a usual page are worth
_LINK = 20.0
_TERM = re.compile(r"(?:(\d+(?:\.\d+)?)\s*\*\s*)?([a-z][a-z0-9_-]*)")

PageScore = Callable[[Visit], float]  # how far a page is wanted, 0 to 1


class Objective(Protocol):
    """Says what a fetched page has brought. May remember what it has seen."""

    def gain(self, visit: Visit, new: U64) -> float:
        """The worth of a page, given its 2-grams that no earlier page had."""
        ...

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        ...

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        ...


class Stateless:
    """An objective that remembers nothing."""

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""


class Content(Stateless):
    """New 2-grams: the text that was not in hand before."""

    def gain(self, visit: Visit, new: U64) -> float:
        return float(len(new))


class ValuablePages(Stateless):
    """Pages that are neither duplicates nor invalid, each the same."""

    def gain(self, visit: Visit, new: U64) -> float:
        return _PAGE * (visit.verdict is Verdict.VALUABLE and len(new) > 0)


class ExternalLinks:
    """Distinct links to other hosts."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def gain(self, visit: Visit, new: U64) -> float:
        if visit.view is None:
            return 0.0
        own = urls.host(visit.url)
        found = {urls.url_hash(u) for u in visit.view.links.urls if urls.host(u) != own}
        fresh = found - self._seen
        self._seen |= fresh
        return _LINK * len(fresh)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"seen": sorted(self._seen)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._seen = set(state["seen"])


class Traffic(Stateless):
    """Visits that a page is expected to have, by a file of visitors' behaviour."""

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        visited = behaviour.visited
        self._visits = dict(zip(visited.urls, visited.visits, strict=True))
        total = sum(use.visits for use in behaviour.uses)
        self._usual = max(1e-9, total / max(1, sum(use.urls for use in behaviour.uses)))

    def gain(self, visit: Visit, new: U64) -> float:
        if visit.verdict is not Verdict.VALUABLE:
            return 0.0
        pattern, _ = self._behaviour.tree.match(url_values(visit.url))
        use = self._behaviour.uses[pattern]
        seen = self._visits.get(visit.url)
        expected = use.mean_visits if seen is None else use.expected_visits(seen)
        return _PAGE * expected / self._usual


class Wanted(Stateless):
    """Pages by a score from 0 to 1: nearness to a topic, or a validator's yes or no."""

    def __init__(self, score: PageScore) -> None:
        self._score = score

    def gain(self, visit: Visit, new: U64) -> float:
        if visit.verdict is not Verdict.VALUABLE:
            return 0.0
        return _PAGE * min(1.0, max(0.0, self._score(visit)))


class Sum:
    """Several objectives, each with a weight."""

    def __init__(self, parts: Sequence[tuple[float, Objective]]) -> None:
        self._parts = tuple(parts)

    def gain(self, visit: Visit, new: U64) -> float:
        return sum(weight * part.gain(visit, new) for weight, part in self._parts)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"parts": [part.save() for _, part in self._parts]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        for (_, part), saved in zip(self._parts, state["parts"], strict=True):
            part.restore(saved)


class Means(NamedTuple):
    """What some objectives need."""

    behaviour: Behaviour | None = None
    topic: PageScore | None = None
    accepts: PageScore | None = None


def objective_terms(text: str) -> list[tuple[float, str]]:
    """Weights and names of an objective as it is written. Raises ConfigError."""
    terms = []
    for part in text.split("+"):
        found = _TERM.fullmatch(part.strip())
        if found is None or (found.group(1) and float(found.group(1)) == 0):
            raise ConfigError(
                f"'{text}' is no objective; write a name as {DEFAULT}, or a sum as "
                f"content+0.5*external, of {', '.join(objective_names())}"
            )
        terms.append((float(found.group(1) or 1.0), found.group(2)))
    return terms


def make_objective(text: str, means: Means | None = None) -> Objective:
    """The objective that a user has written.

    Raises:
        ConfigError: it is none, or it needs what is not there.
    """
    parts = [(weight, _make(name, means or Means())) for weight, name in objective_terms(text)]
    return parts[0][1] if len(parts) == 1 and parts[0][0] == 1.0 else Sum(parts)


def objective_names() -> list[str]:
    """All that there are, those of other packages too."""
    return [*_OWN, *sorted(entry_points(group=ENTRY_POINTS).names - set(_OWN))]


def _make(name: str, means: Means) -> Objective:
    if name in _OWN:
        return _OWN[name](means)
    for found in entry_points(group=ENTRY_POINTS, name=name):
        try:
            made: Objective = found.load()()
        except Exception as error:
            raise ConfigError(f"the objective {name} of {found.value} fails: {error}") from error
        return made
    raise ConfigError(f"there is no objective '{name}'; there are {', '.join(objective_names())}")


def _traffic(means: Means) -> Objective:
    if means.behaviour is None:
        raise ConfigError(
            "the objective traffic needs to know the visitors: make a file with "
            "periplus mine LOG -o behaviour.json and name it with --behaviour"
        )
    return Traffic(means.behaviour)


def _topic(means: Means) -> Objective:
    if means.topic is None:
        raise ConfigError("the objective topic needs a topic: name one with --topic")
    return Wanted(means.topic)


def _accepted(means: Means) -> Objective:
    if means.accepts is None:
        raise ConfigError("the objective accepted needs a validator of pages, given by a program")
    return Wanted(means.accepts)


_OWN: dict[str, Callable[[Means], Objective]] = {
    "content": lambda means: Content(),
    "valuable": lambda means: ValuablePages(),
    "external": lambda means: ExternalLinks(),
    "traffic": _traffic,
    "topic": _topic,
    "accepted": _accepted,
}
