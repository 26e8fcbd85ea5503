"""Content codings: all of them, stacked, in pieces, damaged, and as bombs."""

import gzip
import tracemalloc
import zlib

import brotli
import psutil
import pytest
import zstandard

from periplus.exchange import RawHeaders, Response, Truncation
from periplus.fetch.decode import DecodeFault, Payload, decode_payload
from periplus.limits import DEFAULT_LIMITS, GIB, MIB, Limits

TEXT = b"".join(b"<p>line %d of a page</p>\n" % n for n in range(3000))

LONG_TEXT = b"".join(b"<li>%d in hex is %x</li>\n" % (n, n) for n in range(0, 10**6, 5))


def raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return stream.compress(data) + stream.flush()


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


ENCODERS = {
    "gzip": lambda data: gzip.compress(data, 5),
    "x-gzip": lambda data: gzip.compress(data, 5),
    "deflate": zlib.compress,
    "deflate raw": raw_deflate,
    "br": lambda data: brotli.compress(data, quality=3),
    "zstd": zstd,
}


def response(
    body: bytes, coding: str | None, truncated: Truncation | None = None, more: RawHeaders = ()
) -> Response:
    headers: RawHeaders = ((b"Content-Encoding", coding.encode()),) if coding is not None else ()
    return Response(
        "http://a/", 200, "OK", headers + more, body, b"", 0.0, 0.0, truncated=truncated
    )


def decoded(body: bytes, coding: str | None, limits: Limits = DEFAULT_LIMITS) -> Payload:
    return decode_payload(response(body, coding), limits)


@pytest.mark.parametrize("coding", list(ENCODERS))
@pytest.mark.parametrize("data", [b"x", TEXT, LONG_TEXT], ids=["tiny", "page", "large"])
def test_each_coding_is_undone(coding: str, data: bytes) -> None:
    assert decoded(ENCODERS[coding](data), coding.split()[0]) == Payload(data)


@pytest.mark.parametrize("coding", [None, "", "identity", " none ", "identity, identity"])
def test_no_coding_leaves_the_body(coding: str | None) -> None:
    assert decoded(TEXT, coding) == Payload(TEXT)


def test_stacked_codings_are_undone_from_the_last_to_the_first() -> None:
    body = zstd(brotli.compress(gzip.compress(TEXT)))
    assert decoded(body, "gzip, br ,ZSTD") == Payload(TEXT)
    split = response(body, "gzip", more=((b"content-encoding", b"br, zstd"),))
    assert decode_payload(split, DEFAULT_LIMITS) == Payload(TEXT)


def test_more_codings_than_allowed_are_left_alone() -> None:
    body = gzip.compress(gzip.compress(gzip.compress(gzip.compress(b"x"))))
    assert decoded(body, "gzip, gzip, gzip, gzip") == Payload(
        body, None, DecodeFault.TOO_MANY_CODINGS
    )


def test_an_unknown_coding_is_left_alone() -> None:
    assert decoded(b"abc", "compress") == Payload(b"abc", None, DecodeFault.UNKNOWN_CODING)


def test_gzip_members_are_joined_and_padding_is_ignored() -> None:
    body = gzip.compress(b"one ") + gzip.compress(b"two ") + gzip.compress(TEXT)
    assert decoded(body, "gzip").body == b"one two " + TEXT
    assert decoded(gzip.compress(TEXT) + b"\x00" * 100, "gzip") == Payload(TEXT)


