"""The live fetcher: aiohttp with every limit enforced and every byte kept.

It never follows redirects, never decodes bodies, never reads proxies or credentials from the
environment. A response whose headers arrived is returned even when its body is cut, with the
reason; everything else is a `FetchError` or, by the address guard, `AddressNotPublic`.

Behind a proxy the address really connected to is the proxy's, which the user chose and which is
exempt. The target's name is then resolved here as well, and refused if any of its addresses is
private; what the proxy itself resolves it to is the proxy's responsibility.
"""

import asyncio
import re
import ssl
import time
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import aiohttp
from aiohttp.http_parser import RawResponseMessage
from yarl import URL

from periplus import url as urls
from periplus.errors import AddressNotPublic, ConfigError, FetchError, FetchFault
from periplus.exchange import Purpose, RawHeaders, Request, Response, Truncation
from periplus.fetch.connection import CURRENT, Connector, Handler, Routes, parser_options
from periplus.fetch.cookies import CookieJar
from periplus.fetch.faults import FETCH_EXCEPTIONS, fault_of
from periplus.fetch.guard import Guard, is_public
from periplus.fetch.watch import Exchange, Phase, Watch
from periplus.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

Headers = tuple[tuple[str, str], ...]

# Credentials may only be given for an origin; the others belong to the connection.
_BOUND_HEADERS = {"authorization", "cookie", "proxy-authorization"}
_OWN_HEADERS = {"host", "connection", "transfer-encoding", "content-length", "accept-encoding"}
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_FORBIDDEN_IN_VALUE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
# A target that could break out of the request line never gets that far.
_SENDABLE_URL = re.compile(r"https?://[!-~]+")
_NO_TIMEOUT = aiohttp.ClientTimeout(total=None)  # time is the watch's business
_STALE_CONNECTIONS = 3
_PROXY_CHECK_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How to ask. `headers` go to every host, `credentials` only to the origin they are for."""

    user_agent: str
    limits: Limits = DEFAULT_LIMITS
    allow_private: bool = False
    proxy: str | None = None
    verify_tls: bool = True
    ca_file: str | None = None
    headers: Headers = ()
    credentials: "Mapping[str, Headers]" = field(default_factory=lambda: MappingProxyType({}))
    cookies: bool = True
    connections_per_host: int = 8

    def __post_init__(self) -> None:
        _check_headers((("User-Agent", self.user_agent), *self.headers), _BOUND_HEADERS)
        for headers in self.credentials.values():
            _check_headers(headers, {"proxy-authorization"})
        if self.proxy is not None and not _is_http_url(self.proxy):
            raise ConfigError("the proxy must be an http:// or https:// URL")


def _check_headers(headers: Headers, bound: set[str]) -> None:
    for name, value in headers:
        if not _TOKEN.fullmatch(name) or _FORBIDDEN_IN_VALUE.search(value):
            raise ConfigError(f"the request header {name!r} has characters that HTTP forbids")
        if name.lower() in bound:
            raise ConfigError(f"the header {name} is a credential: give it for one origin only")
        if name.lower() in _OWN_HEADERS:
            raise ConfigError(f"the header {name} is set by Periplus and cannot be given")


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
        self._proxy_checks: dict[str, tuple[float, str | None]] = {}
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
                ("Accept-Encoding", "gzip, br, zstd"),
                *settings.headers,
            )
        )

    async def fetch(self, request: Request) -> Response:
        """The response to one GET. See `Fetcher.fetch`."""
        if not _SENDABLE_URL.fullmatch(request.url):
            raise FetchError(request.url, FetchFault.PROTOCOL, "not a canonical URL", retry=False)
        if self.settings.proxy is not None and not self.settings.allow_private:
            await self._check_behind_proxy(request.url)
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
            _check_headers(request.headers, _BOUND_HEADERS)
            headers += _lines(request.headers)
        if self.settings.credentials:
            headers += _lines(self.settings.credentials.get(urls.origin(request.url), ()))
        if self.settings.cookies and self.cookies:
            cookie = self.cookies.header_for(request.url, time.time())
            if cookie:  # the bytes that the server gave us
                headers += b"Cookie: %b\r\n" % cookie.encode("latin-1")
        return headers

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
            cast(asyncio.Transport, handler.transport).write(route.wire_head(head))
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

    async def _check_behind_proxy(self, url: str) -> None:
        """Refuse a target that is private as far as we can see from here."""
        host = urls.host(url).strip("[]")
        now = self._loop.time()
        until, refused = self._proxy_checks.get(host, (0.0, None))
        if now >= until:
            refused = await self._private_address_of(url, host)
            if len(self._proxy_checks) > 4096:
                self._proxy_checks.clear()
            self._proxy_checks[host] = (now + _PROXY_CHECK_SECONDS, refused)
        if refused is not None:
            raise AddressNotPublic(host, refused)

    async def _private_address_of(self, url: str, host: str) -> str | None:
        if host.replace(".", "").isdigit() or ":" in host:
            return None if is_public(host) else host
        try:
            async with asyncio.timeout(self._limits.connect_seconds):
                found = await self._resolver.resolve(host)
        except (OSError, TimeoutError) as error:
            detail = "the name must be resolvable here, or use --allow-private"
            raise FetchError(url, FetchFault.DNS, detail) from error
        return next((a["host"] for a in found if not is_public(a["host"])), None)


def _is_http_url(text: str) -> bool:
    try:
        parsed = URL(text)
    except ValueError:
        return False
    return parsed.scheme in ("http", "https") and bool(parsed.host)


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
