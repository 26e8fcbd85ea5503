"""Bodies that drip, never end, lie about their length or break off."""

import asyncio
import time

import pytest

from hostile.clients import QUICK, fetch_from, run, settings
from hostile.servers import (
    OK,
    Connection,
    Server,
    answer,
    drip,
    honest,
    page,
    redirects,
    serve,
    stream,
)
from periplus.exchange import Purpose, Request, Truncation
from periplus.fetch.http import HttpFetcher
from periplus.limits import KIB, MIB, Limits

GIB_OF_PIECES = [b"y" * (64 * KIB)] * (16 * 1024)


def test_an_honest_page_is_kept_byte_for_byte() -> None:
    seen: list[Server] = []
    response = fetch_from(honest(b"<p>hi</p>", b"X-ODD-case: 1\r\nx-odd-CASE:  2 \r\n"), seen=seen)
    assert (response.status, response.reason, response.body) == (200, "OK", b"<p>hi</p>")
    assert response.headers == (
        (b"Content-Type", b"text/html"),
        (b"X-ODD-case", b"1"),
        (b"x-odd-CASE", b"2"),
        (b"Content-Length", b"9"),
    )
    assert response.request_head == seen[0].requests[0]
    assert response.address == "127.0.0.1"
    assert response.truncated is None
    assert 0 <= response.seconds < 5
    assert abs(response.date - time.time()) < 60


@pytest.mark.parametrize(
    "path",
    [
        "/a?",
        "/a?b=%41%7e|'{}",
        "//x/../%2F;?a?b",
        "/%D0%BF/%ff",
        "/?q=a+b&c=%20#".rstrip("#"),
        "/*",
    ],
)
def test_the_request_target_is_sent_as_it_is(path: str) -> None:
    seen: list[Server] = []
    response = fetch_from(honest(), path=path, seen=seen)
    assert seen[0].requests[0].startswith(f"GET {path} HTTP/1.1\r\n".encode())
    assert response.request_head == seen[0].requests[0]


def test_a_dripping_body_is_cut_in_time() -> None:
    started = time.monotonic()
    response = fetch_from(drip(OK + b"\r\n", b"x", every=0.05), QUICK)
    assert response.truncated is Truncation.TIME
    assert response.body.startswith(b"x")
    assert time.monotonic() - started < QUICK.total_seconds


def test_a_fast_start_buys_no_slow_end() -> None:
    started = time.monotonic()
    response = fetch_from(drip(OK + b"\r\n" + b"y" * 100_000, b"x", every=0.05), QUICK)
    assert response.truncated is Truncation.TIME
    assert response.body[:100_001] == b"y" * 100_000 + b"x"
    assert time.monotonic() - started < QUICK.total_seconds


def test_a_body_just_above_the_rate_ends_at_the_deadline() -> None:
    started = time.monotonic()
    response = fetch_from(drip(OK + b"\r\n", b"x" * 64, every=0.1), QUICK)
    assert response.truncated is Truncation.TIME
    assert QUICK.total_seconds <= time.monotonic() - started <= QUICK.total_seconds + 1.5


def test_a_body_without_end_is_cut_at_the_cap() -> None:
    seen: list[Server] = []
    response = fetch_from(stream(OK + b"\r\n", GIB_OF_PIECES), seen=seen)
    assert response.truncated is Truncation.LENGTH
    assert len(response.body) == QUICK.body_bytes
    assert seen[0].sent_bytes < 16 * MIB


def test_a_chunked_body_without_end_is_cut_at_the_cap() -> None:
    chunk = b"10000\r\n" + b"y" * 65536 + b"\r\n"
    start = OK + b"Transfer-Encoding: chunked\r\n\r\n"
    response = fetch_from(stream(start, [chunk] * 10_000))
    assert response.truncated is Truncation.LENGTH
    assert response.chunked
    assert response.body == b"y" * QUICK.body_bytes


def test_a_body_of_exactly_the_cap_is_whole() -> None:
    limits = Limits(body_bytes=1000)
    assert fetch_from(honest(b"z" * 1000), limits).truncated is None
    cut = fetch_from(honest(b"z" * 1001), limits)
    assert (len(cut.body), cut.truncated) == (1000, Truncation.LENGTH)


