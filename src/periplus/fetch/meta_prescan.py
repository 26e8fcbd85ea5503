"""The HTML standard's prescan: the encoding that the first bytes of a page declare in a <meta>."""

import re

from periplus.fetch.charset_labels import encoding_of_label

_SPACE = b"\t\n\x0c\r "
_META = re.compile(rb"<meta[\t\n\x0c\r /]", re.IGNORECASE)
_TAG = re.compile(rb"</?[A-Za-z][^\t\n\x0c\r >]*")
_BOGUS = re.compile(rb"<[!/?]")
_CONTENT = re.compile(
    r"charset[\t\n\x0c\r ]*=[\t\n\x0c\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\x0c\r ;\"']+))", re.I
)


def declared_encoding(head: bytes) -> str | None:
    """The WHATWG name of the encoding that a page declares in its first bytes."""
    position = 0
    while (position := head.find(b"<", position)) >= 0:
        if head.startswith(b"<!--", position):
            end = head.find(b"-->", position + 2)
            if end < 0:
                return None
            position = end + 3
        elif _META.match(head, position):
            attributes, position = _attributes(head, position + 5)
            found = _encoding_of_meta(attributes)
            if found is not None:
                return found
        elif tag := _TAG.match(head, position):
            _, position = _attributes(head, tag.end())
        elif _BOGUS.match(head, position):
            position = head.find(b">", position)
            if position < 0:
                return None
        else:
            position += 1
    return None


def _encoding_of_meta(attributes: dict[bytes, bytes]) -> str | None:
    label = attributes.get(b"charset")
    if label is None:
        if attributes.get(b"http-equiv", b"").lower() != b"content-type":
            return None
        found = _CONTENT.search(attributes.get(b"content", b"").decode("latin-1"))
        if found is None:
            return None
        text = found[1] or found[2] or found[3] or ""
    else:
        text = label.decode("latin-1")
    name = encoding_of_label(text)
    if name in ("utf-16le", "utf-16be"):
        return "utf-8"  # the declaration could be read as ASCII, so it is not UTF-16
    return "windows-1252" if name == "x-user-defined" else name


def _attributes(head: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    """The attributes of a tag (first of each name) and where the tag ends."""
    found: dict[bytes, bytes] = {}
    while True:
        while position < len(head) and head[position] in _SPACE + b"/":
            position += 1
        if position >= len(head) or head[position] == 0x3E:
            return found, position + 1
        name, value, position = _attribute(head, position)
        found.setdefault(name, value)


def _attribute(head: bytes, position: int) -> tuple[bytes, bytes, int]:
    start = position
    while position < len(head) and head[position] not in _SPACE + b"/>":
        if head[position] == 0x3D and position > start:
            break
        position += 1
    name = head[start:position].lower()
    position = _after_spaces(head, position)
    if head[position : position + 1] != b"=":
        return name, b"", position
    position = _after_spaces(head, position + 1)
    quote = head[position : position + 1]
    if quote in (b'"', b"'"):
        end = head.find(quote, position + 1)
        end = len(head) if end < 0 else end
        return name, head[position + 1 : end], end + 1
    start = position
    while position < len(head) and head[position] not in _SPACE + b">":
        position += 1
    return name, head[start:position], position


def _after_spaces(head: bytes, position: int) -> int:
    while position < len(head) and head[position] in _SPACE:
        position += 1
    return position
