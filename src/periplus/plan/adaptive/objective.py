"""What a page is worth: the plug-in that the adaptive strategy maximises.

Gains are in one unit, about the worth of a new word pair, so that objectives can be added up: a
page is worth a hundred of them, a link to another site twenty. Other packages may offer more by
the entry-point group `periplus.objectives`: names of callables without arguments that make an
`Objective`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, NamedTuple, Protocol, runtime_checkable

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.page.view import U64
from periplus.page.words import has_number
from periplus.plan.adaptive.unindexed import is_view
from periplus.plan.behaviour.model import Behaviour
from periplus.plan.strategy import Offered, Verdict, Visit
from periplus.site.url_values import url_values

ENTRY_POINTS = "periplus.objectives"
DEFAULT = "content"
PAGE = 100.0  # what a page, a relevant page, the visits of a usual page are worth
_LINK = 20.0
_NUMBER_SHARE = 0.25  # what a word pair with a number is worth, relative to one without
_SEAMS = 0.05  # of a page's word pairs: if fewer are new, they are where known texts meet
_VIEW_SHARE = 0.1  # what only an old version shows is new, but hardly wanted
_TERM = re.compile(r"(?:(\d+(?:\.\d+)?)\s*\*\s*)?([a-z][a-z0-9_-]*)")

PageScore = Callable[[Visit], float]  # how far a page is wanted, 0 to 1


class LinkMark(NamedTuple):
    """What an objective sees in a link that tells it from others of its kind."""

    name: str = ""  # links of different names are estimated apart
    prior: float = 1.0  # what is expected of it, relative to the best mark


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


@runtime_checkable
class Searching(Protocol):
    """An objective that looks for pages: it is shown all, marks links, and tells what it found."""

    reads_text: bool  # it is to be given the text of pages
    about: dict[str, Any] | None  # what was found out about the page that it saw last
    note: str  # what is to be said to the user about it, if anything

    def see(self, visit: Visit) -> None:
        """Take a page in, also one that cannot be read."""
        ...

    def mark(self, visit: Visit, offered: Offered) -> LinkMark:
        """What tells a link from others of its kind."""
        ...


class Stateless:
    """An objective that remembers nothing."""

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""


class Content(Stateless):
    """New 2-grams: the text that was not in hand before. Those with numbers count little.

    Lists, histories and counters are full of new numbers, and say nothing new. A page that hardly
    has any new pair shows known texts in another order, and is worth the less, the fewer it has.
    So is a view of another page.
    """

    def gain(self, visit: Visit, new: U64) -> float:
        words = len(new) - (1.0 - _NUMBER_SHARE) * int(has_number(new).sum())
        if visit.view is None or visit.view.words is None:
            return words
        if is_view(visit):
            words *= _VIEW_SHARE
        least = _SEAMS * len(visit.view.words.grams)
        return words if len(new) >= least else words * len(new) / least


class ValuablePages(Stateless):
    """Pages that are neither duplicates nor invalid, each the same."""

    def gain(self, visit: Visit, new: U64) -> float:
        return PAGE * (visit.verdict is Verdict.VALUABLE and len(new) > 0)


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
        return PAGE * expected / self._usual


class Wanted(Stateless):
    """Pages by a score from 0 to 1: nearness to a topic, or a validator's yes or no."""

    def __init__(self, score: PageScore) -> None:
        self._score = score

    def gain(self, visit: Visit, new: U64) -> float:
        if visit.verdict is not Verdict.VALUABLE:
            return 0.0
        return PAGE * min(1.0, max(0.0, self._score(visit)))


class Sum:
    """Several objectives, each with a weight."""

    def __init__(self, parts: Sequence[tuple[float, Objective]]) -> None:
        self.parts = tuple(parts)
        self._searching = [part for _, part in parts if isinstance(part, Searching)]
        self.reads_text = any(part.reads_text for part in self._searching)
        self.about: dict[str, Any] | None = None
        self.note = ""

    def gain(self, visit: Visit, new: U64) -> float:
        return sum(weight * part.gain(visit, new) for weight, part in self.parts)

    def see(self, visit: Visit) -> None:
        """Take a page in, also one that cannot be read."""
        for part in self._searching:
            part.see(visit)
        found = [part.about for part in self._searching if part.about is not None]
        self.about = {key: value for about in found for key, value in about.items()} or None
        self.note = "; ".join(part.note for part in self._searching if part.note)

    def mark(self, visit: Visit, offered: Offered) -> LinkMark:
        """What tells a link from others of its kind; to another part it may be worth as much."""
        return LinkMark("".join(part.mark(visit, offered).name for part in self._searching))

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"parts": [part.save() for _, part in self.parts]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        for (_, part), saved in zip(self.parts, state["parts"], strict=True):
            part.restore(saved)


def looks_at_no_more(objective: Objective) -> bool:
    """Whether an objective is known to look at nothing of a page but its words and links."""
    if isinstance(objective, Sum):
        return all(looks_at_no_more(part) for _, part in objective.parts)
    return isinstance(objective, Content | ValuablePages | ExternalLinks | Traffic)


class Means(NamedTuple):
    """What some objectives need; a program may hand in `Wanted` with scores of its own."""

    behaviour: Behaviour | None = None
    topic: Objective | None = None
    accepted: Objective | None = None


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
        raise ConfigError(
            "the objective topic needs a topic: --topic 'words, a phrase', --topic topic.yaml, "
            "or an example page with --topic-like"
        )
    return means.topic


def _accepted(means: Means) -> Objective:
    if means.accepted is None:
        raise ConfigError(
            "the objective accepted needs to know what makes a page one: name a validator with "
            "--accept, or examples with --like"
        )
    return means.accepted


_OWN: dict[str, Callable[[Means], Objective]] = {
    "content": lambda means: Content(),
    "valuable": lambda means: ValuablePages(),
    "external": lambda means: ExternalLinks(),
    "traffic": _traffic,
    "topic": _topic,
    "accepted": _accepted,
}