def test_a_gibibyte_of_robots_is_read_to_its_limit() -> None:
    seen: list[Server] = []
    line = b"Disallow: /" + b"a" * 51 + b"\r\n"
    response = fetch_from(
        stream(OK + b"\r\n", [line * 1024] * (16 * 1024)),
        request=lambda url: Request(url, Purpose.ROBOTS),
        seen=seen,
    )
    assert response.truncated is Truncation.LENGTH
    assert len(response.body) == QUICK.robots_bytes
    assert seen[0].sent_bytes < 16 * MIB


@pytest.mark.parametrize("reset", [False, True])
@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"Content-Length: 1000\r\n\r\n", id="length"),
        pytest.param(b"Transfer-Encoding: chunked\r\n\r\n100\r\n", id="chunked"),
    ],
)
def test_what_arrived_before_a_disconnect_is_kept(head: bytes, reset: bool) -> None:
    response = fetch_from(answer(OK + head, b"half of it", stay=0.05, then_reset=reset))
    assert response.truncated is Truncation.DISCONNECT
    assert response.body == b"half of it"


def test_what_arrived_together_with_the_disconnect_is_kept() -> None:
    response = fetch_from(answer(OK + b"Content-Length: 1000\r\n\r\nhalf of it"))
    assert (response.body, response.truncated) == (b"half of it", Truncation.DISCONNECT)


def test_a_body_to_the_end_of_the_connection_is_whole() -> None:
    response = fetch_from(answer(OK + b"\r\n", b"all ", b"of it"))
    assert (response.body, response.truncated) == (b"all of it", None)


def test_more_than_the_announced_length_is_not_taken() -> None:
    async def main() -> list[bytes]:
        greedy = (
            OK + b"Content-Length: 4\r\n\r\nabcdHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        )

        async def handle(connection: Connection) -> None:
            await connection.request()
            await connection.send(greedy)
            while await connection.request():
                await connection.send(page(b"real"))

        async with serve(handle) as server:
            fetcher = HttpFetcher(settings())
            bodies = []
            for path in ("/1", "/2"):
                try:
                    bodies.append((await fetcher.fetch(Request(server.url(path)))).body)
                finally:
                    await asyncio.sleep(0.05)
            await fetcher.close()
            return bodies

    assert b"evil" not in run(main())[1]


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (b"zz\r\nbad chunk\r\n0\r\n\r\n", b""),
        (b"5\r\nhelloXX0\r\n\r\n", b"hello"),
        (b"5\r\nhello\r\nzz\r\n", b"hello"),
        (b"-5\r\nhello\r\n0\r\n\r\n", b""),
    ],
)
def test_broken_chunks_are_a_cut_body(body: bytes, kept: bytes) -> None:
    response = fetch_from(answer(OK + b"Transfer-Encoding: chunked\r\n\r\n", body))
    assert (response.body, response.truncated) == (kept, Truncation.DISCONNECT)


def test_chunk_extensions_without_end_are_slow() -> None:
    start = OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5;"
    response = fetch_from(stream(start, GIB_OF_PIECES))
    assert response.truncated in (Truncation.TIME, Truncation.DISCONNECT)
    assert response.body == b"hello"


def test_trailers_without_end_are_cut() -> None:
    start = OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
    response = fetch_from(stream(start, [b"X-Trailer: " + b"t" * 1000 + b"\r\n"] * 1_000_000))
    assert response.body == b"hello"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204),
        (b"HTTP/1.1 304 Not Modified\r\nContent-Length: 1000\r\n\r\n", 304),
        (
            b"HTTP/1.1 103 Early\r\nX: y\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",
            404,
        ),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", 200),
    ],
)
def test_responses_without_a_body_end_at_once(head: bytes, status: int) -> None:
    response = fetch_from(answer(head, stay=5.0))
    assert (response.status, response.body, response.truncated) == (status, b"", None)
    assert response.http_version == head[5:8].decode()


def test_redirects_are_given_back_raw() -> None:
    for location in (b"/next", b"file:///etc/passwd", b"http://169.254.169.254/", b"\xff\xfe"):
        seen: list[Server] = []
        response = fetch_from(redirects(location), seen=seen)
        assert dict(response.headers)[b"Location"] == location
        assert (response.status, len(seen[0].requests)) == (302, 1)
