"""What the hostile tests share: fetchers, patient and quick ones, and a way to run them."""

import asyncio
import resource
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import psutil
import uvloop

from hostile.servers import Handler, Server, serve
from periplus.exchange import Request, Response
from periplus.fetch.http import FetchSettings, HttpFetcher
from periplus.limits import KIB, Limits

Result = TypeVar("Result")

# On a busy machine an honest answer may take seconds; QUICK is for tests of what is slow.
PATIENT = Limits(body_bytes=512 * KIB)
QUICK = replace(
    PATIENT,
    connect_seconds=1.0,
    first_byte_seconds=1.0,
    total_seconds=3.0,
    rate_from_seconds=0.4,
)


def settings(limits: Limits = PATIENT, **changes: Any) -> FetchSettings:
    base = FetchSettings("Periplus-Test/1.0", limits=limits, allow_private=True)
    return replace(base, **changes)


def run(main: Awaitable[Result], seconds: float = 20.0) -> Result:
    """Run to the end on uvloop, as the program does; a hang is a failure."""

    async def bounded() -> Result:
        return await asyncio.wait_for(main, seconds)

    return uvloop.run(bounded())


def fetch_from(
    handler: Handler,
    limits: Limits = PATIENT,
    *,
    path: str = "/",
    request: Callable[[str], Request] = Request,
    tls: bool = False,
    host: str = "127.0.0.1",
    seen: list[Server] | None = None,
    **changes: Any,
) -> Response:
    """One request to a server of that kind."""

    async def main() -> Response:
        async with serve(handler, tls=tls) as server:
            if seen is not None:
                seen.append(server)
            fetcher = HttpFetcher(settings(limits, **changes))
            try:
                return await fetcher.fetch(request(server.url(path, host)))
            finally:
                await fetcher.close()

    return run(main())


def rss_bytes() -> int:
    return int(psutil.Process().memory_info().rss)


def peak_rss_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
