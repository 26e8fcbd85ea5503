"""The live fetcher: aiohttp with every limit enforced and every byte kept.

It never follows redirects, never decodes bodies, never reads proxies or credentials from the
environment. A response whose headers arrived is returned even when its body is cut, with the
reason; everything else is a `FetchError` or, by the address guard, `AddressNotPublic`.
"""

import asyncio
import re
import ssl
import time
from typing import Any, cast

import aiohttp
from aiohttp.http_parser import RawResponseMessage

from periplus import url as urls
from periplus.errors import ConfigError, FetchError, FetchFault
from periplus.exchange import Purpose, RawHeaders, Request, Response, Truncation
from periplus.fetch.behind_proxy import ProxiedTargets
from periplus.fetch.connection import CURRENT, Connector, Handler, Routes, parser_options
from periplus.fetch.cookies import CookieJar
from periplus.fetch.faults import FETCH_EXCEPTIONS, fault_of
from periplus.fetch.guard import Guard
from periplus.fetch.settings import BOUND_HEADERS, FetchSettings, Headers, check_headers
from periplus.fetch.watch import Exchange, Phase, Watch

__all__ = ["FetchSettings", "HttpFetcher"]

# A target that could break out of the request line never gets that far.
_SENDABLE_URL = re.compile(r"https?://[!-~]+")
_NO_TIMEOUT = aiohttp.ClientTimeout(total=None)  # time is the watch's business
_STALE_CONNECTIONS = 3


