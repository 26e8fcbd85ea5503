"""The two clocks."""

import asyncio
import time

from periplus.crawl.clock import LiveClock, VirtualClock


def test_the_virtual_clock_jumps_where_a_live_one_would_wait() -> None:
    async def main() -> float:
        clock, wake = VirtualClock(), asyncio.Event()
        await clock.wait(wake, 3600.0, busy=False)
        await clock.wait(wake, 10.0, busy=False)
        await clock.wait(wake, None, busy=False)
        assert clock.wall() == clock.monotonic()
        return clock.monotonic()

    started = time.monotonic()
    assert asyncio.run(main()) == 3600.0
    assert time.monotonic() - started < 60.0


def test_the_virtual_clock_stands_still_while_an_answer_is_awaited() -> None:
    async def main() -> float:
        clock, wake = VirtualClock(5.0), asyncio.Event()
        asyncio.get_running_loop().call_soon(wake.set)
        await clock.wait(wake, 3600.0, busy=True)
        return clock.monotonic()

    assert asyncio.run(main()) == 5.0


def test_the_live_clock_wakes_at_the_moment_or_when_told() -> None:
    async def main() -> tuple[float, float]:
        clock, wake = LiveClock(), asyncio.Event()
        started = clock.monotonic()
        await clock.wait(wake, started + 0.05, busy=False)
        waited = clock.monotonic() - started
        await clock.wait(wake, started - 5.0, busy=False)  # long past: at once
        asyncio.get_running_loop().call_soon(wake.set)
        await clock.wait(wake, clock.monotonic() + 3600.0, busy=True)
        await clock.wait(wake, None, busy=True)
        return waited, clock.monotonic() - started

    waited, whole = asyncio.run(main())
    assert waited >= 0.04
    assert whole < 60.0


def test_the_live_clock_tells_the_time() -> None:
    assert abs(LiveClock().wall() - time.time()) < 5.0
