"""Undoes content codings within limits: however large a bomb, what it costs is bounded.

Stacked codings form a chain of readers that is pulled in small pieces, so that no stage ever holds
more than a piece of its output. Output stops at `decoded_bytes`, or as soon as it is both beyond
`decode_ratio_from_bytes` and more than `decode_ratio` times the input used so far.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from typing import IO, Protocol, cast

import brotli
import zstandard

from periplus.exchange import Response, Truncation
from periplus.fetch.charset import charset
from periplus.limits import KIB, Limits

__all__ = ["DecodeFault", "Payload", "charset", "decode_payload"]

_PIECE = 256 * KIB
_INPUT_PIECE = 16 * KIB
_GZIP = 16 + zlib.MAX_WBITS
_ZSTD_SKIPPABLE = 0x184D2A50
_GZIP_MAGIC = b"\x1f\x8b"
# What servers write when they mean no coding at all.
_NO_CODING = frozenset({"", "identity", "none"})


class DecodeFault(StrEnum):
    """Why a payload is not the whole of what the server meant."""

    DAMAGED = "damaged"
    INCOMPLETE = "incomplete"
    TOO_LARGE = "too-large"
    BOMB = "bomb"
    UNKNOWN_CODING = "unknown-coding"
    TOO_MANY_CODINGS = "too-many-codings"


@dataclass(frozen=True, slots=True)
class Payload:
    """The content of a response without its codings. `cut` says why there is no more of it."""

    body: bytes
    cut: Truncation | None = None
    fault: DecodeFault | None = None


class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Incomplete(Exception):
    """The input ended before the coding did."""


class _ZlibReader:
    """gzip (also of several members) and deflate, in the zlib or the raw form."""

    def __init__(self, source: _Reader, coding: str) -> None:
        self._source = source
        self._is_gzip = coding == "gzip"
        self._stream = None if coding == "deflate" else zlib.decompressobj(_GZIP)
        self._pending = b""

    def read(self, size: int, /) -> bytes:
        while True:
            if not self._pending:
                self._pending = self._source.read(_INPUT_PIECE)
                if not self._pending:
                    if self._stream is not None and not self._stream.eof:
                        raise _Incomplete
                    return b""
            if self._stream is None:
                self._stream = zlib.decompressobj(_deflate_bits(self._pending))
            if self._stream.eof and not self._next_member():
                return b""
            out = self._stream.decompress(self._pending, size)
            self._pending = self._stream.unused_data or self._stream.unconsumed_tail
            if out:
                return out

    def _next_member(self) -> bool:
        """RFC 1952 section 2.2: members follow each other; anything else after one is padding."""
        if not self._is_gzip or not self._pending.startswith(_GZIP_MAGIC):
            return False
        self._stream = zlib.decompressobj(_GZIP)
        return True


def _deflate_bits(start: bytes) -> int:
    """RFC 9110 says zlib; some servers send the raw stream. The zlib header has a check sum."""
    is_zlib = len(start) > 1 and start[0] & 15 == 8 and (start[0] * 256 + start[1]) % 31 == 0
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS


class _BrotliReader:
    def __init__(self, source: _Reader) -> None:
        self._source = source
        self._stream = brotli.Decompressor()

    def read(self, size: int, /) -> bytes:
        while not self._stream.is_finished():
            wants_more = self._stream.can_accept_more_data()
            piece = self._source.read(_INPUT_PIECE) if wants_more else b""
            # Without input this brings out what the decoder still holds.
            out: bytes = self._stream.process(piece, output_buffer_limit=size)
            if out:
                return out
            if wants_more and not piece and not self._stream.is_finished():
                raise _Incomplete
        return b""


def decode_payload(response: Response, limits: Limits) -> Payload:
    """The content of a response. Never raises: what is damaged is given as far as it goes."""
    body = response.body
    codings = _codings(response)
    if not codings or not body:
        return Payload(body, response.truncated)
    if len(codings) > limits.content_encodings:
        return Payload(body, response.truncated, DecodeFault.TOO_MANY_CODINGS)
    if any(c not in ("gzip", "deflate", "br", "zstd") for c in codings):
        return Payload(body, response.truncated, DecodeFault.UNKNOWN_CODING)
    if codings == ["gzip"]:
        quick = _small_gzip(body, limits.decode_ratio_from_bytes)
        if quick is not None:
            return Payload(quick, response.truncated)
    source = BytesIO(body)
    reader: _Reader = source
    for coding in reversed(codings):
        reader = _reader(reader, coding, limits)
    return _drained(reader, source, response, limits)


def _codings(response: Response) -> list[str]:
    """In the order in which they were applied. Several headers count as one list."""
    names: list[str] = []
    for key, value in response.headers:
        if len(key) == 16 and key.lower() == b"content-encoding":
            names += value.decode("latin-1").lower().split(",")
    stripped = (name.strip().removeprefix("x-") for name in names)
    return [name for name in stripped if name not in _NO_CODING]


def _small_gzip(body: bytes, room: int) -> bytes | None:
    """The common case in one call: a complete single member that stays small."""
    stream = zlib.decompressobj(_GZIP)
    try:
        decoded = stream.decompress(body, room)
    except zlib.error:
        return None
    return decoded if stream.eof and not stream.unused_data else None


def _reader(source: _Reader, coding: str, limits: Limits) -> _Reader:
    if coding == "br":
        return _BrotliReader(source)
    if coding == "zstd":
        decompressor = zstandard.ZstdDecompressor(max_window_size=limits.zstd_window_bytes)
        file = cast("IO[bytes]", source)
        return decompressor.stream_reader(file, read_size=_INPUT_PIECE, read_across_frames=True)
    return _ZlibReader(source, coding)


def _drained(reader: _Reader, source: BytesIO, response: Response, limits: Limits) -> Payload:
    pieces: list[bytes] = []
    size = 0
    fault: DecodeFault | None = None
    try:
        for piece in _pieces(reader):
            pieces.append(piece)
            size += len(piece)
            fault = _excess(size, source.tell(), limits)
            if fault is not None:
                break
        if fault is None and _codings(response)[-1] == "zstd" and not _zstd_is_whole(response.body):
            fault = DecodeFault.INCOMPLETE
    except _Incomplete:
        fault = DecodeFault.INCOMPLETE
    except (zlib.error, brotli.error, zstandard.ZstdError):
        fault = DecodeFault.DAMAGED
        if not pieces:
            # Servers announce codings that they did not apply: the body may be fine as it is.
            return Payload(response.body, response.truncated, fault)
    decoded = b"".join(pieces)[: limits.decoded_bytes]
    return Payload(decoded, _cut(response, fault), fault)


def _pieces(reader: _Reader) -> Iterator[bytes]:
    while piece := reader.read(_PIECE):
        yield piece


def _zstd_is_whole(body: bytes) -> bool:
    """Whether the last frame ends (RFC 8878): the library's reader takes a cut frame for a whole.

    Raises:
        ZstdError: a frame header is damaged.
    """
    at = 0
    while len(body) - at >= 8:
        if int.from_bytes(body[at : at + 4], "little") & 0xFFFFFFF0 == _ZSTD_SKIPPABLE:
            at += 8 + int.from_bytes(body[at + 4 : at + 8], "little")
            continue
        has_checksum = zstandard.get_frame_parameters(body[at : at + 32]).has_checksum
        at += zstandard.frame_header_size(body[at : at + 32])
        is_last = False
        while not is_last:
            if at + 3 > len(body):
                return False
            block = int.from_bytes(body[at : at + 3], "little")
            is_last = bool(block & 1)
            is_run = block >> 1 & 3 == 1
            at += 3 + (1 if is_run else block >> 3)
        at += 4 if has_checksum else 0
    return at == len(body)


def _excess(decoded: int, consumed: int, limits: Limits) -> DecodeFault | None:
    if decoded > limits.decoded_bytes:
        return DecodeFault.TOO_LARGE
    if decoded > limits.decode_ratio_from_bytes and decoded > limits.decode_ratio * consumed:
        return DecodeFault.BOMB
    return None


def _cut(response: Response, fault: DecodeFault | None) -> Truncation | None:
    if fault in (DecodeFault.TOO_LARGE, DecodeFault.BOMB):
        return Truncation.LENGTH
    if fault in (DecodeFault.INCOMPLETE, DecodeFault.DAMAGED):
        return response.truncated or Truncation.DISCONNECT
    return response.truncated
