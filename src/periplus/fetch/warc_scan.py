"""Strict reading of an uncompressed WARC by offset: where each HTTP message of a mirror lies.

Nothing is skipped in silence: a record that is cut, misplaced or without a length raises
`DamagedWarc` with its offset, because a mirror with missing pages would measure something else.
"""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass

from periplus.exchange import RawHeaders

Data = bytes | mmap.mmap

_BLANK_LINE = b"\r\n\r\n"
_HEAD_BYTES = 64 * 1024  # of one record's WARC headers: more is no header


class DamagedWarc(Exception):
    """The bytes at `offset` are not what a WARC has there."""

    def __init__(self, offset: int, detail: str) -> None:
        super().__init__(f"damaged at byte {offset}: {detail}")
        self.offset = offset
        self.detail = detail


@dataclass(frozen=True, slots=True)
class ScannedRecord:
    """One WARC record: its named fields (names in lower case) and the extent of its block."""

    offset: int
    fields: dict[str, str]
    start: int
    end: int

    def field(self, name: str) -> str:
        """A named field, or an empty string; URIs lose the angle brackets of older writers."""
        value = self.fields.get(name, "")
        return value[1:-1] if value.startswith("<") and value.endswith(">") else value


@dataclass(frozen=True, slots=True)
class HttpHead:
    """The status line of an HTTP response and where its headers and its body begin."""

    version: str
    status: int
    reason: str
    headers: int
    body: int


def scan(data: Data) -> Iterator[ScannedRecord]:
    """Every record in order. Raises DamagedWarc."""
    offset, size = 0, len(data)
    while offset < size:
        record = _record_at(data, offset)
        yield record
        if data[record.end : record.end + 4] != _BLANK_LINE:
            raise DamagedWarc(record.end, "a record does not end where its length says")
        offset = record.end + 4


def _record_at(data: Data, offset: int) -> ScannedRecord:
    if data[offset : offset + 5] != b"WARC/":
        raise DamagedWarc(offset, "no WARC record begins here")
    head_end = data.find(_BLANK_LINE, offset, offset + _HEAD_BYTES)
    if head_end < 0:
        raise DamagedWarc(offset, "the record's header has no end")
    fields = _named_fields(data[offset:head_end])
    try:
        length = int(fields["content-length"])
    except (KeyError, ValueError):
        raise DamagedWarc(offset, "the record has no usable Content-Length") from None
    start = head_end + 4
    if length < 0 or start + length > len(data):
        raise DamagedWarc(offset, "the record is longer than the file")
    return ScannedRecord(offset, fields, start, start + length)


def _named_fields(head: bytes) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        fields.setdefault(name.decode("latin-1").lower(), value.decode("utf-8", "replace").strip())
    return fields


def http_head(data: Data, record: ScannedRecord) -> HttpHead | None:
    """The head of the HTTP response in a record's block, or None for an empty block (a revisit)."""
    if record.start == record.end:
        return None
    head_end = data.find(_BLANK_LINE, record.start, record.end)
    body = head_end + 4
    if head_end < 0:
        head_end = body = record.end
    line_end = data.find(b"\r\n", record.start, head_end)
    line_end = head_end if line_end < 0 else line_end
    parts = data[record.start : line_end].decode("latin-1").split(" ", 2)
    if len(parts) < 2 or not parts[0].startswith("HTTP/") or not parts[1].isdigit():
        raise DamagedWarc(record.start, "the record holds no HTTP response")
    reason = parts[2] if len(parts) > 2 else ""
    return HttpHead(parts[0][5:], int(parts[1]), reason, min(line_end + 2, body), body)


def http_headers(head: bytes) -> RawHeaders:
    """Header lines (without the status line) as pairs in their order and case; folds are joined."""
    headers: list[tuple[bytes, bytes]] = []
    for line in head.split(b"\r\n"):
        if line[:1] in (b" ", b"\t") and headers:
            name, value = headers[-1]
            headers[-1] = (name, value + b" " + line.strip())
            continue
        name, colon, value = line.partition(b":")
        if colon:
            headers.append((name.strip(), value.strip()))
    return tuple(headers)


def without_chunks(body: bytes) -> bytes:
    """The payload of a chunked body; a body that is not chunked after all is given back as it is.

    Some writers undo the transfer coding and leave its header in the record.
    """
    payload: list[bytes] = []
    offset = 0
    while True:
        line_end = body.find(b"\r\n", offset, offset + 64)
        try:
            size = int(body[offset:line_end].split(b";", 1)[0], 16) if line_end > 0 else -1
        except ValueError:
            return body
        start = line_end + 2
        if size < 0 or start + size > len(body):
            return body
        if size == 0:
            return b"".join(payload)
        payload.append(body[start : start + size])
        offset = start + size + 2
