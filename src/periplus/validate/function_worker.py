"""The process that a Python validator runs in: pages on standard input, answers on output.

`python -m periplus.validate.function_worker MODULE:FUNCTION`. Each page is a line of JSON and the
body; each answer is a line of JSON. What the function prints goes to standard error.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO


def serve(function: Callable[[str, bytes], Any], pages: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the input ends."""
    while line := pages.readline():
        head = json.loads(line)
        body = pages.read(head["bytes"])
        try:
            answer: dict[str, Any] = {"accepts": bool(function(head["url"], body))}
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def load(name: str) -> Callable[[str, bytes], Any]:
    """The function of MODULE:FUNCTION; raises ImportError, AttributeError or TypeError."""
    module, _, attribute = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in attribute.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{name} is no function")
    return found  # type: ignore[no-any-return]


def main(arguments: list[str]) -> int:
    """Load the function, say that it is there, serve."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        function = load(arguments[0])
    except Exception as error:
        answers.write(json.dumps({"failed": f"{type(error).__name__}: {error}"}).encode() + b"\n")
        answers.flush()
        return 1
    answers.write(b'{"ready": true}\n')
    answers.flush()
    serve(function, sys.stdin.buffer, answers)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
