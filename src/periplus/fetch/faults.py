"""The one place where exceptions of aiohttp, TLS and the operating system become ours."""

import ssl

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from periplus.errors import AddressNotPublic, FetchError, FetchFault, PeriplusError
from periplus.fetch.connection import HeadersTooLarge
from periplus.fetch.guard import AddressRefused
from periplus.fetch.watch import Exchange
from periplus.url import host

# What aiohttp may raise out of a request. ValueError: it found the URL or a header unfit to send.
FETCH_EXCEPTIONS = (
    aiohttp.ClientError,
    aiohttp.EofStream,
    HttpProcessingError,
    OSError,
    TimeoutError,
    ValueError,
)


def fault_of(url: str, error: BaseException, exchange: Exchange) -> PeriplusError:
    """The Periplus error for what a request raised."""
    if exchange.opened and not any(allowed for _, allowed in exchange.opened):
        return AddressNotPublic(host(url), exchange.opened[0][0])
    if isinstance(error, AddressRefused):
        return AddressNotPublic(host(url), error.address)
    fault, retry = _classify(error)
    return FetchError(url, fault, _detail(error), retry=retry)


def _classify(error: BaseException) -> tuple[FetchFault, bool]:
    """The fault, and whether asking again may help. The order is from special to general."""
    match error:
        case aiohttp.ClientConnectorCertificateError() | ssl.SSLCertVerificationError():
            return FetchFault.TLS, False
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return FetchFault.TLS, True
        case aiohttp.ClientProxyConnectionError() | aiohttp.ClientHttpProxyError():
            return FetchFault.PROXY, True
        case aiohttp.ClientConnectorDNSError():
            return FetchFault.DNS, True
        case aiohttp.ServerTimeoutError() | TimeoutError():
            return FetchFault.TIMEOUT, True
        case aiohttp.ClientConnectorError():
            return FetchFault.CONNECT, True
        case aiohttp.InvalidURL() | aiohttp.NonHttpUrlClientError():
            return FetchFault.PROTOCOL, False
        case aiohttp.ClientResponseError() | HttpProcessingError():
            if _headers_too_large(error):
                return FetchFault.HEADERS_TOO_LARGE, False
            return FetchFault.PROTOCOL, True
        case aiohttp.ClientError() | aiohttp.EofStream() | OSError():
            return FetchFault.DISCONNECTED, True
        case _:
            return FetchFault.PROTOCOL, False


def _headers_too_large(error: aiohttp.ClientResponseError | HttpProcessingError) -> bool:
    if "Too many headers" in error.message:
        return True
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, LineTooLong | HeadersTooLarge):
            return True
        cause = cause.__cause__
    return False


def _detail(error: BaseException) -> str:
    """The message on one line without control characters, short enough for a log line."""
    if isinstance(error, aiohttp.ClientResponseError | HttpProcessingError):
        text = error.message
    else:
        text = str(error)
    printable = "".join(c if c.isprintable() else " " for c in text or type(error).__name__)
    return " ".join(printable.split())[:200]
