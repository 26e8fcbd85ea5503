"""The loopback server: correct HTTP, faults on demand, and a memory of every request."""

import asyncio
import gzip
import http.client
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress

import pytest

from periplus.synthetic.faults import Fault
from periplus.synthetic.nature import Answer
from periplus.synthetic.presets import changing, small
from periplus.synthetic.scheme import View
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve, serve_in_thread

SITE = small()


@contextmanager
def client(server: LoopbackServer) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(server.base_url.removeprefix("http://"), timeout=10)
    try:
        yield connection
    finally:
        connection.close()


def ask(connection, target="/", method="GET", **headers):
    connection.request(method, target, headers=headers)
    response = connection.getresponse()
    return response, response.read()


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serve_in_thread(SITE) as running:
        yield running


def test_pages_arrive_as_the_site_made_them(server):
    with client(server) as connection:
        for view in list(SITE.views())[:60:4]:
            path = SITE.path(view)
            response, body = ask(connection, path)
            expected = SITE.answer(path, base_url=server.base_url)
            assert (response.status, body) == (expected.status, expected.body)
    assert server.connections == 1
    assert {record.connection for record in server.requests} == {1}


def test_head_has_the_length_and_no_body(server):
    with client(server) as connection:
        head, nothing = ask(connection, "/", "HEAD")
        assert nothing == b""
        assert int(head.headers["Content-Length"]) == len(SITE.answer("/").body)
        _, body = ask(connection, "/")
        assert len(body) == int(head.headers["Content-Length"])


def test_other_methods_are_refused(server):
    with client(server) as connection:
        assert ask(connection, "/", "POST")[0].status == 405


def test_cookies_reach_the_site(server):
    board = max(range(SITE.parameters.boards), key=SITE.data.items_in)
    path, name = SITE.path(View("board", board)), SITE.scheme.parameter("session")
    with client(server) as connection:
        guest = ask(connection, path)[1]
        known = ask(connection, path, Cookie=f"a=b; {name}=x")[1]
    assert f"{name}=".encode() in guest
    assert f"{name}=".encode() not in known
    assert server.requests[1].cookie == f"a=b; {name}=x"


def test_every_request_is_remembered(server):
    with client(server) as connection:
        ask(connection, "/robots.txt", **{"User-Agent": "tester/1"})
        ask(connection, "/nothing")
    first, second = server.requests
    assert server.targets() == ["/robots.txt", "/nothing"]
    assert (first.status, second.status) == (200, 404)
    assert first.user_agent == "tester/1"
    assert first.started <= first.ended <= second.started <= second.ended
    assert first.sent > 0
    assert (server.in_flight, server.peak_in_flight) == (0, 1)


