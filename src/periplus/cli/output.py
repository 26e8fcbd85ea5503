"""Everything the program prints passes here: data to stdout, talk to stderr, nothing raw.

Text from the web may hold terminal escapes; `printable` makes every control character visible.
"""

import json
import sys
from typing import Any

from rich.console import Console

errors = Console(stderr=True, highlight=False, soft_wrap=True)


def printable(text: str) -> str:
    """Text that cannot move the cursor, ring, or change colours."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def say(message: str) -> None:
    """One line for the person, on stderr."""
    sys.stderr.write(printable(message) + "\n")


def show(text: str = "") -> None:
    """Lines of data, on stdout; line breaks are kept."""
    sys.stdout.write("\n".join(printable(line) for line in text.split("\n")) + "\n")


def show_json(value: Any) -> None:
    """One JSON value a line, on stdout, at once visible to a reader of the pipe."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def size(number: float) -> str:
    """Bytes for people: 512 B, 3.4 MB."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


def duration(seconds: float) -> str:
    """Seconds for people: 4.2 s, 3 m 20 s, 2 h 05 m."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} m {rest:02d} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} m"
