"""ACEBot's own part of the plan file: patterns as steps and as expressions, labels."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from periplus.errors import ConfigError
from periplus.page.options import LabelStyle
from periplus.plan.acebot.expressions import from_expression, to_expression
from periplus.plan.acebot.patterns import NavigationPlan, Pattern, Repeat, Step

_PATTERN_KEYS = frozenset(
    {"steps", "expression", "pages", "new_grams", "score", "examples", "expected"}
)


def to_content(plan: NavigationPlan, site: str, style: LabelStyle) -> dict[str, Any]:
    """A plan as JSON values."""
    return {
        "label": str(style),
        "canonical_trusted": plan.canonical_trusted,
        "patterns": [_pattern_content(pattern, site) for pattern in plan.patterns],
        "labels": list(plan.labels),
    }


def _pattern_content(pattern: Pattern, site: str) -> dict[str, Any]:
    content = asdict(pattern)
    return {
        "steps": [
            {"label": step.label}
            | ({"repeat": str(step.repeat)} if step.repeat is not Repeat.ONCE else {})
            for step in pattern.steps
        ],
        "expression": to_expression(site, pattern.steps),
        "pages": pattern.pages,
        "new_grams": pattern.new_grams,
        "score": round(pattern.score, 1),
        "examples": list(content["examples"]),
        "expected": pattern.is_expected,
    }


def from_content(content: Mapping[str, Any], name: str) -> tuple[NavigationPlan, LabelStyle]:
    """The plan that JSON values hold, and the attributes that its labels have.

    Raises:
        ConfigError: something is missing or of the wrong kind; `name` and place are named.
    """
    try:
        style = LabelStyle(content.get("label", LabelStyle.BOTH))
    except ValueError:
        raise ConfigError(f"{name}: 'label' must be one of {', '.join(LabelStyle)}") from None
    patterns = content.get("patterns")
    if not isinstance(patterns, list):
        raise ConfigError(f"{name}: 'patterns' is missing or not a list")
    read = tuple(
        _read_pattern(pattern, f"{name}: pattern {number}")
        for number, pattern in enumerate(patterns, 1)
    )
    labels = content.get("labels", [])
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise ConfigError(f"{name}: 'labels' is not a list of texts")
    used = [step.label for pattern in read for step in pattern.steps]
    trusted = bool(content.get("canonical_trusted", True))
    return NavigationPlan(read, tuple(dict.fromkeys([*labels, *used])), trusted), style


def _read_pattern(content: Any, where: str) -> Pattern:
    if not isinstance(content, dict):
        raise ConfigError(f"{where} is not an object")
    unknown = content.keys() - _PATTERN_KEYS
    if unknown:
        raise ConfigError(f"{where}: unknown key {sorted(unknown)[0]!r}")
    try:
        return Pattern(
            steps=_read_steps(content, where),
            pages=int(content.get("pages", 0)),
            new_grams=int(content.get("new_grams", 0)),
            score=float(content.get("score", 0.0)),
            examples=tuple(map(str, content.get("examples", ()))),
            is_expected=bool(content.get("expected", False)),
        )
    except (TypeError, ValueError) as error:
        raise ConfigError(f"{where}: pages, new_grams and score must be numbers") from error


def _read_steps(content: Mapping[str, Any], where: str) -> tuple[Step, ...]:
    written = content.get("expression")
    by_expression = None
    if isinstance(written, str) and written:
        try:
            by_expression = from_expression(written)[1]
        except ConfigError as error:
            raise ConfigError(f"{where}: {error}") from error
    if "steps" not in content:
        if not by_expression:
            raise ConfigError(f"{where} has neither steps nor an expression")
        return by_expression
    steps = content["steps"]
    if not isinstance(steps, list) or not steps:
        raise ConfigError(f"{where}: 'steps' is not a list with entries")
    read = tuple(_read_step(step, where) for step in steps)
    if by_expression is not None and by_expression != read:
        raise ConfigError(f"{where}: steps and expression differ; delete the one that is not meant")
    return read


def _read_step(step: Any, where: str) -> Step:
    if not isinstance(step, dict) or not isinstance(step.get("label"), str) or not step["label"]:
        raise ConfigError(f"{where}: each step needs a 'label'")
    try:
        return Step(step["label"], Repeat(step.get("repeat", Repeat.ONCE)))
    except ValueError:
        raise ConfigError(f"{where}: 'repeat' must be one of {', '.join(Repeat)}") from None
