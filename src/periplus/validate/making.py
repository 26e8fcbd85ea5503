"""The validator that `--accept` names."""

from collections.abc import Callable, Sequence

from periplus.errors import ConfigError
from periplus.validate.command import CommandValidator
from periplus.validate.function import FunctionValidator, plug_ins
from periplus.validate.rules import CssRule, RegexRule, TableRule, XPathRule
from periplus.validate.text import TextValidator
from periplus.validate.validator import Validator

LIKE_EXAMPLES = "examples"  # no validator: the strategy compares pages with the examples itself
TEXT = "text"
TABLE = "table"
_WITH_ARGUMENT: dict[str, Callable[[str], Validator]] = {
    "xpath": XPathRule,
    "css": CssRule,
    "regex": RegexRule,
    "python": FunctionValidator,
    "command": CommandValidator,
}


def known_validators() -> list[str]:
    """What may be given, for people."""
    return [
        LIKE_EXAMPLES,
        TEXT,
        TABLE,
        *(f"{name}:…" for name in _WITH_ARGUMENT),
        *sorted(plug_ins()),
    ]


def make_validator(name: str, example_texts: Callable[[], Sequence[str]]) -> Validator | None:
    """The validator of a name; None where pages are to be like the examples.

    Args:
        name: as `--accept` gives it.
        example_texts: the visible texts of the examples, for a validator that learns from them.

    Raises:
        ConfigError: there is none of that name, or its argument is wrong.
    """
    if name == LIKE_EXAMPLES:
        return None
    if name == TABLE:
        return TableRule()
    if name == TEXT:
        return TextValidator(example_texts())
    kind, colon, argument = name.partition(":")
    if colon and kind in _WITH_ARGUMENT:
        if not argument.strip():
            raise ConfigError(f"--accept {kind}: needs something after the colon")
        return _WITH_ARGUMENT[kind](argument)
    offered = plug_ins()
    if name in offered:
        return FunctionValidator(offered[name])
    raise ConfigError(f"unknown validator '{name}'; there are {', '.join(known_validators())}")
