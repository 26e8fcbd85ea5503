"""The seams in aiohttp that the fetcher hangs on: pooled connections and the response parser.

`ClientSession` is left out: it re-encodes URLs, repeats requests of its own accord, forgets what it
sent and costs more than the exchange itself. What is used is the connector (DNS, happy eyeballs,
TLS, proxies, keep-alive) and the protocol with its C parser, to which `Handler` adds a limit on the
size of the header block. Not all of that is public API; tests/unit/fetch/test_connection.py and
tests/hostile say where it changed.
"""

import asyncio
import functools
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from periplus import url as urls
from periplus.fetch.guard import Guard
from periplus.fetch.watch import Exchange
from periplus.limits import KIB, Limits

CURRENT: ContextVar[Exchange] = ContextVar("periplus_exchange")


class HeadersTooLarge(HttpProcessingError):
    """The header block is larger than allowed."""

    code = 400


class Handler(ResponseHandler):
    """One connection. Counts the header block as it arrives."""

    def __init__(self, loop: asyncio.AbstractEventLoop, header_bytes: int) -> None:
        super().__init__(loop=loop)
        self._header_bytes = header_bytes
        self._waiting: Exchange | None = None
        self.requests = 0
        self.peer: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note the peer while the transport still knows it."""
        super().connection_made(transport)
        name = transport.get_extra_info("peername")
        self.peer = str(name[0]) if isinstance(name, tuple) and name else None

    def begin(self, exchange: Exchange) -> None:
        """A request is about to go out: the bytes that follow are its header block.

        Raises:
            ServerDisconnectedError: the connection cannot carry it.
        """
        exchange.reused = self.requests > 0
        exchange.peer = self.peer
        self.requests += 1
        self._waiting = exchange
        if self.should_close or self.transport is None:
            # It was closed while idle, or holds bytes that nobody has asked for.
            raise self.exception() or aiohttp.ServerDisconnectedError()

    def data_received(self, data: bytes) -> None:
        """Count and pass on; cut the connection if the header block has no end."""
        exchange = self._waiting
        super().data_received(data)
        if exchange is None:
            return
        exchange.head_bytes += len(data)
        if self._waiting is not None and exchange.head_bytes > self._header_bytes:
            self._waiting = None
            self.set_exception(HeadersTooLarge(message="header block too large"))
            if self.transport is not None:
                self.transport.abort()

    def set_exception(self, exc: Any, *cause: BaseException) -> None:
        """Tell also who reads the body: aiohttp lets a body that turned to garbage hang."""
        super().set_exception(exc, *cause)
        body = self._payload
        if isinstance(exc, HttpProcessingError) and body is not None and not body.is_eof():
            body.set_exception(aiohttp.ClientPayloadError(exc.message), exc)

    def feed_data(self, data: Any, size: int = 0) -> None:
        """A complete header block; interim (1xx) ones count towards the final one."""
        if data[0].code >= 200:
            self._waiting = None
        super().feed_data(data, size)


class Connector(aiohttp.TCPConnector):
    """Opens guarded connections."""

    def __init__(
        self,
        guard: Guard,
        limits: Limits,
        *,
        connections_per_host: int,
        tls: Any,
        resolver: aiohttp.abc.AbstractResolver,
    ) -> None:
        super().__init__(
            limit=0,  # the pace of the crawl bounds the total
            limit_per_host=connections_per_host,
            ssl=tls,
            resolver=resolver,
            socket_factory=guard.open_socket,
            keepalive_timeout=30.0,
            ttl_dns_cache=60,
        )
        self._factory = functools.partial(  # type: ignore[assignment]
            Handler, loop=self._loop, header_bytes=limits.header_bytes
        )


@dataclass(frozen=True, slots=True)
class Route:
    """How to reach one origin: what the connector needs, and the head up to the other headers."""

    template: aiohttp.ClientRequest
    prefix: str  # of the request target: the origin, where a proxy reads it
    host_line: str

    def head(self, target: str, headers: bytes) -> bytes:
        """The request line and headers as they are recorded, with the final blank line."""
        start = f"GET {self.prefix}{target} HTTP/1.1\r\n{self.host_line}"
        return b"%b%b\r\n" % (start.encode("ascii"), headers)

    def wire_head(self, head: bytes, credentials: bytes = b"") -> bytes:
        """The head as it is sent: secrets go out, our own proxy's too, but are not recorded."""
        secret = self.template.headers.get("Proxy-Authorization") if self.prefix else None
        if secret is not None:
            credentials += b"Proxy-Authorization: %b\r\n" % secret.encode("ascii")
        return b"%b%b\r\n" % (head[:-2], credentials) if credentials else head


class Routes:
    """The routes that were used lately."""

    _MOST = 4096

    def __init__(self, loop: asyncio.AbstractEventLoop, proxy: str | None) -> None:
        self._loop = loop
        self._proxy = URL(proxy) if proxy is not None else None
        self._routes: dict[str, Route] = {}

    def to(self, url: str) -> Route:
        """The route to the origin of a canonical URL."""
        origin = urls.origin(url)
        route = self._routes.get(origin)
        if route is None:
            if len(self._routes) >= self._MOST:
                self._routes.clear()
            route = self._routes[origin] = self._new(origin)
        return route

    def _new(self, origin: str) -> Route:
        scheme, _, authority = origin.partition("://")
        place = URL(f"{origin}/", encoded=True)
        template = aiohttp.ClientRequest("GET", place, loop=self._loop, proxy=self._proxy)
        by_proxy = self._proxy is not None and scheme == "http"
        return Route(template, origin if by_proxy else "", f"Host: {authority}\r\n")


def parser_options(limits: Limits) -> dict[str, Any]:
    """What the protocol is told before each request."""
    return {
        "timer": None,
        "skip_payload": False,
        "read_until_eof": True,
        "auto_decompress": False,
        "read_timeout": None,
        "read_bufsize": 64 * KIB,
        "max_line_size": limits.header_line_bytes,
        "max_field_size": limits.header_line_bytes,
        "max_headers": limits.header_lines,
    }
