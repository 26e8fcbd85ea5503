"""The parts of the aiohttp seam that need no server; the rest is in tests/hostile."""

import asyncio
import inspect
from typing import Any, cast

import aiohttp
import pytest
from aiohttp.client_proto import ResponseHandler

from periplus.fetch.connection import Connector, Handler, Routes, parser_options
from periplus.fetch.guard import Guard
from periplus.fetch.watch import Exchange
from periplus.limits import Limits


@pytest.fixture
def loop() -> Any:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


def test_the_head_is_the_url_and_nothing_but(loop: asyncio.AbstractEventLoop) -> None:
    url = "https://a.example:8443/x?"
    route = Routes(loop, None).to(url)
    head = route.head("/x?", b"User-Agent: t\r\n")
    assert head == b"GET /x? HTTP/1.1\r\nHost: a.example:8443\r\nUser-Agent: t\r\n\r\n"
    assert route.wire_head(head) == head


def test_a_proxy_reads_the_whole_url_and_its_secret_is_not_recorded(
    loop: asyncio.AbstractEventLoop,
) -> None:
    proxied = Routes(loop, "http://user:pass@127.0.0.1:3128")
    route = proxied.to("http://a.example/x")
    route.template.headers["Proxy-Authorization"] = "Basic c2VjcmV0"
    head = route.head("/x", b"")
    assert head == b"GET http://a.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n"
    assert route.wire_head(head) == (
        b"GET http://a.example/x HTTP/1.1\r\nHost: a.example\r\n"
        b"Proxy-Authorization: Basic c2VjcmV0\r\n\r\n"
    )
    tunnelled = proxied.to("https://a.example/x")
    assert tunnelled.head("/x", b"").startswith(b"GET /x HTTP/1.1")
    assert tunnelled.wire_head(b"...") == b"..."


def test_routes_are_kept_by_origin_and_bounded(loop: asyncio.AbstractEventLoop) -> None:
    known = Routes(loop, None)
    assert known.to("http://a.example/1") is known.to("http://a.example/2?x")
    assert known.to("http://a.example/") is not known.to("https://a.example/")
    for n in range(Routes._MOST + 10):
        known.to(f"http://h{n}.example/")
    assert len(known._routes) <= Routes._MOST


def test_a_connection_that_died_while_idle_says_so() -> None:
    async def main() -> None:
        handler = Handler(asyncio.get_running_loop(), 1000)
        exchange = Exchange("http://a/", 0.0)
        with pytest.raises(aiohttp.ServerDisconnectedError):
            handler.begin(exchange)

    asyncio.run(main())


def test_the_handler_tells_fresh_from_reused_connections() -> None:
    async def main() -> list[bool]:
        handler = Handler(asyncio.get_running_loop(), 1000)
        handler.transport = cast(Any, object())
        exchanges = [Exchange("http://a/", 0.0) for _ in range(3)]
        for exchange in exchanges:
            handler.begin(exchange)
        return [exchange.reused for exchange in exchanges]

    assert asyncio.run(main()) == [False, True, True]


def test_the_connector_makes_our_handlers() -> None:
    """What we hang on in aiohttp is not all public: this fails first when it changes."""

    async def main() -> None:
        guard = Guard(allow_private=True, noted=lambda address, allowed: None)
        connector = Connector(
            guard,
            Limits(header_bytes=77),
            connections_per_host=3,
            tls=True,
            resolver=aiohttp.ThreadedResolver(),
        )
        handler = connector._factory()
        assert isinstance(handler, Handler)
        assert handler._header_bytes == 77
        assert connector.limit_per_host == 3
        assert connector._socket_factory == guard.open_socket
        await connector.close()

    asyncio.run(main())
    for name in ("data_received", "feed_data", "set_exception", "connection_made"):
        assert callable(getattr(ResponseHandler, name))
    assert "_read_nowait" in dir(aiohttp.StreamReader)
    assert set(parser_options(Limits())) <= set(
        inspect.signature(ResponseHandler.set_response_params).parameters
    )
