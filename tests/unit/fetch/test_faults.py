"""Every exception that a request can raise has one place in our tree."""

import socket
import ssl
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from periplus.errors import AddressNotPublic, FetchError, FetchFault
from periplus.fetch.connection import HeadersTooLarge
from periplus.fetch.faults import FETCH_EXCEPTIONS, fault_of
from periplus.fetch.guard import AddressRefused
from periplus.fetch.watch import Exchange

URL = "http://a.example/x"
KEY = cast(Any, SimpleNamespace(host="a.example", port=80, ssl=True, is_ssl=False))
INFO = cast(Any, SimpleNamespace(real_url=URL))


def response_error(cause: BaseException | None = None, message: str = "bad") -> BaseException:
    error = aiohttp.ClientResponseError(INFO, (), status=400, message=message)
    error.__cause__ = cause
    return error


CASES: list[tuple[BaseException, FetchFault, bool]] = [
    (aiohttp.ClientConnectorDNSError(KEY, OSError(socket.EAI_NONAME, "?")), FetchFault.DNS, True),
    (aiohttp.ClientConnectorError(KEY, OSError(111, "refused")), FetchFault.CONNECT, True),
    (aiohttp.ClientProxyConnectionError(KEY, OSError(111, "refused")), FetchFault.PROXY, True),
    (
        aiohttp.ClientConnectorCertificateError(KEY, ssl.CertificateError("bad")),
        FetchFault.TLS,
        False,
    ),
    (aiohttp.ClientConnectorSSLError(KEY, ssl.SSLError(1, "bad")), FetchFault.TLS, True),
    (aiohttp.ConnectionTimeoutError("slow"), FetchFault.TIMEOUT, True),
    (TimeoutError(), FetchFault.TIMEOUT, True),
    (aiohttp.ServerDisconnectedError(), FetchFault.DISCONNECTED, True),
    (aiohttp.ClientOSError(104, "reset"), FetchFault.DISCONNECTED, True),
    (aiohttp.ClientPayloadError("half"), FetchFault.DISCONNECTED, True),
    (ConnectionResetError(), FetchFault.DISCONNECTED, True),
    (aiohttp.EofStream(), FetchFault.DISCONNECTED, True),
    (HttpProcessingError(message="bad"), FetchFault.PROTOCOL, True),
    (LineTooLong(b"x", 10), FetchFault.HEADERS_TOO_LARGE, False),
    (aiohttp.InvalidURL("http://"), FetchFault.PROTOCOL, False),
    (ValueError("header"), FetchFault.PROTOCOL, False),
    (response_error(), FetchFault.PROTOCOL, True),
    (response_error(message="Too many headers received"), FetchFault.HEADERS_TOO_LARGE, False),
    (response_error(LineTooLong(b"x", 10)), FetchFault.HEADERS_TOO_LARGE, False),
    (response_error(HeadersTooLarge(message="x")), FetchFault.HEADERS_TOO_LARGE, False),
]


@pytest.mark.parametrize(("error", "fault", "retry"), CASES)
def test_the_map(error: BaseException, fault: FetchFault, retry: bool) -> None:
    assert isinstance(error, FETCH_EXCEPTIONS)
    mapped = fault_of(URL, error, Exchange(URL, 0.0))
    assert isinstance(mapped, FetchError)
    assert (mapped.fault, mapped.retry, mapped.url) == (fault, retry, URL)
    assert mapped.detail.isprintable()


def test_only_refused_addresses_are_a_refusal() -> None:
    error = aiohttp.ClientConnectorError(KEY, AddressRefused("10.0.0.1"))
    refused = Exchange(URL, 0.0, opened=[("10.0.0.1", False), ("10.0.0.2", False)])
    mapped = fault_of(URL, error, refused)
    assert isinstance(mapped, AddressNotPublic)
    assert (mapped.host, mapped.address) == ("a.example", "10.0.0.1")
    mixed = Exchange(URL, 0.0, opened=[("10.0.0.1", False), ("8.8.8.8", True)])
    assert isinstance(fault_of(URL, error, mixed), FetchError)
    assert isinstance(fault_of(URL, AddressRefused("::1"), Exchange(URL, 0.0)), AddressNotPublic)


def test_details_are_one_short_printable_line() -> None:
    mapped = fault_of(URL, response_error(message="a\r\n\x1b[31m" + "b" * 1000), Exchange(URL, 0.0))
    assert isinstance(mapped, FetchError)
    assert mapped.detail.startswith("a [31mbbb")
    assert len(mapped.detail) == 200
