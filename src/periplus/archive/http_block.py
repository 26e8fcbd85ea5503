"""The HTTP part of a record: an exchange's head as bytes, and bytes back into a head.

What a server sends can never become a header field of its own: control characters are replaced
here, in the one place that writes heads.
"""

import re
from dataclasses import dataclass

from periplus.exchange import RawHeaders, Response

# Headers that describe the wire and not the stored body are kept under another name, in their place
# and with their spelling, and get their own name back on reading:
# - Transfer-Encoding, because a Response's body has its transfer coding removed. Under its own name
#   readers that honour it (fastwarc, browsers) would look for chunks that are not there; chunking
#   the body again would fail payload digests in readers that hash what follows the head (warcio).
# - Content-Length that isn't the body's (cut off, or the server lied): replay tools send it on and
#   their clients wait for the rest for ever.
ORIGINAL = b"X-Orig-"
_TRANSFER_ENCODING = b"transfer-encoding"
_CONTENT_LENGTH = b"content-length"
_RENAMED = (ORIGINAL.lower() + _TRANSFER_ENCODING, ORIGINAL.lower() + _CONTENT_LENGTH)

_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_NOT_TOKEN = re.compile(rb"[^!#$%&'*+\-.^_`|~0-9A-Za-z]")
_VERSION = re.compile(rb"HTTP/(\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class HttpHead:
    """The parsed head of a response; `body` is where the body starts in its block."""

    status: int
    reason: str
    version: str
    headers: RawHeaders
    body: int
    chunked_on_the_wire: bool  # the body was stored without its chunks
    chunked_as_stored: bool  # the block still has the chunks (other writers keep them)


def response_head(response: Response) -> bytes:
    """Status line, headers in original order and case, and the blank line."""
    reason = response.reason.encode("utf-8", "surrogateescape")
    version = response.http_version.encode("ascii", "replace")
    start = b"HTTP/%b %03d %b" % (version, response.status, reason)
    if _CONTROL.search(start):
        start = _CONTROL.sub(b" ", start)
    lines = [start]
    length = b"%d" % len(response.body)
    lines += [
        (ORIGINAL if _is_of_the_wire(name, value, length) else b"") + name + b": " + value
        for name, value in safe_headers(response.headers)
    ]
    lines.append(b"\r\n")
    return b"\r\n".join(lines)


def safe_headers(headers: RawHeaders) -> RawHeaders:
    """The headers with nothing in them that could start another field or end the head."""
    names = b"".join([name for name, _ in headers])
    if (
        not _NOT_TOKEN.search(names)
        and not _CONTROL.search(b"".join([value for _, value in headers]))
        and all(name for name, _ in headers)
    ):
        return headers
    return tuple(
        (_NOT_TOKEN.sub(b"_", name) or b"_", _CONTROL.sub(b" ", value)) for name, value in headers
    )


def _is_of_the_wire(name: bytes, value: bytes, body_length: bytes) -> bool:
    if len(name) == len(_CONTENT_LENGTH):
        return name.lower() == _CONTENT_LENGTH and value.strip() != body_length
    return len(name) == len(_TRANSFER_ENCODING) and name.lower() == _TRANSFER_ENCODING


def request_block(head: bytes) -> bytes:
    """A request's head as sent, ending at its first blank line."""
    end = head.find(b"\r\n\r\n")
    return head[: end + 4] if end >= 0 else head.rstrip(b"\r\n") + b"\r\n\r\n"


def parse_head(block: bytes) -> HttpHead | None:
    """Read the head of a stored response; None where the block is not HTTP."""
    lines, body = head_lines(block)
    start = lines[0].split(None, 2)
    version = _VERSION.fullmatch(start[0]) if start else None
    if version is None or len(start) < 2 or not start[1].isdigit():
        return None
    headers: list[tuple[bytes, bytes]] = []
    restored = stored = False
    for name, value in fields_of(lines[1:]):
        lowered = name.lower()
        if lowered in _RENAMED:
            name = name[len(ORIGINAL) :]
            restored |= lowered == _RENAMED[0] and b"chunked" in value.lower()
        elif lowered == _TRANSFER_ENCODING:
            stored = b"chunked" in value.lower()
        headers.append((name, value))
    return HttpHead(
        status=int(start[1][:3]),
        reason=(start[2] if len(start) > 2 else b"").decode("utf-8", "surrogateescape"),
        version=version[1].decode("ascii"),
        headers=tuple(headers),
        body=body,
        chunked_on_the_wire=restored,
        chunked_as_stored=stored,
    )


def head_lines(block: bytes) -> tuple[list[bytes], int]:
    """The lines of a head without their ends, and where what follows the blank line starts."""
    end = block.find(b"\r\n\r\n")
    if end >= 0:
        return block[:end].split(b"\r\n"), end + 4
    end = block.find(b"\n\n")  # other writers keep a server's bare line feeds
    if end >= 0:
        return [line.rstrip(b"\r") for line in block[:end].split(b"\n")], end + 2
    return block.rstrip(b"\r\n").split(b"\r\n"), len(block)


def fields_of(lines: list[bytes]) -> list[tuple[bytes, bytes]]:
    """Header fields; a line that starts with a blank continues the one before it."""
    fields: list[tuple[bytes, bytes]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and fields:
            name, value = fields[-1]
            fields[-1] = (name, value + b" " + line.strip())
            continue
        name, colon, value = line.partition(b":")
        if colon:
            fields.append((name.strip(), value.strip(b" \t")))
    return fields


def without_chunks(body: bytes) -> bytes | None:
    """A chunked body without its chunk headers; None where it isn't chunked after all."""
    pieces: list[bytes] = []
    at = 0
    while True:
        end = body.find(b"\r\n", at, at + 1024)
        if end < 0:
            return None
        size_text = body[at:end].split(b";", 1)[0].strip()
        try:
            size = int(size_text, 16)
        except ValueError:
            return None
        if size < 0:
            return None
        if size == 0:
            return b"".join(pieces)
        at = end + 2 + size
        pieces.append(body[end + 2 : at])
        if body[at : at + 2] != b"\r\n":
            return b"".join(pieces) if at >= len(body) else None
        at += 2
