"""Settings, headers, credentials and cookies of the live fetcher; faults are in tests/hostile."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import aiohttp
import pytest
from aiohttp.base_protocol import BaseProtocol

from hostile.servers import Server, honest, page, serve
from periplus.errors import ConfigError, FetchError, FetchFault
from periplus.exchange import Request, Truncation
from periplus.fetch.cookies import CookieJar
from periplus.fetch.http import FetchSettings, HttpFetcher
from periplus.fetch.watch import Exchange
from periplus.limits import DEFAULT_LIMITS


def settings(**changes: Any) -> FetchSettings:
    return FetchSettings("Periplus-Test/1.0", allow_private=True, **changes)


def run(main: Awaitable[Any]) -> Any:
    async def bounded() -> Any:
        return await asyncio.wait_for(main, 20)

    return asyncio.run(bounded())


def heads(paths: list[str], answer: bytes = page(), **changes: Any) -> list[dict[str, str]]:
    """The headers that a server saw, in order."""

    async def main() -> list[bytes]:
        async with serve(honest()) as server, serve(replay(answer)) as first:
            fetcher = HttpFetcher(settings(**changes))
            for path in paths:
                to: Server = first if path.startswith("/first") else server
                await fetcher.fetch(Request(to.url(path)))
            await fetcher.close()
            return first.requests + server.requests

    return [parsed(head) for head in run(main())]


def replay(answer: bytes) -> Any:
    async def handle(connection: Any) -> None:
        while await connection.request():
            await connection.send(answer)

    return handle


def parsed(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines if line)


def test_what_is_sent_by_default() -> None:
    (head,) = heads(["/"])
    assert list(head) == ["Host", "User-Agent", "Accept", "Accept-Encoding"]
    assert head["User-Agent"] == "Periplus-Test/1.0"
    assert head["Accept-Encoding"] == "gzip, br"


def test_headers_of_the_settings_and_of_the_request_are_added() -> None:
    async def main() -> bytes:
        async with serve(honest()) as server:
            fetcher = HttpFetcher(settings(headers=(("Accept-Language", "de"),)))
            await fetcher.fetch(Request(server.url("/"), headers=(("If-None-Match", '"1"'),)))
            await fetcher.close()
            return server.requests[0]

    head = parsed(run(main()))
    assert (head["Accept-Language"], head["If-None-Match"]) == ("de", '"1"')


def test_credentials_go_to_their_origin_only() -> None:
    async def main() -> tuple[bytes, bytes, bytes]:
        async with serve(honest()) as ours, serve(honest()) as theirs:
            secret = {f"http://127.0.0.1:{ours.port}": (("Authorization", "Bearer s3cret"),)}
            fetcher = HttpFetcher(settings(credentials=secret))
            await fetcher.fetch(Request(ours.url("/")))
            await fetcher.fetch(Request(theirs.url("/")))
            await fetcher.fetch(Request(ours.url("/", "localhost")))
            await fetcher.close()
            return ours.requests[0], theirs.requests[0], ours.requests[1]

    own, other, same_port_other_host = run(main())
    assert b"Bearer s3cret" in own
    assert b"s3cret" not in other + same_port_other_host


def test_credentials_are_sent_and_not_recorded() -> None:
    async def main() -> tuple[bytes, bytes]:
        async with serve(honest()) as server:
            secret = {f"http://127.0.0.1:{server.port}": (("Authorization", "Bearer s3cret"),)}
            fetcher = HttpFetcher(settings(credentials=secret))
            response = await fetcher.fetch(Request(server.url("/")))
            await fetcher.close()
            return server.requests[0], response.request_head

    sent, recorded = run(main())
    assert parsed(sent)["Authorization"] == "Bearer s3cret"
    assert "Authorization" not in parsed(recorded)
    assert recorded.endswith(b"\r\n\r\n")


def test_cookies_are_kept_for_their_origin() -> None:
    set_cookie = page(headers=b"Set-Cookie: sid=1; Path=/\r\nset-cookie: b=2\r\n")
    first, again, other = heads(["/first", "/first2", "/other"], set_cookie)
    assert "Cookie" not in first
    assert again["Cookie"] == "sid=1; b=2"
    assert "Cookie" not in other


def test_cookies_can_be_switched_off() -> None:
    set_cookie = page(headers=b"Set-Cookie: sid=1; Path=/\r\n")
    assert all("Cookie" not in h for h in heads(["/first", "/first"], set_cookie, cookies=False))


def test_a_given_jar_is_used_and_filled() -> None:
    async def main() -> tuple[CookieJar, bytes]:
        jar = CookieJar(DEFAULT_LIMITS)
        async with serve(replay(page(headers=b"Set-Cookie: new=2\r\n"))) as server:
            jar.set(server.url("/"), "old=1", 0.0)
            fetcher = HttpFetcher(settings(), cookies=jar)
            await fetcher.fetch(Request(server.url("/")))
            await fetcher.close()
            return jar, server.requests[0]

    jar, head = run(main())
    assert parsed(head)["Cookie"] == "old=1"
    assert len(jar) == 2


def test_proxies_of_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert len(heads(["/"])) == 1


def test_a_missing_ca_file_is_the_users_to_mend() -> None:
    async def main() -> None:
        HttpFetcher(settings(ca_file="/nonexistent/ca.pem"))

    with pytest.raises(ConfigError, match="CA certificates"):
        run(main())


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/a b",
        "http://127.0.0.1/a\r\nX: y",
        "http://127.0.0.1/é",
        "ftp://a/",
        "/x",
        "",
    ],
)
def test_what_is_no_canonical_url_is_not_sent(url: str) -> None:
    async def main() -> None:
        fetcher = HttpFetcher(settings())
        try:
            await fetcher.fetch(Request(url))
        finally:
            await fetcher.close()

    with pytest.raises(FetchError) as caught:
        run(main())
    assert (caught.value.fault, caught.value.retry) == (FetchFault.PROTOCOL, False)


def test_headers_of_a_request_cannot_smuggle_others() -> None:
    async def main() -> None:
        fetcher = HttpFetcher(settings())
        try:
            await fetcher.fetch(Request("http://127.0.0.1:9/", headers=(("X", "a\r\nB: c"),)))
        finally:
            await fetcher.close()

    with pytest.raises(ConfigError):
        run(main())


def test_what_was_buffered_when_the_connection_broke_is_not_lost() -> None:
    """aiohttp raises before it hands out what had arrived; a race that no server can force."""

    async def main() -> tuple[bytes, Truncation | None]:
        fetcher = HttpFetcher(settings())
        protocol = BaseProtocol(asyncio.get_running_loop())
        content = aiohttp.StreamReader(protocol, 2**16, loop=asyncio.get_running_loop())
        content.feed_data(b"half of it")
        content.set_exception(aiohttp.ClientPayloadError("gone"))
        try:
            return await fetcher._read(Request("http://a/"), content, Exchange("http://a/", 0.0))
        finally:
            await fetcher.close()

    assert run(main()) == (b"half of it", Truncation.DISCONNECT)
