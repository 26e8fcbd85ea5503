"""Time as the loop sees it: the real clock, or a virtual one that replay moves by itself."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Monotonic time for pacing, wall-clock time for records, and waiting."""

    def monotonic(self) -> float:
        """Seconds that never go back."""
        ...

    def wall(self) -> float:
        """Seconds since the epoch."""
        ...

    async def wait(self, wake: asyncio.Event, until: float | None, *, busy: bool) -> None:
        """Return when `wake` is set or the moment has come. `busy`: requests are in flight."""
        ...


class LiveClock:
    """The machine's clocks."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    async def wait(self, wake: asyncio.Event, until: float | None, *, busy: bool) -> None:
        if until is None:
            await wake.wait()
            return
        try:
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                await wake.wait()
        except TimeoutError:
            pass


class VirtualClock:
    """Jumps to the next moment instead of waiting for it: hours of politeness pass in no time."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def monotonic(self) -> float:
        return self._now

    def wall(self) -> float:
        return self._now

    async def wait(self, wake: asyncio.Event, until: float | None, *, busy: bool) -> None:
        if busy:
            await wake.wait()
        elif until is not None:
            self._now = max(self._now, until)
