"""Decoders: what was encoded comes back; what is garbage never raises and never grows."""

import gzip
import zlib

import brotli
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.exchange import Response
from periplus.fetch.charset import charset, decode_text
from periplus.fetch.decode import decode_payload
from periplus.fetch.meta_prescan import declared_encoding
from periplus.limits import KIB, Limits

LIMITS = Limits(decoded_bytes=256 * KIB, decode_ratio=20, decode_ratio_from_bytes=64 * KIB)
CODERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": lambda data: brotli.compress(data, quality=1),
    "zstd": lambda data: zstandard.ZstdCompressor().compress(data),
}
stacks = st.lists(st.sampled_from(list(CODERS)), min_size=1, max_size=3)


def response(body: bytes, codings: list[str], content_type: bytes = b"text/html") -> Response:
    headers = (
        (b"Content-Type", content_type),
        (b"Content-Encoding", ", ".join(codings).encode()),
    )
    return Response("http://a/", 200, "", headers, body, b"", 0.0, 0.0)


def encoded(data: bytes, codings: list[str]) -> bytes:
    for coding in codings:
        data = CODERS[coding](data)
    return data


@given(st.binary(max_size=2000), stacks)
@settings(max_examples=200, deadline=None)
def test_round_trip(data: bytes, codings: list[str]) -> None:
    payload = decode_payload(response(encoded(data, codings), codings), LIMITS)
    assert (payload.body, payload.cut, payload.fault) == (data, None, None)


@given(st.binary(max_size=2000), stacks)
@settings(max_examples=120, deadline=None)
def test_garbage_never_raises(data: bytes, codings: list[str]) -> None:
    payload = decode_payload(response(data, codings), LIMITS)
    assert len(payload.body) <= LIMITS.decoded_bytes


@given(st.binary(min_size=1, max_size=500), stacks, st.data())
@settings(max_examples=120, deadline=None)
def test_damaged_and_cut_streams_never_raise(
    data: bytes, codings: list[str], draw: st.DataObject
) -> None:
    body = bytearray(encoded(data, codings))
    end = draw.draw(st.integers(0, len(body)))
    if draw.draw(st.booleans()) and body:
        body[draw.draw(st.integers(0, len(body) - 1))] ^= draw.draw(st.integers(1, 255))
    payload = decode_payload(response(bytes(body[:end]), codings), LIMITS)
    assert len(payload.body) <= LIMITS.decoded_bytes


@given(st.integers(1, 2000), stacks)
@settings(max_examples=100, deadline=None)
def test_output_is_bounded_by_what_the_limits_say(kib: int, codings: list[str]) -> None:
    body = encoded(b"\x00" * (kib * KIB), codings)
    payload = decode_payload(response(body, codings), LIMITS)
    assert len(payload.body) <= LIMITS.decoded_bytes
    if kib * KIB > LIMITS.decoded_bytes + 256 * KIB:
        assert payload.fault is not None


@given(st.binary(max_size=500), st.binary(max_size=40))
@settings(max_examples=120, deadline=None)
def test_every_body_has_an_encoding_and_a_text(body: bytes, content_type: bytes) -> None:
    name = charset(response(body, [], content_type), body)
    assert isinstance(decode_text(body, name), str)


MARKUP = (
    b"<meta ",
    b"charset",
    b"=",
    b"'",
    b'"',
    b" ",
    b">",
    b"<!--",
    b"-->",
    b"utf-8",
    b"/",
    b"x",
)


@given(st.lists(st.sampled_from(MARKUP), max_size=60))
@settings(max_examples=120, deadline=None)
def test_the_prescan_ends_on_any_markup(pieces: list[bytes]) -> None:
    assert declared_encoding(b"".join(pieces)) in (None, "utf-8")
