"""The behaviour file: a pattern tree with what visitors did in each pattern, as JSON.

Nothing in it is about a single visitor. URLs that fewer than two people asked for are not named.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from periplus.errors import ConfigError
from periplus.site.pattern_tree import Pattern, PatternTree

FORMAT = "periplus-behaviour"
VERSION = 1


@dataclass(slots=True)
class PatternUse:
    """What visitors did in one pattern."""

    urls: int = 0
    visits: int = 0
    referrals: int = 0
    spread: float = 0.0  # how far the visits of its URLs differ beyond chance
    unnamed_urls: int = 0  # those the file does not name, with their visits and referrals
    unnamed_visits: int = 0
    unnamed_referrals: int = 0
    authority: float = 0.0
    hub: float = 0.0
    expression: str = ""

    @property
    def mean_visits(self) -> float:
        """Visits of one URL."""
        return self.visits / max(1, self.urls)

    @property
    def mean_referrals(self) -> float:
        """Referrals of one URL."""
        return self.referrals / max(1, self.urls)

    def expected_visits(self, seen: float) -> float:
        """A URL's visits, drawn to the pattern's mean as far as those of its URLs are alike."""
        mean = self.mean_visits
        trust = mean / (mean + self.spread) if mean else 0.0
        return (1 - trust) * seen + trust * mean

    def take_in(self, parts: Sequence["PatternUse"]) -> None:
        """Become the sum of a pattern's children; their scores weighted by URLs."""
        for name in _SUMS:
            setattr(self, name, sum(getattr(part, name) for part in parts))
        for name in _MEANS:
            total = sum(getattr(part, name) * part.urls for part in parts)
            setattr(self, name, total / max(1, self.urls))


_SUMS = ("urls", "visits", "referrals", "unnamed_urls", "unnamed_visits", "unnamed_referrals")
_MEANS = ("spread", "authority", "hub")


@dataclass(frozen=True, slots=True)
class Visited:
    """The URLs that the log itself shows, as columns; transitions by place."""

    urls: tuple[str, ...] = ()
    visits: tuple[int, ...] = ()
    referrals: tuple[int, ...] = ()
    transitions: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a crawler knows of the visitors of a site."""

    site: str  # its origin
    tree: PatternTree
    uses: list[PatternUse]  # for each pattern of the tree
    visited: Visited = field(default_factory=Visited)
    mined: Mapping[str, Any] = field(default_factory=dict)  # figures about the logs


def behaviour_text(behaviour: Behaviour) -> str:
    """A behaviour as the text of its file: one pattern, URL or transition list a line."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "site": behaviour.site,
        "mined": dict(behaviour.mined),
    }
    lines = json.dumps(head, indent=1)[:-2] + ",\n"
    rows = [
        _pattern_row(p, u) for p, u in zip(behaviour.tree.patterns, behaviour.uses, strict=True)
    ]
    visited = behaviour.visited
    site = behaviour.site
    urls = [
        [url[len(site) :] if url.startswith(site + "/") else url, visits, referrals]
        for url, visits, referrals in zip(
            visited.urls, visited.visits, visited.referrals, strict=True
        )
    ]
    next_places: list[list[int]] = [[] for _ in urls]
    for source, target in visited.transitions:
        next_places[source].append(target)
    went = [[place, *targets] for place, targets in enumerate(next_places) if targets]
    parts = (("patterns", rows), ("urls", urls), ("transitions", went))
    return lines + ",\n".join(f' "{name}": {_listed(values)}' for name, values in parts) + "\n}\n"


def _listed(values: list[Any]) -> str:
    if not values:
        return "[]"
    return "[\n" + ",\n".join("  " + json.dumps(v, separators=(",", ":")) for v in values) + "\n ]"


def _pattern_row(pattern: Pattern, use: PatternUse) -> dict[str, Any]:
    figures = asdict(use)
    for name in ("spread", "authority", "hub"):
        figures[name] = float(f"{figures[name]:.6g}")
    return {
        "parent": pattern.parent,
        "key": pattern.key,
        "branches": pattern.branches,
        "other": pattern.other,
        "fixed": pattern.fixed,
        **figures,
    }


class _PatternRow(msgspec.Struct, forbid_unknown_fields=True):
    parent: int
    key: str
    branches: dict[str, int]
    other: int
    fixed: dict[str, str]
    urls: int
    visits: int
    referrals: int
    spread: float
    unnamed_urls: int
    unnamed_visits: int
    unnamed_referrals: int
    authority: float
    hub: float
    expression: str


class _File(msgspec.Struct):
    format: str
    version: int
    site: str
    patterns: list[_PatternRow]
    urls: list[tuple[str, int, int]]
    transitions: list[list[int]]
    mined: dict[str, Any] = {}


def read_behaviour(text: str, name: str) -> Behaviour:
    """The behaviour of a file.

    Raises:
        ConfigError: it is no behaviour file, or a damaged one.
    """
    try:
        head = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{name} is damaged: not valid JSON ({error})") from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ConfigError(f"{name} is no behaviour file; make one with periplus mine LOG -o {name}")
    if head.get("version") != VERSION:
        raise ConfigError(
            f"{name} is of version {head.get('version')!r}; this program reads version {VERSION}: "
            "mine the logs again with periplus mine"
        )
    try:
        file = msgspec.convert(head, _File)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{name} is damaged: {error}") from error
    _check(file, name)
    return Behaviour(file.site, _tree(file), _uses(file), _visited(file), file.mined)


def _check(file: _File, name: str) -> None:
    count = len(file.patterns)
    children = [[*p.branches.values(), *([p.other] if p.other >= 0 else [])] for p in file.patterns]
    seen = [child for below in children for child in below]
    is_tree = (
        count > 0
        and file.patterns[0].parent == -1
        and sorted(seen) == list(range(1, count))
        and all(
            child > index and file.patterns[child].parent == index
            for index, below in enumerate(children)
            for child in below
        )
    )
    places = {place for row in file.transitions for place in row}
    if not is_tree or (places and not 0 <= min(places) <= max(places) < len(file.urls)):
        raise ConfigError(f"{name} is damaged: its patterns or transitions point nowhere")


def _tree(file: _File) -> PatternTree:
    patterns: list[Pattern] = []
    for index, row in enumerate(file.patterns):
        if row.parent < 0:
            conditions: dict[str, str | None] = {}
            depth = 1
        else:
            above = patterns[row.parent]
            value = next((v for v, child in above.branches.items() if child == index), None)
            conditions = {**above.conditions, **above.fixed, above.key: value}
            depth = above.depth + 1
        patterns.append(
            Pattern(
                index, row.parent, depth, conditions, row.fixed, row.key, row.branches, row.other
            )
        )
    return PatternTree(patterns)


def _uses(file: _File) -> list[PatternUse]:
    names = PatternUse.__dataclass_fields__
    return [PatternUse(**{name: getattr(row, name) for name in names}) for row in file.patterns]


def _visited(file: _File) -> Visited:
    return Visited(
        urls=tuple(file.site + u if u.startswith("/") else u for u, _, _ in file.urls),
        visits=tuple(v for _, v, _ in file.urls),
        referrals=tuple(r for _, _, r in file.urls),
        transitions=tuple((row[0], target) for row in file.transitions for target in row[1:]),
    )
