"""The parts of the aiohttp seam that need no server; the rest is in tests/hostile."""

import asyncio
import inspect

import aiohttp
from aiohttp.client_proto import ResponseHandler
from yarl import URL

from periplus.fetch.connection import Connector, ExactUrl, Handler, head_bytes
from periplus.fetch.guard import Guard
from periplus.fetch.watch import Exchange
from periplus.limits import Limits


def test_the_head_is_what_goes_over_the_wire_without_the_proxys_secret() -> None:
    headers = [("Host", "a.example"), ("X-é", "ü"), ("Proxy-Authorization", "Basic c2VjcmV0")]
    assert head_bytes("GET", "/x", headers) == (
        "GET /x HTTP/1.1\r\nHost: a.example\r\nX-é: ü\r\n\r\n".encode()
    )


def test_an_empty_query_is_not_dropped() -> None:
    exact = ExactUrl(URL("http://a.example/x?", encoded=True))
    assert exact.raw_path_qs == "/x?"
    assert str(exact) == "http://a.example/x?"
    assert exact.host == "a.example"


def test_the_handler_tells_fresh_from_reused_connections() -> None:
    async def main() -> list[bool]:
        handler = Handler(asyncio.get_running_loop(), 1000)
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
    assert "_retry_connection" in inspect.getsource(aiohttp.ClientSession.__init__)
