"""The seams in aiohttp that the fetcher hangs on: what was sent, to whom, and how much came back.

aiohttp limits the length and number of header lines but not the size of the header block, and
forgets the peer and the request once a short response is complete. Three small subclasses add
that. They override as little as they can, since what they override is not all public API.
"""

import asyncio
import functools
import time
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ClientRequest, ClientResponse
from aiohttp.connector import Connection
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from periplus.fetch.guard import Guard
from periplus.fetch.watch import Exchange, Phase
from periplus.limits import Limits

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
        """A request goes out: the bytes that follow are its header block."""
        exchange.reused = self.requests > 0
        exchange.peer = self.peer
        self.requests += 1
        self._waiting = exchange

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


class RecordedRequest(ClientRequest):
    """A request that leaves a copy of its head in the running exchange."""

    async def send(self, conn: Connection) -> ClientResponse:
        """Write the head, and note it with the moment and the peer."""
        exchange = CURRENT.get()
        if isinstance(conn.protocol, Handler):  # always, but for a test's own connector
            conn.protocol.begin(exchange)
        if exchange.url.endswith("?"):
            self.url = ExactUrl(self.url)  # type: ignore[assignment]
        exchange.sent_date = time.time()
        exchange.sent = self.loop.time()
        exchange.enter(Phase.WAITING, exchange.sent)
        response = await super().send(conn)
        exchange.request_head = self._head()
        return response

    def _head(self) -> bytes:
        proxied = self.proxy is not None and not self.is_ssl()
        target = str(self.url) if proxied else self.url.raw_path_qs
        return head_bytes(self.method, target, self.headers.items())


def head_bytes(method: str, target: str, headers: Iterable[tuple[str, str]]) -> bytes:
    """The request line and headers as aiohttp sends them, without the secret of our own proxy."""
    lines = [f"{method} {target} HTTP/1.1\r\n"]
    lines += [f"{k}: {v}\r\n" for k, v in headers if k.lower() != "proxy-authorization"]
    lines.append("\r\n")
    return "".join(lines).encode("utf-8")


class ExactUrl:
    """A yarl URL whose query is empty but present: `/a?` is not `/a`, and yarl drops the mark."""

    __slots__ = ("_url",)

    def __init__(self, url: URL) -> None:
        self._url = url

    def __getattr__(self, name: str) -> Any:
        return getattr(self._url, name)

    def __str__(self) -> str:
        return f"{self._url}?"

    @property
    def raw_path_qs(self) -> str:
        """The request target with its lone question mark."""
        return f"{self._url.raw_path}?"
