from dataclasses import replace

import pytest

from periplus.archive.http_block import (
    parse_head,
    request_block,
    response_head,
    safe_headers,
    without_chunks,
)
from unit.archive import samples


def test_head_keeps_order_case_and_bytes() -> None:
    response = samples.exchange(
        headers=[(b"SERVER", b"x"), (b"content-Type", b"text/html"), (b"X", "ü".encode("latin-1"))],
        reason="All Right",
    )
    assert response_head(response) == (
        b"HTTP/1.1 200 All Right\r\nSERVER: x\r\ncontent-Type: text/html\r\nX: \xfc\r\n\r\n"
    )


@pytest.mark.parametrize("name", samples.shapes())
def test_a_head_is_read_back_as_it_was(name: str) -> None:
    response = samples.shapes()[name]
    head = parse_head(response_head(response) + response.body)
    assert head is not None
    assert head.status == response.status
    assert head.reason == response.reason
    assert head.version == response.http_version
    assert head.headers == response.headers
    assert head.chunked_on_the_wire == response.chunked
    assert not head.chunked_as_stored


def test_a_reason_that_is_not_utf8_keeps_its_bytes() -> None:
    reason = b"Sch\xf6n".decode("utf-8", "surrogateescape")
    head = response_head(samples.exchange(reason=reason))
    assert head.startswith(b"HTTP/1.1 200 Sch\xf6n\r\n")
    parsed = parse_head(head)
    assert parsed is not None
    assert parsed.reason == reason


def test_headers_of_the_wire_get_another_name() -> None:
    response = replace(
        samples.exchange(
            body=b"12345",
            headers=[(b"TRANSFER-encoding", b"chunked"), (b"Content-Length", b"7")],
        )
    )
    head = response_head(response)
    assert b"X-Orig-TRANSFER-encoding: chunked\r\n" in head
    assert b"X-Orig-Content-Length: 7\r\n" in head


def test_a_true_content_length_keeps_its_name() -> None:
    head = response_head(samples.exchange(body=b"12345", headers=[(b"Content-Length", b"5")]))
    assert b"\r\nContent-Length: 5\r\n" in head


@pytest.mark.parametrize("bad", [b"\r\nEvil: 1", b"\nEvil: 1", b"\r\n\r\nbody", b"\x00", b"\x0b"])
def test_control_characters_cannot_start_a_field(bad: bytes) -> None:
    for headers in ([(b"A" + bad, b"v")], [(b"A", b"v" + bad)]):
        head = response_head(samples.exchange(headers=headers))
        assert head.count(b"\r\n") == 3
        assert head.count(b"\n") == 3
        assert b"\x00" not in head
    head = response_head(samples.exchange(headers=[], reason="OK" + bad.decode()))
    assert head.count(b"\n") == 2


def test_a_name_cannot_hold_a_colon_or_be_empty() -> None:
    assert safe_headers(((b"a:b", b"c"), (b"", b"d"), (b" e", b"f"))) == (
        (b"a_b", b"c"),
        (b"_", b"d"),
        (b"_e", b"f"),
    )


def test_a_request_ends_at_its_blank_line() -> None:
    assert request_block(b"GET / HTTP/1.1\r\nA: b\r\n\r\nmore") == b"GET / HTTP/1.1\r\nA: b\r\n\r\n"
    assert request_block(b"GET / HTTP/1.1\r\nA: b\r\n") == b"GET / HTTP/1.1\r\nA: b\r\n\r\n"


@pytest.mark.parametrize(
    "block", [b"", b"\r\n", b"nonsense", b"HTTP/x 200", b"HTTP/1.1 abc OK\r\n"]
)
def test_what_is_not_http_has_no_head(block: bytes) -> None:
    assert parse_head(block) is None


def test_heads_of_other_writers_are_read() -> None:
    block = b"HTTP/1.1 200 OK\nA: 1\n  folded\nTransfer-Encoding: chunked\n\nbody"
    head = parse_head(block)
    assert head is not None
    assert head.headers == ((b"A", b"1 folded"), (b"Transfer-Encoding", b"chunked"))
    assert head.chunked_as_stored
    assert block[head.body :] == b"body"


@pytest.mark.parametrize(
    ("stored", "plain"),
    [
        (b"5\r\nhello\r\n0\r\n\r\n", b"hello"),
        (b"5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\n", b"hello!"),
        (b"5\r\nhel", b"hel"),
        (b"0\r\n\r\n", b""),
        (b"hello world", None),
        (b"5\r\nhello world, longer than it says", None),
        (b"-5\r\nhello", None),
        (b"", None),
    ],
)
def test_chunks_of_other_writers(stored: bytes, plain: bytes | None) -> None:
    assert without_chunks(stored) == plain