class HttpFetcher:
    """Makes requests over pooled connections. Create and use it inside one event loop."""

    def __init__(
        self,
        settings: FetchSettings,
        *,
        cookies: CookieJar | None = None,
        resolver: aiohttp.abc.AbstractResolver | None = None,
    ) -> None:
        self.settings = settings
        self.cookies = cookies if cookies is not None else CookieJar(settings.limits)
        self._limits = settings.limits
        self._loop = asyncio.get_running_loop()
        self._watch = Watch(self._limits)
        self._resolver = resolver or aiohttp.ThreadedResolver()
        self._proxied: ProxiedTargets | None = None
        if settings.proxy is not None and not settings.allow_private:
            self._proxied = ProxiedTargets(self._resolver, self._limits.connect_seconds)
        guard = Guard(
            # Every connection of a proxied client goes to the proxy.
            allow_private=settings.allow_private or settings.proxy is not None,
            noted=_note_address,
        )
        self._connector = Connector(
            guard,
            self._limits,
            connections_per_host=settings.connections_per_host,
            tls=_tls(settings),
            resolver=self._resolver,
        )
        self._routes = Routes(self._loop, settings.proxy)
        self._parser_options = parser_options(self._limits)
        self._common_headers = _lines(
            (
                ("User-Agent", settings.user_agent),
                ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
                ("Accept-Encoding", "gzip, br"),
                *settings.headers,
            )
        )

    async def fetch(self, request: Request) -> Response:
        """The response to one GET. See `Fetcher.fetch`."""
        if not _SENDABLE_URL.fullmatch(request.url):
            raise FetchError(request.url, FetchFault.PROTOCOL, "not a canonical URL", retry=False)
        if self._proxied is not None:
            await self._proxied.check(request.url, self._loop.time())
        headers = self._headers_for(request)
        for _ in range(_STALE_CONNECTIONS):
            exchange = Exchange(request.url, self._loop.time())
            try:
                return await self._fetch_watched(request, headers, exchange)
            except FetchError as error:
                # RFC 9112 section 9.3.1: the server closed an idle connection as we wrote to it.
                stale = exchange.reused and not exchange.head_bytes
                if error.fault is not FetchFault.DISCONNECTED or not stale:
                    raise
        return await self._fetch_watched(request, headers, Exchange(request.url, self._loop.time()))

    async def close(self) -> None:
        """Close every connection."""
        self._watch.close()
        await self._connector.close()
        await self._resolver.close()

    def _headers_for(self, request: Request) -> bytes:
        headers = self._common_headers
        if request.headers:
            check_headers(request.headers, BOUND_HEADERS)
            headers += _lines(request.headers)
        if self.settings.cookies and self.cookies:
            cookie = self.cookies.header_for(request.url, time.time())
            if cookie:  # the bytes that the server gave us
                headers += b"Cookie: %b\r\n" % cookie.encode("latin-1")
        return headers

    def _credentials_for(self, url: str) -> bytes:
        """What the origin of a URL is told and the archive is not."""
        if not self.settings.credentials:
            return b""
        return _lines(self.settings.credentials.get(urls.origin(url), ()))

    async def _fetch_watched(
        self, request: Request, headers: bytes, exchange: Exchange
    ) -> Response:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine runs in a task
        token = CURRENT.set(exchange)
        self._watch.begin(exchange, task)
        try:
            return await self._exchange(request, headers, exchange)
        except asyncio.CancelledError:
            if not self._watch.claims(exchange) or exchange.overrun is None:
                raise
            raise FetchError(request.url, exchange.overrun, exchange.phase.value) from None
        except FETCH_EXCEPTIONS as error:
            raise fault_of(request.url, error, exchange) from error
        finally:
            self._watch.end(exchange)
            CURRENT.reset(token)

    async def _exchange(self, request: Request, headers: bytes, exchange: Exchange) -> Response:
        route = self._routes.to(request.url)
        connection = await self._connector.connect(route.template, [], _NO_TIMEOUT)
        try:
            handler = cast(Handler, connection.protocol)
            handler.set_response_params(**self._parser_options)
            handler.begin(exchange)
            head = route.head(urls.path_and_query(request.url), headers)
            sent_date, sent = time.time(), self._loop.time()
            exchange.enter(Phase.WAITING, sent)
            wire_head = route.wire_head(head, self._credentials_for(request.url))
            cast(asyncio.Transport, handler.transport).write(wire_head)
            message, content = await self._head(request.url, handler, exchange)
            exchange.enter(Phase.READING, self._loop.time())
            body, truncated = await self._read(request, content, exchange)
            if truncated is None:
                connection.release()
        finally:
            connection.close()  # unless it was released
        if self.settings.cookies:
            self._keep_cookies(request.url, message.raw_headers)
        return Response(
            url=request.url,
            status=message.code,
            reason=_latin(message.reason),
            headers=message.raw_headers,
            body=body,
            request_head=head,
            date=sent_date,
            seconds=self._loop.time() - sent,
            http_version=f"{message.version.major}.{message.version.minor}",
            address=exchange.peer if self.settings.proxy is None else None,
            truncated=truncated,
            chunked=bool(message.chunked),
        )

    async def _head(
        self, url: str, handler: Handler, exchange: Exchange
    ) -> tuple[RawResponseMessage, aiohttp.StreamReader]:
        """The status and headers, after any interim responses, and the body to come."""
        while True:
            message, content = await handler.read()
            if message.code >= 200:
                break
            if message.code == 101:
                raise FetchError(url, FetchFault.PROTOCOL, "an upgrade nobody asked for")
        if exchange.head_bytes > self._limits.header_bytes:
            # That counts what of the body came along; now it can be told apart.
            size = sum(len(name) + len(value) + 4 for name, value in message.raw_headers)
            if size > self._limits.header_bytes:
                raise FetchError(url, FetchFault.HEADERS_TOO_LARGE, f"{size} bytes", retry=False)
        return message, content

    async def _read(
        self, request: Request, content: aiohttp.StreamReader, exchange: Exchange
    ) -> tuple[bytes, Truncation | None]:
        limits = self._limits
        room = limits.robots_bytes if request.purpose is Purpose.ROBOTS else limits.body_bytes
        chunks: list[bytes] = []
        truncated: Truncation | None = None
        try:
            while chunk := await content.readany():
                chunks.append(chunk)
                exchange.body_bytes += len(chunk)
                if exchange.body_bytes > room:
                    truncated = Truncation.LENGTH
                    break
                if content.at_eof():
                    break
        except asyncio.CancelledError:
            if not self._watch.claims(exchange):
                raise
            truncated = Truncation.TIME
        except FETCH_EXCEPTIONS:
            truncated = Truncation.DISCONNECT
        if truncated is not None:
            # What had arrived before the fault: aiohttp raises before it hands out its buffer.
            chunks.append(content._read_nowait(-1))
        body = chunks[0] if len(chunks) == 1 else b"".join(chunks)
        if len(body) > room:
            return body[:room], Truncation.LENGTH
        return body, truncated

    def _keep_cookies(self, url: str, headers: RawHeaders) -> None:
        for name, value in headers:
            if len(name) == 10 and name.lower() == b"set-cookie":
                self.cookies.set(url, value.decode("latin-1"), time.time())


def _note_address(address: str, allowed: bool) -> None:
    CURRENT.get().opened.append((address, allowed))


def _tls(settings: FetchSettings) -> Any:
    if not settings.verify_tls:
        return False
    if settings.ca_file is None:
        return True
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"{settings.ca_file}: not a readable file of CA certificates") from error


def _lines(headers: Headers) -> bytes:
    return "".join([f"{name}: {value}\r\n" for name, value in headers]).encode()


def _latin(text: str) -> str:
    """A reason phrase as Latin-1, whatever aiohttp made of its bytes."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")
