"""The plan file: what a strategy has learned of a site, as JSON that people read, edit and compare.

All plans have one frame: the strategy they are for, the site they were learned on, how they were
learned, and the strategy's own part. Keys keep their order and lists stand one entry a line, so
that two plans can be compared with `diff`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from periplus.errors import ConfigError

FORMAT = "periplus-plan"
VERSION = 1
_KEYS = frozenset({"format", "version", "strategy", "site", "learned", "plan"})


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan in its frame."""

    strategy: str
    site: str  # the URL it was learned from
    plan: Mapping[str, Any]  # the strategy's own part
    learned: Mapping[str, Any] = field(default_factory=dict)  # figures, for the reader


def plan_text(plan: PlanFile) -> str:
    """A plan as the text of its file."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "strategy": plan.strategy,
        "site": plan.site,
        "learned": dict(plan.learned),
        "plan": dict(plan.plan),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def read_plan(text: str, name: str, strategy: str | None = None) -> PlanFile:
    """The plan of a file.

    Args:
        text: what the file holds.
        name: the file's name, for complaints.
        strategy: the one that wants to use it; None if any will do.

    Raises:
        ConfigError: it is no plan, of another version, or for another strategy.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{name} is damaged: not valid JSON ({error})") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ConfigError(f'{name} is no plan: it lacks "format": "{FORMAT}"')
    if document.get("version") != VERSION:
        raise ConfigError(
            f"{name} is a plan of version {document.get('version')!r}; this program reads "
            f"version {VERSION}: learn it again with periplus learn"
        )
    unknown = document.keys() - _KEYS
    if unknown:
        raise ConfigError(f"{name}: unknown key {sorted(unknown)[0]!r}")
    found = PlanFile(
        strategy=_part(document, "strategy", str, name),
        site=_part(document, "site", str, name),
        plan=_part(document, "plan", dict, name),
        learned=_part({"learned": {}, **document}, "learned", dict, name),
    )
    if strategy is not None and found.strategy != strategy:
        raise ConfigError(
            f"{name} is a plan for the strategy {found.strategy}, not for {strategy}; "
            f"use it with --strategy {found.strategy}"
        )
    return found


def _part(document: Mapping[str, Any], key: str, kind: type, name: str) -> Any:
    value = document.get(key)
    if not isinstance(value, kind):
        raise ConfigError(
            f"{name}: {key!r} is missing or not {'a text' if kind is str else 'an object'}"
        )
    return value
