"""A hundred bad hosts at once take nothing from a good one."""

import asyncio
import time
from contextlib import AsyncExitStack

from hostile.clients import run, settings
from hostile.servers import OK, drip, honest, serve
from periplus.exchange import Request, Response, Truncation
from periplus.fetch.http import HttpFetcher
from periplus.limits import Limits

DRIPS = 100
REQUESTS = 200
WORKERS = 4
LIMITS = Limits(total_seconds=4.0, rate_from_seconds=2.0, first_byte_seconds=3.0)


async def honest_seconds(fetcher: HttpFetcher, url: str) -> float:
    """A crawl's worth of requests with a little time between them."""
    started = time.monotonic()

    async def worker() -> None:
        for _ in range(REQUESTS // WORKERS):
            assert (await fetcher.fetch(Request(url))).status == 200
            await asyncio.sleep(0.01)

    await asyncio.gather(*(worker() for _ in range(WORKERS)))
    return time.monotonic() - started


async def crowd() -> tuple[float, float, list[Response], float]:
    async with AsyncExitStack() as stack:
        good = await stack.enter_async_context(serve(honest()))
        bad = [
            await stack.enter_async_context(serve(drip(OK + b"\r\n", every=0.3)))
            for _ in range(DRIPS)
        ]
        fetcher = HttpFetcher(settings(LIMITS))
        stack.push_async_callback(fetcher.close)
        await honest_seconds(fetcher, good.url("/"))
        alone = [await honest_seconds(fetcher, good.url("/")) for _ in range(2)]
        started = time.monotonic()
        slots = [asyncio.ensure_future(fetcher.fetch(Request(s.url("/")))) for s in bad]
        crowded = [await honest_seconds(fetcher, good.url("/")) for _ in range(2)]
        ended = await asyncio.gather(*slots)
        return min(alone), min(crowded), ended, time.monotonic() - started


def test_drips_do_not_slow_an_honest_host() -> None:
    """Best of two on both sides, and more tries: other work on the machine disturbs a run."""
    for _ in range(4):
        alone, crowded, ended, took = run(crowd(), 40)
        assert [r.truncated for r in ended] == [Truncation.TIME] * DRIPS
        assert took <= LIMITS.total_seconds + 1.0
        if alone / crowded >= 0.9:
            return
    raise AssertionError(f"honest host: {alone:.2f} s alone, {crowded:.2f} s in the crowd")
