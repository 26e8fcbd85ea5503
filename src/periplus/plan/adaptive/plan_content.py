"""The adaptive strategy's own part of the plan file: groups with what they brought, and spellings.

A person may set `follow` of a group: `auto` (as the crawl finds it), `never` or `always`. The rest
is what the next crawl expects before it has seen anything: a few fetches count for each group,
so that a site that has changed soon speaks for itself.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.plan.adaptive.arcs import NO_ARC, ArcKey
from periplus.plan.adaptive.history import GroupSums, History
from periplus.plan.adaptive.numbers import NumberColumn
from periplus.plan.adaptive.strategy import Adaptive
from periplus.site.url_functions import is_function
from periplus.site.url_patterns import UrlKeys

_MOST_COUNTED = 2  # fetches that the plan's word counts for
_MOST_REVEALED = 12  # groups named with one
_LEAST_REVEALED = 0.05
_MOST_VALUES = 40  # of one place in URLs
_MOST_PLACES = 2_000
_MOST_FUNCTIONS = 1_000
_FIT = 0.7  # of the first page's links


class Follow(StrEnum):
    """What is to be done about a group."""

    AUTO = "auto"
    NEVER = "never"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Group:
    """What is known of one group of links."""

    key: ArcKey  # its pattern's number is that of the plan
    pattern: str
    shape: str
    follow: Follow
    sums: GroupSums
    name: str


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a plan says, read and checked."""

    groups: tuple[Group, ...]
    price: float
    words: Mapping[str, Any] = field(default_factory=dict)
    labels: Mapping[str, Any] = field(default_factory=dict)
    spellings: Mapping[str, Any] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)
    functions: tuple[str, ...] = ()

    def fits(self, links: list[UrlKeys]) -> bool:
        """Whether the links of a first page are of kinds that the plan knows."""
        known = {group.pattern for group in self.groups}
        fitting = sum(not known.isdisjoint((keys.pattern, keys.function)) for keys in links)
        return fitting >= _FIT * max(1, len(links))


def to_content(
    model: Adaptive,
    history: History,
    follow: Mapping[str, Follow],
    site: str,
    invalid: Set[int],
) -> dict[str, Any]:
    """What a crawl has learned, as JSON values; what brought most comes first.

    Args:
        site: a URL of the site.
        invalid: hashes of URLs that could not be had: other spellings of those are of no use.
    """
    arcs = model.arcs
    rows = []
    for arc in range(1, len(arcs)):
        name, key = arcs.names[arc], arcs.keys[arc]
        sums = history.sums(name)
        wish = follow.get(name, Follow.AUTO)
        if sums.pages or arcs.stock[arc] or wish is not Follow.AUTO:
            rows.append((-sums.gain, name, key, sums, arcs.stock[arc], wish))
    offers = model._offers
    return {
        "price": round(model.coverage.price(), 2),
        "groups": [
            _group_json(name, key, sums, stock, wish, arcs.pattern_names, arcs._shapes)
            for _, name, key, sums, stock, wish in sorted(rows, key=lambda row: row[:2])
        ],
        "spellings": _spellings(offers.spellings._forms.save(), urls.origin(site), invalid),
        "numbers": {
            arcs.names[arc]: c.save() for arc, c in sorted(offers.dividing.columns.items())
        },
        "words": _words(offers.patterns.save()),
        "functions": offers.functions.known()[:_MOST_FUNCTIONS],
        "labels": _labels(offers.labels.save()),
    }


def _group_json(
    name: str,
    key: ArcKey,
    sums: GroupSums,
    stock: int,
    follow: Follow,
    patterns: list[str],
    shapes: list[str],
) -> dict[str, Any]:
    pages = max(1, sums.pages)
    most = sorted(sums.revealed.items(), key=lambda item: (-item[1], item[0]))[:_MOST_REVEALED]
    reveals = {o: round(n / pages, 2) for o, n in most if n / pages >= _LEAST_REVEALED}
    return {
        "group": name,
        "follow": str(follow),
        "fetched": sums.pages,
        "waiting": stock,
        "gain": round(sums.gain / pages, 1),
        "duplicate": round(sums.duplicate / pages, 3),
        "invalid": round(sums.invalid / pages, 3),
        "reveals": reveals,
        "urls": patterns[key.pattern],
        "shape": shapes[key.pattern],
        "place": key.place,
        "turns_pages": key.turns_pages,
        "other_spelling": key.is_other_spelling,
        "size": key.size,
        "shows_known": key.shows_known,
    }


def _spellings(forms: Mapping[str, Any], origin: str, invalid: Set[int]) -> dict[str, Any]:
    examples = {
        kind: [list(pair) for pair in pairs]
        for kind, pairs in sorted(forms["examples"].items())
        if not any(urls.url_hash(origin + form) in invalid for _, form in pairs)
    }
    return {**forms, "examples": examples, "changed": []}


