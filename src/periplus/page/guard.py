"""Cuts pages that would make any standard HTML parser build far more nodes than they have tags.

Elements such as `<b>` that are left open are made again in every block that follows (HTML Standard,
13.2.4.3): 500 of them before 20,000 `<p>x` are ten million nodes out of 160 kB. The work is bounded
here before parsing: by one count for almost all pages, by their tokens for the few that remain.
"""

import codecs
import re

import numpy as np
import turbohtml

from periplus.limits import Limits
from periplus.page.view import Cut

_FORMATTING_NAMES = "a b big code em font i nobr s small strike strong tt u"
_FORMATTING = frozenset(_FORMATTING_NAMES.split())
_SAME_KEPT = 3  # the "Noah's Ark clause": of equal elements at most three are made again
_MOST_OPEN = 512  # open elements, in Blink, WebKit and turbohtml
_NODES_FACTOR = 8  # nodes that may be built for each one that will be read
_TAGS_FACTOR = 2.5
# Inside these an end tag may be ignored, so one seen after them proves nothing.
_SCOPES = """
applet button caption frameset html marquee math object select svg table td template th
"""
_SCOPE_TAGS = frozenset(_SCOPES.split())
_FORMATTING_TAG = re.compile(
    rb"<(?:big|code|em|font|small|strike|strong|tt|[bisu])(?=[\s/>])"
    rb"(?P<strict>(?:\s+[\w:-]+(?:\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'|[^\s\"'=<>`]+))?)*\s*/?>)?",
    re.IGNORECASE,
)
_ESCAPE = b"\x1b"  # starts another code page in ISO-2022: what looks like a tag may be none


def bounded(body: bytes, charset: str | None, limits: Limits) -> tuple[bytes, str | None, Cut]:
    """The part of a page that is parsed in bounded time, its charset, and what was cut."""
    cut = Cut.NONE
    if len(body) > limits.page_bytes:
        body, cut = body[: limits.page_bytes], Cut.BYTES
    tags = body.count(b"<")
    nodes = _NODES_FACTOR * limits.page_nodes
    if tags * _MOST_OPEN <= nodes:
        return body, charset, cut
    if _is_utf16(body, charset):
        codec = "utf-16-be" if "be" in (charset or "").lower() else "utf-16"
        body, charset = body.decode(codec, "replace").encode(), "utf-8"
    most_tags = int(_TAGS_FACTOR * limits.page_nodes)
    if tags > most_tags:
        body, tags, cut = _first_tags(body, most_tags), most_tags, cut | Cut.NODES
    if tags * min(_MOST_OPEN, _SAME_KEPT * _distinct_formatting(body)) <= nodes:
        return body, charset, cut
    if _ESCAPE in body:
        return _first_tags(body, nodes // _MOST_OPEN), charset, cut | Cut.NODES
    end = _safe_length(body, nodes)
    return body[:end], charset, cut if end == len(body) else cut | Cut.NODES


def _is_utf16(body: bytes, charset: str | None) -> bool:
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    label = (charset or "").strip().lower()
    return label.startswith(("utf-16", "unicode", "ucs-2", "csunicode", "iso-10646-ucs-2"))


def _first_tags(body: bytes, count: int) -> bytes:
    places = np.flatnonzero(np.frombuffer(body, dtype=np.uint8) == ord("<"))
    return body[: int(places[count])] if len(places) > count else body


def _distinct_formatting(body: bytes) -> int:
    """How many different formatting tags there are; those not well formed count each."""
    strict: set[bytes] = set()
    odd = 0
    for found in _FORMATTING_TAG.finditer(body):
        if found.group("strict") is None:
            odd += 1
        else:
            strict.add(found.group())
    return len(strict) + odd


def _safe_length(body: bytes, nodes: int) -> int:
    """Up to which byte the parser builds at most so many nodes, all formatting being remade.

    An end tag closes a formatting element only where nothing since it was opened could make the
    parser ignore the end tag.
    """
    markup = body.decode("latin-1").replace("\r", "\n")  # a byte a character: offsets hold
    open_in: dict[str, list[int]] = {}
    scope = count = built = 0
    start_tag, end_tag = turbohtml.TokenType.START_TAG, turbohtml.TokenType.END_TAG
    for token in turbohtml.tokenize(markup, resolve_references=False):
        kind = token.type
        if kind is not start_tag and kind is not end_tag:
            continue
        tag = token.tag or ""
        if tag in _SCOPE_TAGS:
            scope += 1
        elif tag in _FORMATTING:
            scopes = open_in.setdefault(tag, [])
            if kind is start_tag:
                scopes.append(scope)
                count += 1
            elif scopes and scopes[-1] == scope:
                scopes.pop()
                count -= 1
        built += 1 + min(count, _MOST_OPEN)
        if built > nodes:
            return _offset(markup, token.line, token.col)
    return len(body)


def _offset(markup: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = markup.find("\n", start) + 1
    return start + column
