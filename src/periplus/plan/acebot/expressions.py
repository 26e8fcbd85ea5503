"""Patterns as OXPath-like expressions, in the grammar of the paper's Figure 5, and back.

    doc("http://forum.example/")
    /(/html/body/div[contains(@id,"boards")]/a/@href{click/})
    /(//p[contains(@class,"pages")]/a/@href{click/})*
    /(//td[contains(@class,"subject")]/a/@href{click/})+

A label that begins at the root begins with one slash, the last steps of a path with two.
"""

import re

from periplus.errors import ConfigError
from periplus.plan.acebot.patterns import Repeat, Step

_SIGNS = {Repeat.ONCE: "", Repeat.MORE: "+", Repeat.FLIP: "*"}
_REPEATS = {sign: repeat for repeat, sign in _SIGNS.items()}
_DOC = re.compile(r'doc\("([^"]*)"\)')
_ACTION = re.compile(r"\s*/\((//?)((?:[^{}])+?)/@href\{click/\}\)([+*]?)")
_TEST = re.compile(r'([\w*-]+)((?:\[contains\(@(?:id|class),"[\w-]+"\)\])*)')
_PREDICATE = re.compile(r'\[contains\(@(id|class),"([\w-]+)"\)\]')
_TOKENS = re.compile(r"(?=[#.])")


def to_expression(start_url: str, steps: tuple[Step, ...]) -> str:
    """A pattern as an expression."""
    quoted = start_url.replace('"', "%22")
    return f'doc("{quoted}")' + "".join(map(_action, steps))


def _action(step: Step) -> str:
    root = "/" if step.label.split("/", 1)[0] == "html" else "//"
    path = "/".join(map(_test, step.label.split("/")))
    return f"/({root}{path}/@href{{click/}}){_SIGNS[step.repeat]}"


def _test(segment: str) -> str:
    tag, *tokens = _TOKENS.split(segment)
    names = {"#": "id", ".": "class"}
    return tag + "".join(f'[contains(@{names[token[0]]},"{token[1:]}")]' for token in tokens)


def from_expression(expression: str) -> tuple[str, tuple[Step, ...]]:
    """Start URL and steps of an expression.

    Raises:
        ConfigError: it is not in the grammar.
    """
    head = _DOC.match(expression)
    if head is None:
        raise ConfigError(f'the expression does not begin with doc("URL"): {expression[:60]}')
    at, steps = head.end(), []
    while at < len(expression.rstrip()):
        action = _ACTION.match(expression, at)
        if action is None:
            raise ConfigError(f"the expression breaks off at: {expression[at : at + 60].strip()}")
        steps.append(Step(_label(action.group(2)), _REPEATS[action.group(3)]))
        at = action.end()
    return head.group(1), tuple(steps)


def _label(path: str) -> str:
    segments = []
    for test in re.split(r"/(?![^\[]*\])", path):
        matched = _TEST.fullmatch(test)
        if matched is None:
            raise ConfigError(f"the expression has a node test that is not understood: {test}")
        tokens = _PREDICATE.findall(matched.group(2))
        segments.append(
            matched.group(1)
            + "".join(("#" if kind == "id" else ".") + name for kind, name in tokens)
        )
    return "/".join(segments)
