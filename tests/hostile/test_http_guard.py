"""Private addresses, names that change their mind, TLS that cannot be trusted, and proxies."""

import asyncio
import socket
from typing import Any

import aiohttp
import pytest

from hostile.clients import QUICK, fetch_from, run, settings
from hostile.servers import CERTIFICATE, answer, honest, page, serve, silent, tunnel
from periplus.errors import AddressNotPublic, FetchError, FetchFault, PeriplusError
from periplus.exchange import Request, Response
from periplus.fetch import guard
from periplus.fetch.http import HttpFetcher


class ScriptedResolver(aiohttp.abc.AbstractResolver):
    """Answers with the next list of addresses each time."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = answers
        self.asked = 0

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[aiohttp.abc.ResolveResult]:
        addresses = self._answers[self.asked % len(self._answers)]
        self.asked += 1
        if not addresses:
            raise OSError(socket.EAI_NONAME, "no such name")
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET6 if ":" in address else socket.AF_INET,
                "proto": socket.IPPROTO_TCP,
                "flags": socket.AI_NUMERICHOST,
            }
            for address in addresses
        ]

    async def close(self) -> None:
        pass


def outcome(url: str, *, resolver: Any = None, **changes: Any) -> Response | PeriplusError:
    async def main() -> Response | PeriplusError:
        fetcher = HttpFetcher(settings(QUICK, **changes), resolver=resolver)
        try:
            return await fetcher.fetch(Request(url))
        except PeriplusError as error:
            return error
        finally:
            await fetcher.close()

    return run(main())


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "10.1.2.3",
        "169.254.169.254",
        "[fe80::1]",
        "0.0.0.0",
    ],
)
def test_private_literals_are_refused_before_any_connection(host: str) -> None:
    error = outcome(f"http://{host}:9/", allow_private=False)
    assert isinstance(error, AddressNotPublic)
    assert "--allow-private" in str(error)


def test_a_private_server_sees_nothing() -> None:
    async def main() -> tuple[int, bool]:
        async with serve(honest()) as server:
            fetcher = HttpFetcher(settings(allow_private=False))
            with pytest.raises(AddressNotPublic):
                await fetcher.fetch(Request(server.url("/")))
            with pytest.raises(AddressNotPublic):
                await fetcher.fetch(Request(server.url("/", "localhost")))
            await fetcher.close()
            return server.connections, True

    assert run(main()) == (0, True)


def test_a_name_with_only_private_addresses_is_refused() -> None:
    resolver = ScriptedResolver(["10.0.0.1", "fd00::1", "127.0.0.1"])
    error = outcome("http://inside.example/", resolver=resolver, allow_private=False)
    assert isinstance(error, AddressNotPublic)
    assert error.host == "inside.example"


def test_rebinding_never_reaches_a_private_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name flips between a public and a private address; the public one is played by loopback.

    "Public" is 127.0.0.1 here, and ::1 and 127.0.0.2 are private, so that both can really listen.
    """
    flips = 1_000
    monkeypatch.setattr(guard, "is_public", lambda address: address == "127.0.0.1")

    async def main() -> tuple[int, int, int]:
        private_connections = 0

        async def trap(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal private_connections
            private_connections += 1
            writer.close()

        async with serve(answer(page())) as server:
            inside = await asyncio.start_server(trap, "127.0.0.2", server.port)
            answers = (["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2", "127.0.0.1"], ["::1"])
            resolver = ScriptedResolver(*answers)
            fetcher = HttpFetcher(settings(allow_private=False), resolver=resolver)
            got = 0
            for n in range(flips):
                fetcher._connector.clear_dns_cache()
                url = server.url(f"/{n}", "rebind.example")
                try:
                    got += (await fetcher.fetch(Request(url))).status == 200
                except AddressNotPublic:
                    continue
            await fetcher.close()
            inside.close()
            return private_connections, got, resolver.asked

    private_connections, got, asked = run(main())
    assert private_connections == 0
    assert got == flips // 2  # the public answer, and the mixed one by its public address
    assert asked == flips


def test_an_unknown_name_is_a_dns_fault() -> None:
    error = outcome("http://nowhere.example/", resolver=ScriptedResolver([]))
    assert isinstance(error, FetchError)
    assert error.fault is FetchFault.DNS
    assert error.retry


def test_a_certificate_of_our_own_authority_is_accepted() -> None:
    response = fetch_from(honest(), tls=True, host="localhost", ca_file=str(CERTIFICATE))
    assert (response.status, response.url[:8]) == (200, "https://")


def test_an_unknown_certificate_is_refused_by_default() -> None:
    with pytest.raises(FetchError) as caught:
        fetch_from(honest(), tls=True, host="localhost")
    assert caught.value.fault is FetchFault.TLS
    assert not caught.value.retry
    assert fetch_from(honest(), tls=True, host="localhost", verify_tls=False).status == 200


def test_a_certificate_for_another_name_is_refused() -> None:
    async def main() -> FetchFault | None:
        async with serve(honest(), tls=True) as server:
            fetcher = HttpFetcher(
                settings(ca_file=str(CERTIFICATE)), resolver=ScriptedResolver(["127.0.0.1"])
            )
            try:
                await fetcher.fetch(Request(server.url("/", "other.example")))
            except FetchError as error:
                return error.fault
            finally:
                await fetcher.close()
        return None

    assert run(main()) is FetchFault.TLS


def test_a_handshake_that_never_ends_is_a_timeout() -> None:
    async def main() -> FetchFault | None:
        async with serve(silent(read=False)) as server:
            fetcher = HttpFetcher(settings(QUICK, verify_tls=False))
            try:
                await fetcher.fetch(Request(server.url("/").replace("http:", "https:")))
            except FetchError as error:
                return error.fault
            finally:
                await fetcher.close()
        return None

    assert run(main()) is FetchFault.TIMEOUT


def test_http_where_tls_is_expected_is_a_tls_fault() -> None:
    async def main() -> FetchFault | None:
        async with serve(honest()) as server:
            fetcher = HttpFetcher(settings(QUICK, verify_tls=False))
            try:
                await fetcher.fetch(Request(server.url("/").replace("http:", "https:")))
            except FetchError as error:
                return error.fault
            finally:
                await fetcher.close()
        return None

    assert run(main()) in (FetchFault.TLS, FetchFault.TIMEOUT, FetchFault.DISCONNECTED)


def through_proxy(url: str, *answers: list[str], **changes: Any) -> tuple[Any, list[bytes]]:
    seen: list[bytes] = []

    async def main() -> Response | PeriplusError:
        async with serve(tunnel(seen)) as proxy:
            address = f"http://user:secret@127.0.0.1:{proxy.port}"
            fetcher = HttpFetcher(
                settings(proxy=address, **changes), resolver=ScriptedResolver(*answers)
            )
            try:
                return await fetcher.fetch(Request(url))
            except PeriplusError as error:
                return error
            finally:
                await fetcher.close()

    return run(main()), seen


def test_a_private_proxy_may_be_used_for_public_targets() -> None:
    response, seen = through_proxy("http://site.example/x", ["93.184.216.34"], allow_private=False)
    assert response.body == b"through the proxy"
    assert response.address is None
    assert seen[0].startswith(b"GET http://site.example/x HTTP/1.1\r\n")
    assert b"Proxy-Authorization: Basic" in seen[0]
    assert b"roxy-" not in response.request_head


@pytest.mark.parametrize("host", ["10.0.0.1", "[::1]", "inside.example", "both.example"])
def test_private_targets_are_refused_before_the_proxy_is_asked(host: str) -> None:
    answers = ["93.184.216.34", "10.0.0.7"] if host == "both.example" else ["10.0.0.7"]
    error, seen = through_proxy(f"http://{host}/", answers, allow_private=False)
    assert isinstance(error, AddressNotPublic)
    assert seen == []


def test_a_name_that_only_the_proxy_knows_is_refused_unless_private_is_allowed() -> None:
    error, seen = through_proxy("http://site.example/", [], allow_private=False)
    assert isinstance(error, FetchError)
    assert error.fault is FetchFault.DNS
    assert seen == []
    response, _ = through_proxy("http://site.example/", [], allow_private=True)
    assert response.status == 200


def test_a_proxy_that_refuses_is_a_proxy_fault() -> None:
    error, seen = through_proxy("https://site.example/", ["93.184.216.34"], allow_private=False)
    assert isinstance(error, FetchError)
    assert error.fault is FetchFault.PROXY
    assert seen[0].startswith(b"CONNECT site.example:443")
    assert "secret" not in str(error)