def test_zstd_frames_are_joined() -> None:
    assert decoded(zstd(b"one ") + zstd(TEXT), "zstd").body == b"one " + TEXT


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_cut_stream_gives_what_there_is(coding: str) -> None:
    body = ENCODERS[coding](LONG_TEXT)
    payload = decoded(body[: len(body) // 2], coding)
    assert LONG_TEXT.startswith(payload.body)
    assert len(payload.body) > 100
    assert (payload.cut, payload.fault) == (Truncation.DISCONNECT, DecodeFault.INCOMPLETE)


def test_a_zstd_frame_is_whole_only_to_its_last_byte() -> None:
    skipped = (0x184D2A53).to_bytes(4, "little") + (5).to_bytes(4, "little") + b"12345"
    checked = zstandard.ZstdCompressor(write_checksum=True).compress(LONG_TEXT)
    runs = zstd(b"a" * 300_000)
    for body in (skipped + checked, zstd(TEXT) + checked, runs + skipped, zstd(b"")):
        assert decoded(body, "zstd").fault is None
        for missing in (1, 2, 3, 5):
            assert decoded(body[:-missing], "zstd").fault is not None


def test_the_truncation_of_the_wire_is_passed_on() -> None:
    body = gzip.compress(TEXT)
    cut = decode_payload(response(body[:-20], "gzip", Truncation.LENGTH), DEFAULT_LIMITS)
    assert cut.cut is Truncation.LENGTH
    assert decode_payload(response(b"ab", None, Truncation.TIME), DEFAULT_LIMITS) == Payload(
        b"ab", Truncation.TIME
    )


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_was_never_coded_is_kept(coding: str) -> None:
    page = b"<!doctype html><p>plain" * 50
    payload = decoded(page, coding)
    assert payload == Payload(page, None, DecodeFault.DAMAGED)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_damage_in_the_middle_ends_the_payload(coding: str) -> None:
    body = bytearray(ENCODERS[coding](TEXT))
    body[len(body) // 2 :] = b"\xff" * (len(body) - len(body) // 2)
    payload = decoded(bytes(body), coding)
    assert payload.fault in (DecodeFault.DAMAGED, DecodeFault.INCOMPLETE)


def test_a_body_beyond_the_cap_is_cut_and_said_so() -> None:
    limits = Limits(decoded_bytes=2 * MIB, decode_ratio_from_bytes=1 * MIB)
    data = LONG_TEXT
    payload = decoded(zlib.compress(data), "deflate", limits)
    assert payload.body == data[: 2 * MIB]
    assert (payload.cut, payload.fault) == (Truncation.LENGTH, DecodeFault.TOO_LARGE)


def test_a_small_body_may_compress_extremely_well() -> None:
    canvas = b"\x00" * (3 * MIB)
    assert decoded(gzip.compress(canvas), "gzip") == Payload(canvas)


def deflated_zeros(size: int) -> bytes:
    """Blocks behind a full flush stand alone, so that one can be repeated."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = stream.compress(b"\x00" * (16 * MIB)) + stream.flush(zlib.Z_FULL_FLUSH)
    return block * (size // (16 * MIB)) + stream.flush()


def gzip_bomb(size: int) -> bytes:
    return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + deflated_zeros(size)


def deflate_bomb(size: int) -> bytes:
    return b"\x78\xda" + deflated_zeros(size)


def brotli_bomb(size: int) -> bytes:
    stream = brotli.Compressor(quality=2)
    piece = b"\x00" * (16 * MIB)
    return b"".join([*(stream.process(piece) for _ in range(size // len(piece))), stream.finish()])


def zstd_bomb(size: int) -> bytes:
    stream = zstandard.ZstdCompressor(level=1).compressobj()
    piece = b"\x00" * (16 * MIB)
    return b"".join([*(stream.compress(piece) for _ in range(size // len(piece))), stream.flush()])


BOMBS = {
    "gzip": lambda: gzip_bomb(GIB),
    "deflate": lambda: deflate_bomb(GIB),
    "br": lambda: brotli_bomb(256 * MIB),
    "zstd": lambda: zstd_bomb(GIB),
    "gzip, gzip": lambda: gzip.compress(gzip_bomb(GIB)),
    "gzip, br": lambda: brotli.compress(gzip_bomb(GIB), quality=1),
    "zstd, zstd": lambda: zstd(zstd_bomb(GIB)),
    "gzip, gzip, zstd": lambda: zstd(gzip.compress(gzip_bomb(GIB))),
}


@pytest.mark.parametrize("codings", list(BOMBS))
def test_a_bomb_costs_little_memory(codings: str) -> None:
    bomb = BOMBS[codings]()
    process = psutil.Process()
    tracemalloc.start()
    before = process.memory_info().rss
    try:
        payload = decoded(bomb, codings)
        grown = process.memory_info().rss - before
        traced = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert payload.fault is DecodeFault.BOMB
    assert payload.cut is Truncation.LENGTH
    assert len(payload.body) <= DEFAULT_LIMITS.decode_ratio_from_bytes + 2 * MIB
    assert grown <= 64 * MIB
    assert traced <= 64 * MIB


def test_a_zstd_window_beyond_the_limit_is_refused() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=27, compression_level=1)
    body = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    bomb = body.compress(TEXT) + body.flush()
    payload = decoded(bomb, "zstd")
    assert payload.fault is DecodeFault.DAMAGED
    assert payload.body == bomb