def test_gzip_only_where_it_is_wanted_and_accepted():
    with (
        serve_in_thread(SITE, settings=ServerSettings(compress=True)) as server,
        client(server) as connection,
    ):
        plain, body = ask(connection, "/", **{"Accept-Encoding": "identity"})
        packed, data = ask(connection, "/", **{"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(data) == body
    assert len(data) < len(body)


class CountingSite:
    """A site that counts how often it is asked to make a page."""

    stateless = True

    def __init__(self) -> None:
        self.made = 0

    def answer(self, target, cookies=None, base_url=None):
        self.made += 1
        return Answer(200, (("Content-Type", "text/plain"),), target.encode())


def test_the_cache_is_bounded_and_saves_making_pages():
    site = CountingSite()
    with (
        serve_in_thread(site, settings=ServerSettings(cache_pages=2)) as server,
        client(server) as connection,
    ):
        for target in ("/a", "/a", "/b", "/a", "/c", "/b"):
            assert ask(connection, target)[1] == target.encode()
    assert site.made == 4


def test_a_site_with_a_state_is_never_cached():
    site = changing(after=2)
    with (
        serve_in_thread(site, settings=ServerSettings(cache_pages=50)) as server,
        client(server) as connection,
    ):
        bodies = [ask(connection, "/")[1] for _ in range(4)]
    assert bodies[0] == bodies[1] != bodies[2] == bodies[3]


def test_429_with_retry_after_then_normal():
    faults = {"/": Fault.too_many_requests(7, times=2)}
    with (
        serve_in_thread(SITE, settings=ServerSettings(faults=faults)) as server,
        client(server) as connection,
    ):
        answers = [ask(connection, "/")[0] for _ in range(3)]
    assert [answer.status for answer in answers] == [429, 429, 200]
    assert answers[0].headers["Retry-After"] == "7"
    assert answers[2].headers["Retry-After"] is None


def test_a_fault_for_all_paths():
    faults = {"*": Fault.unavailable(times=None)}
    with (
        serve_in_thread(SITE, settings=ServerSettings(faults=faults)) as server,
        client(server) as connection,
    ):
        assert {ask(connection, target)[0].status for target in ("/", "/x")} == {503}


def test_disconnects_before_and_within_the_response():
    faults = {"/a": Fault.disconnect(), "/": Fault.disconnect(after=300)}
    with serve_in_thread(SITE, settings=ServerSettings(faults=faults)) as server:
        with client(server) as connection, pytest.raises(http.client.RemoteDisconnected):
            ask(connection, "/a")
        with client(server) as connection, pytest.raises(http.client.IncompleteRead):
            ask(connection, "/")
        with client(server) as connection:
            assert ask(connection, "/")[0].status == 200
    assert server.requests[1].sent == 300
    assert server.in_flight == 0


def test_delay_and_drip_take_their_time():
    faults = {"/robots.txt": Fault(drip=10, drip_seconds=0.02), "/": Fault(delay=0.15)}
    with (
        serve_in_thread(SITE, settings=ServerSettings(faults=faults)) as server,
        client(server) as connection,
    ):
        begun = time.monotonic()
        ask(connection, "/")
        assert time.monotonic() - begun >= 0.14
        _, body = ask(connection, "/robots.txt")
    assert body == SITE.answer("/robots.txt").body
    slow = server.requests[1]
    assert slow.ended - slow.started >= 0.02 * (len(body) // 10 - 1)


async def raw(server: LoopbackServer, data: bytes) -> bytes:
    """Everything that the server sends until it closes the connection."""
    host, port = server.base_url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    received = b""
    while True:
        chunk = await asyncio.wait_for(reader.read(65536), 5)
        if not chunk:
            break
        received += chunk
    writer.close()
    return received


def test_pipelined_requests_are_answered_in_turn():
    async def run() -> None:
        async with serve(CountingSite()) as server:
            lines = b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % n for n in range(20))
            last = b"GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            received = await raw(server, lines + last)
            assert received.count(b"HTTP/1.1 200 OK") == 21
            assert server.targets() == [*(f"/{n}" for n in range(20)), "/end"]
            assert server.peak_in_flight == 1

    asyncio.run(run())


def test_nothing_is_answered_after_a_close():
    async def run() -> None:
        async with serve(CountingSite()) as server:
            first = b"GET /a HTTP/1.1\r\nConnection: close\r\n\r\n"
            received = await raw(server, first + b"GET /b HTTP/1.1\r\n\r\n")
            assert received.endswith(b"\r\n\r\n/a")
            assert server.targets() == ["/a"]
            old = await raw(server, b"GET /c HTTP/1.0\r\n\r\n")
            assert old.endswith(b"/c")

    asyncio.run(run())


def test_nonsense_gets_400_and_an_endless_head_is_cut():
    async def run() -> None:
        async with serve(CountingSite()) as server:
            assert (await raw(server, b"what?\r\n\r\n")).startswith(b"HTTP/1.1 400")
            with suppress(ConnectionResetError, BrokenPipeError):
                endless = b"GET / HTTP/1.1\r\nX: " + b"a" * 300_000
                assert await raw(server, endless) == b""
            assert server.requests == []

    asyncio.run(run())


def test_requests_in_flight_are_counted_together():
    async def run() -> None:
        settings = ServerSettings(delay=0.2)
        async with serve(CountingSite(), settings=settings) as server:
            one = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            await asyncio.gather(*(raw(server, one) for _ in range(5)))
            assert server.peak_in_flight == 5
            assert sorted(record.in_flight for record in server.requests) == [1, 2, 3, 4, 5]
            assert server.in_flight == 0

    asyncio.run(run())


def test_a_taken_port_is_an_error(server):
    port = int(server.base_url.rsplit(":", 1)[1])
    taken = serve_in_thread(SITE, port=port)
    with pytest.raises(OSError, match="address already in use"):
        taken.__enter__()


async def seconds_of(base_url: str) -> float:
    """The CPU of 2,000 requests over eight connections, client and server in one thread."""

    async def worker() -> None:
        host, port = base_url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        for _ in range(250):
            writer.write(b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b"/page")
        writer.close()

    begun = time.process_time()
    await asyncio.gather(*(worker() for _ in range(8)))
    return time.process_time() - begun


def test_cached_pages_cost_little_more_than_an_exchange_of_lines() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            if line == b"\r\n":
                writer.write(b"/page")
        writer.close()

    async def run() -> float:
        async with await asyncio.start_server(echo, "127.0.0.1", 0) as bare:
            host, port = bare.sockets[0].getsockname()
            least = await seconds_of(f"http://{host}:{port}")
        async with serve(CountingSite(), settings=ServerSettings(cache_pages=5)) as server:
            return await seconds_of(server.base_url) / least

    assert min(asyncio.run(run()) for _ in range(3)) < 3


def test_a_page_with_an_entity_tag_is_not_sent_twice() -> None:
    class Tagged:
        stateless = True

        def answer(
            self,
            target: str,
            cookies: Mapping[str, str] | None = None,
            base_url: str | None = None,
        ) -> Answer:
            return Answer(200, (("ETag", '"1"'),), b"page")

    with serve_in_thread(Tagged()) as server:
        host, port = server.base_url.removeprefix("http://").split(":")
        with closing(http.client.HTTPConnection(host, int(port))) as connection:
            for tag, status, body in (('"1"', 304, b""), ('"2"', 200, b"page")):
                connection.request("GET", "/", headers={"If-None-Match": tag})
                response = connection.getresponse()
                assert (response.status, response.read()) == (status, body)
    assert [record.status for record in server.requests] == [304, 200]
