"""docs/reference/cli.md, written from the commands themselves.

python -m periplus.cli.reference > docs/reference/cli.md
"""

from collections.abc import Iterator
from enum import Enum
from inspect import unwrap
from typing import Any, get_args, get_type_hints

import typer

_HEAD = """\
# Commands

Written by `python -m periplus.cli.reference`; change the commands, not this page.
Exit codes: [exit-codes.md](exit-codes.md). Settings in a file: [settings.md](settings.md).
"""


def reference_page(app: typer.Typer) -> str:
    """The page for every command that is not hidden, in the order of registration."""
    sections = ["\n".join(_section(name, command)) for name, command in commands_of(app)]
    return "\n".join([_HEAD, *sections])


def commands_of(app: typer.Typer) -> list[tuple[str, Any]]:
    """Every command that is not hidden with its full name; the program itself is the first."""
    found: list[tuple[str, Any]] = []
    waiting: list[tuple[str, Any]] = [("periplus", typer.main.get_command(app))]
    while waiting:
        name, command = waiting.pop()
        found.append((name, command))
        children: dict[str, Any] = getattr(command, "commands", {})
        shown = [(f"{name} {key}", child) for key, child in children.items() if not child.hidden]
        waiting += reversed(shown)
    return found


def options_of(command: Any) -> Iterator[Any]:
    """The options of a command that a user may give."""
    for parameter in command.params:
        if parameter.param_type_name == "option" and not parameter.hidden:
            yield parameter


def _section(name: str, command: Any) -> Iterator[str]:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = list(options_of(command))
    kinds = get_type_hints(unwrap(command.callback)) if command.callback else {}
    usage = [name, *(["[OPTIONS]"] if options else []), *map(_argument_name, arguments)]
    if hasattr(command, "commands"):
        usage.append("COMMAND")
    yield f"## {name}"
    yield ""
    yield " ".join((command.help or "").split())
    yield ""
    yield f"    {' '.join(usage)}"
    yield ""
    if arguments or options:
        yield "| | |"
        yield "|---|---|"
    for parameter in arguments:
        yield f"| `{_argument_name(parameter)}` | {_cell(parameter.help)} |"
    for parameter in options:
        names = _option_names(parameter, kinds.get(parameter.name))
        yield f"| {names} | {_cell(parameter.help)}{_default(parameter)} |"
    if arguments or options:
        yield ""


def _argument_name(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _option_names(parameter: Any, kind: Any) -> str:
    names = sorted((*parameter.opts, *parameter.secondary_opts), key=len)
    shown = ", ".join(f"`{name}`" for name in names)
    value = "|".join(_choices(kind)) or parameter.metavar
    return f"{shown} `{_cell(value)}`" if value and not parameter.is_flag else shown


def _choices(kind: Any) -> list[str]:
    """The values of an enumeration, also of an optional one."""
    for candidate in (kind, *get_args(kind)):
        if isinstance(candidate, type) and issubclass(candidate, Enum):
            return [str(member.value) for member in candidate]
    return []


def _default(parameter: Any) -> str:
    """A plain default, where the help does not tell one itself."""
    value = getattr(parameter.default, "value", parameter.default)
    if isinstance(value, bool) or not isinstance(value, int | float | str) or value == "":
        return ""
    return f" [default: {value}]"


def _cell(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


if __name__ == "__main__":
    from periplus.cli import app as _app

    print(reference_page(_app), end="")
