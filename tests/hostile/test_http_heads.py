"""Header blocks without end, garbage for a status line, and connections that break at any stage."""

import asyncio
import time

import pytest

from hostile.clients import QUICK, fetch_from, rss_bytes, run, settings
from hostile.servers import (
    OK,
    Handler,
    Server,
    answer,
    dies_on_reuse,
    drip,
    honest,
    page,
    serve,
    silent,
    slams_the_door,
    stream,
)
from periplus.errors import FetchError, FetchFault
from periplus.exchange import RawHeaders, Request
from periplus.fetch.http import HttpFetcher
from periplus.limits import KIB, MIB

GIB = 1024 * MIB


def fault(handler: Handler, **options: object) -> FetchError:
    with pytest.raises(FetchError) as caught:
        fetch_from(handler, **options)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        pytest.param(b"a" * (64 * KIB), GIB // (64 * KIB), id="one-line"),
        pytest.param(b"X-A: " + b"a" * (30 * KIB) + b"\r\n", GIB // (30 * KIB), id="long-lines"),
        pytest.param(b"X-A: b\r\n" * 1000, GIB // 8000, id="many-lines"),
        pytest.param(b"HTTP/1.1 100 Continue\r\nX: y\r\n\r\n" * 1000, GIB // 30_000, id="interim"),
    ],
)
def test_a_gibibyte_of_headers_is_refused_at_its_limit(piece: bytes, count: int) -> None:
    def warm_up() -> None:
        fetch_from(honest())

    warm_up()
    before = rss_bytes()
    seen: list[Server] = []
    start = b"" if piece.startswith(b"HTTP") else OK
    error = fault(stream(start, (piece for _ in range(count))), seen=seen)
    assert error.fault is FetchFault.HEADERS_TOO_LARGE
    assert not error.retry
    assert seen[0].sent_bytes < 8 * MIB
    assert rss_bytes() - before < 8 * MIB


def test_a_complete_block_beyond_the_limit_is_refused() -> None:
    lines = b"".join(b"X-%d: %s\r\n" % (i, b"v" * 8000) for i in range(40))
    assert fault(answer(OK + lines + b"\r\n")).fault is FetchFault.HEADERS_TOO_LARGE
    fits = b"".join(b"X-%d: %s\r\n" % (i, b"v" * 8000) for i in range(25))
    assert len(fetch_from(honest(headers=fits)).headers) == 27


def test_the_number_of_headers_is_limited() -> None:
    many = b"".join(b"X-%d: v\r\n" % i for i in range(QUICK.header_lines - 2))
    assert len(fetch_from(honest(headers=many)).headers) == QUICK.header_lines
    assert fault(honest(headers=many + b"One-More: v\r\n")).fault is FetchFault.HEADERS_TOO_LARGE


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00" * 2000,
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"<html>no HTTP at all</html>\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/9.9 200 OK\r\n\r\n",
        b"HTTP/1.1 99999 OK\r\n\r\n",
        b"HTTP/1.1 -200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: nul\x00byte\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5 5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    ],
)
def test_garbage_is_a_protocol_fault(garbage: bytes) -> None:
    assert fault(answer(garbage)).fault in (FetchFault.PROTOCOL, FetchFault.DISCONNECTED)


@pytest.mark.parametrize(
    "head",
    [
        b"X: a\r\n folded\r\n",
        b"X: a\rb\r\n",
        b"X\r: a\r\n",
        b"X: a\nInjected: yes\r\n",
        b"X: \xff\xfe\x80\r\n",
        b"X: \x01\x1b[31m\r\n",
    ],
)
def test_no_header_carries_a_line_break(head: bytes) -> None:
    fault_or_none: FetchFault | None = None
    headers: RawHeaders = ()
    try:
        headers = fetch_from(honest(headers=head)).headers
    except FetchError as error:
        fault_or_none = error.fault
    assert fault_or_none in (None, FetchFault.PROTOCOL)
    for name, value in headers:
        assert not set(name + value) & set(b"\r\n\x00")


def test_a_reason_phrase_of_any_bytes_is_kept_as_latin_1() -> None:
    response = fetch_from(answer(b"HTTP/1.1 200 \xffso \xc3\xa9\r\nContent-Length: 0\r\n\r\n"))
    assert response.reason.encode("latin-1") == b"\xffso \xc3\xa9"


@pytest.mark.parametrize("reset", [False, True], ids=["close", "reset"])
@pytest.mark.parametrize(
    "sent",
    [b"", b"HT", b"HTTP/1.1 20", OK, OK + b"X-Half: hea"],
    ids=["nothing", "half-version", "half-status", "half-headers", "half-line"],
)
def test_a_connection_that_breaks_before_the_body_is_disconnected(sent: bytes, reset: bool) -> None:
    parts = (sent,) if sent else ()
    assert fault(answer(*parts, then_reset=reset)).fault is FetchFault.DISCONNECTED


def test_a_reset_before_the_request_is_read() -> None:
    assert fault(slams_the_door()).fault in (FetchFault.DISCONNECTED, FetchFault.CONNECT)


def test_nobody_listening_is_a_connect_fault() -> None:
    async def main() -> FetchFault:
        async with serve(honest()) as server:
            url = server.url("/")
        fetcher = HttpFetcher(settings())
        try:
            await fetcher.fetch(Request(url))
        except FetchError as error:
            return error.fault
        finally:
            await fetcher.close()
        raise AssertionError("a closed port answered")

    assert run(main()) is FetchFault.CONNECT


def test_silence_is_a_timeout() -> None:
    started = time.monotonic()
    assert fault(silent(), limits=QUICK).fault is FetchFault.TIMEOUT
    assert time.monotonic() - started < QUICK.first_byte_seconds + 1.0


def test_dripping_headers_are_too_slow() -> None:
    started = time.monotonic()
    assert fault(drip(OK, b"X: y\r\n", every=0.05), limits=QUICK).fault is FetchFault.TOO_SLOW
    assert time.monotonic() - started < QUICK.first_byte_seconds + 1.0


def test_a_stale_connection_is_replaced_without_a_fault() -> None:
    async def main() -> tuple[list[bytes], int]:
        async with serve(dies_on_reuse()) as server:
            fetcher = HttpFetcher(settings())
            bodies = [(await fetcher.fetch(Request(server.url(f"/{i}")))).body for i in range(3)]
            await fetcher.close()
            return bodies, server.connections

    bodies, connections = run(main())
    assert bodies == [b"ok"] * 3
    assert connections == 3


def test_a_fresh_connection_that_breaks_is_not_asked_twice() -> None:
    seen: list[Server] = []
    assert fault(answer(), seen=seen).fault is FetchFault.DISCONNECTED
    assert len(seen[0].requests) == 1


def test_connections_are_kept_alive_and_all_slots_come_back() -> None:
    async def main() -> tuple[int, int]:
        async with serve(honest(page())) as server:
            fetcher = HttpFetcher(settings(connections_per_host=4))

            async def ask(n: int) -> None:
                await fetcher.fetch(Request(server.url(f"/{n}")))

            await asyncio.gather(*(ask(n) for n in range(100)))
            await fetcher.close()
            return server.connections, len(server.requests)

    assert run(main()) == (4, 100)


def test_a_cancelled_fetch_stays_cancelled_and_frees_its_connection() -> None:
    async def main() -> int:
        async with serve(silent()) as server:
            fetcher = HttpFetcher(settings())
            task = asyncio.ensure_future(fetcher.fetch(Request(server.url("/"))))
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await fetcher.close()
            await asyncio.sleep(0.05)
            return len(fetcher._watch._running)

    assert run(main()) == 0
