"""The paper's first detector: two strings of the first and the last letters of all tags.

Mali and Meshram (2011): the strings hold, for every opening tag in the order of the source, its
first and its last character; a tag of one letter has it in both. Attributes and end tags don't
count, so an exchanged attribute is never seen, and `b` looks like the end of `sub`.
"""

import re
from collections.abc import Iterable

_TAG = re.compile(
    r"<!--.*?(?:-->|$)|<(?P<raw>script|style|textarea|title)\b[^>]*>.*?(?:</(?P=raw)\s*>|$)"
    r"|<(?P<tag>[a-zA-Z][\w:-]*)",
    re.DOTALL | re.IGNORECASE,
)


def source_tags(html: str) -> list[str]:
    """The names of the opening tags of a source, in order."""
    return [
        (found["tag"] or found["raw"]).lower()
        for found in _TAG.finditer(html)
        if found["tag"] or found["raw"]
    ]


def tag_strings(tags: Iterable[str]) -> tuple[str, str]:
    """The paper's String1 and String2."""
    names = [tag for tag in tags if tag]
    return "".join(name[0] for name in names), "".join(name[-1] for name in names)
