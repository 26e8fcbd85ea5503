import pytest

from periplus.fetch.warc_scan import (
    DamagedWarc,
    http_head,
    http_headers,
    scan,
    without_chunks,
)


def record(block: bytes, kind: str = "response", length: int | None = None) -> bytes:
    size = len(block) if length is None else length
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: <http://a.test/>\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n" % size + block + b"\r\n\r\n"


def test_records_follow_each_other() -> None:
    data = record(b"one") + record(b"", "revisit") + record(b"three")
    found = list(scan(data))
    assert [data[r.start : r.end] for r in found] == [b"one", b"", b"three"]
    assert [r.field("warc-type") for r in found] == ["response", "revisit", "response"]
    assert found[0].field("warc-target-uri") == "http://a.test/"
    assert found[0].field("warc-nothing") == ""


@pytest.mark.parametrize(
    ("data", "at", "said"),
    [
        (b"nonsense", 0, "no WARC record begins"),
        (record(b"one")[:-5], 0, "longer than the file"),
        (record(b"one")[:-2], 76, "does not end"),
        (record(b"one", length=2), 75, "does not end"),
        (b"WARC/1.0\r\nContent-Length: x\r\n\r\n", 0, "Content-Length"),
        (b"WARC/1.0\r\nContent-Length: -5\r\n\r\n", 0, "longer than the file"),
        (b"WARC/1.0\r\nWARC-Type: response", 0, "no end"),
        (record(b"one") + b"??", 80, "no WARC record begins"),
    ],
)
def test_damage_is_found_where_it_is(data: bytes, at: int, said: str) -> None:
    with pytest.raises(DamagedWarc, match=said) as caught:
        list(scan(data))
    assert abs(caught.value.offset - at) <= 20


def head_of(block: bytes):  # type: ignore[no-untyped-def]
    data = record(block)
    (found,) = scan(data)
    return data, http_head(data, found)


def test_an_http_head_is_taken_apart() -> None:
    data, head = head_of(b"HTTP/1.1 404 Not Found\r\nA: b\r\n\r\nbody")
    assert (head.version, head.status, head.reason) == ("1.1", 404, "Not Found")
    assert data[head.body : head.body + 4] == b"body"
    assert http_headers(data[head.headers : head.body]) == ((b"A", b"b"),)


def test_heads_without_reason_headers_or_body() -> None:
    _, head = head_of(b"HTTP/1.0 200")
    assert (head.status, head.reason) == (200, "")
    _, head = head_of(b"HTTP/1.1 304 X\r\n\r\n")
    assert head.status == 304
    _, head = head_of(b"")
    assert head is None


def test_what_is_no_http_is_damage() -> None:
    with pytest.raises(DamagedWarc, match="no HTTP response"):
        head_of(b"GET / HTTP/1.1\r\n\r\n")


def test_headers_keep_order_and_case_and_join_folds() -> None:
    raw = b"B: 1\r\na:2\r\n folded\r\nb: 3\r\nno colon\r\n\r\n"
    assert http_headers(raw) == ((b"B", b"1"), (b"a", b"2 folded"), (b"b", b"3"))


@pytest.mark.parametrize(
    ("body", "payload"),
    [
        (b"3\r\nabc\r\n0\r\n\r\n", b"abc"),
        (b"A;ext=1\r\n0123456789\r\n2\r\nxy\r\n0\r\n\r\n", b"0123456789xy"),
        (b"0\r\n\r\n", b""),
        (b"plain text, not chunked", b"plain text, not chunked"),
        (b"3\r\nab", b"3\r\nab"),
        (b"", b""),
    ],
)
def test_chunks_are_joined_where_there_are_any(body: bytes, payload: bytes) -> None:
    assert without_chunks(body) == payload