def _words(places: Mapping[str, Any]) -> dict[str, Any]:
    """The values that URLs have at each place; of rare ones only how many there were."""
    kept = sorted(places.items(), key=lambda item: (-item[1][0], item[0]))[:_MOST_PLACES]
    found = {}
    for place, (seen, values) in sorted(kept):
        named = sorted(
            ((value, times) for value, times in values.items() if times > 1),
            key=lambda item: (-item[1], item[0]),
        )[:_MOST_VALUES]
        found[place] = [seen, len(values) - len(named), dict(named)]
    return found


def _labels(labels: Mapping[str, Any]) -> dict[str, Any]:
    counts = {t: c for t, c in sorted(labels["counts"].items()) if c[0] > 1}
    return {"pages": labels["pages"], "counts": counts}


def from_content(content: Mapping[str, Any], name: str) -> Knowledge:
    """What a plan file says.

    Raises:
        ConfigError: something is missing or of the wrong kind; `name` and place are named.
    """
    rows = content.get("groups")
    if not isinstance(rows, list):
        raise ConfigError(f"{name}: 'groups' is missing or not a list")
    groups = tuple(_read_group(row, f"{name}: group {at}") for at, row in enumerate(rows, 1))
    parts: dict[str, Any] = {}
    for part in ("words", "labels", "spellings", "numbers"):
        parts[part] = content.get(part, {})
        if not isinstance(parts[part], dict):
            raise ConfigError(f"{name}: '{part}' is not an object")
    functions = content.get("functions", [])
    if not (isinstance(functions, list) and all(isinstance(each, str) for each in functions)):
        raise ConfigError(f"{name}: 'functions' is not a list of names")
    parts["functions"] = tuple(functions)
    try:
        knowledge = Knowledge(groups, float(content.get("price", 0.0)), **parts)
        begin_with(Adaptive(), knowledge)  # what cannot be used is to be told before the crawl
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise ConfigError(
            f"{name} is damaged ({error}); take it from a crawl again, or delete the parts "
            "words, labels, spellings and numbers"
        ) from error
    return knowledge


def _read_group(row: Any, where: str) -> Group:
    if not isinstance(row, dict):
        raise ConfigError(f"{where} is not an object")
    try:
        follow = Follow(row.get("follow", Follow.AUTO))
    except ValueError:
        raise ConfigError(f"{where}: 'follow' must be one of {', '.join(Follow)}") from None
    try:
        pages = int(row["fetched"])
        sums = GroupSums.from_json(
            [
                pages,
                pages * float(row["gain"]),
                round(pages * float(row.get("duplicate", 0))),
                round(pages * float(row.get("invalid", 0))),
                {str(k): pages * float(v) for k, v in dict(row.get("reveals", {})).items()},
            ]
        )
        key = ArcKey(
            NO_ARC,
            str(row["place"]),
            bool(row["turns_pages"]),
            bool(row["other_spelling"]),
            int(row["size"]),
            bool(row.get("shows_known", False)),
        )
        return Group(key, str(row["urls"]), str(row["shape"]), follow, sums, str(row["group"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"{where}: wrong or missing value ({error})") from error


def begin_with(model: Adaptive, knowledge: Knowledge) -> dict[str, Follow]:
    """Let a fresh model expect what a plan says; what a person wants of its groups."""
    offers, arcs = model._offers, model.arcs
    offers.patterns.restore(
        {
            place: [seen, {**values, **{f"*{n}": 1 for n in range(min(256, rest))}}]
            for place, (seen, rest, values) in knowledge.words.items()
        }
    )
    offers.functions.believe(knowledge.functions)
    if knowledge.labels:
        offers.labels.restore(knowledge.labels)
    if knowledge.spellings:
        forms = offers.spellings._forms
        forms.restore({**forms.save(), **knowledge.spellings})
    follow: dict[str, Follow] = {}
    numbers: dict[str, int] = {}
    for group in knowledge.groups:
        function = group.pattern if is_function(group.pattern) else ""
        pattern = arcs.pattern(UrlKeys(group.shape, group.pattern, function))
        key = group.key._replace(pattern=pattern)
        number = numbers[group.name] = arcs.number(key) or arcs.make(key, 1.0)
        if group.follow is not Follow.AUTO:
            follow[arcs.names[number]] = group.follow
    for group in knowledge.groups:
        number, pages = numbers[group.name], group.sums.pages
        if group.follow is Follow.NEVER:
            model._tree.priors[arcs.nodes[number]] = 0.0
            continue
        for _ in range(min(_MOST_COUNTED, pages)):
            model._tree.learn(arcs.nodes[number], group.sums.gain / pages, knowledge.price)
        if pages and group.sums.revealed:
            model._revealed.learn(
                number,
                {numbers[o]: n / pages for o, n in group.sums.revealed.items() if o in numbers},
            )
    for name, column in knowledge.numbers.items():
        if name in numbers:
            offers.dividing.columns[numbers[name]] = NumberColumn.restored(column)
    return follow
