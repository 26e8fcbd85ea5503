"""Every limit that is a time: connecting, first byte, slow bodies, the whole exchange.

One sweep over the running exchanges replaces several timers for each request. `Exchange.overdue` is
pure; `Watch` cancels the task of what is overdue, and the fetcher turns that into a fault or a
truncated response.
"""

import asyncio
from dataclasses import dataclass, field
from enum import Enum

from periplus.errors import FetchFault
from periplus.limits import Limits


class Phase(Enum):
    """Where an exchange stands."""

    CONNECTING = "connecting"
    WAITING = "waiting for the headers"
    READING = "reading the body"


@dataclass(slots=True, eq=False)
class Exchange:
    """What is known of a request while it runs."""

    url: str
    started: float
    phase: Phase = Phase.CONNECTING
    phase_started: float = 0.0
    head_bytes: int = 0  # of the response's header block so far
    body_bytes: int = 0
    reused: bool = False  # the connection has carried requests before
    peer: str | None = None
    opened: list[tuple[str, bool]] = field(default_factory=list)  # the guard's verdicts
    overrun: FetchFault | None = None
    cancellations: int = 0  # of the task before the exchange began
    _mark: float = 0.0
    _mark_bytes: int = 0

    def enter(self, phase: Phase, now: float) -> None:
        """Begin a phase: its clock starts anew."""
        self.phase = phase
        self.phase_started = self._mark = now

    def overdue(self, now: float, limits: Limits) -> FetchFault | None:
        """The fault if the exchange has run out of time."""
        if now - self.started >= limits.total_seconds:
            return FetchFault.TIMEOUT
        if self.phase is Phase.CONNECTING:
            return FetchFault.TIMEOUT if now - self.started >= limits.connect_seconds else None
        if self.phase is Phase.WAITING:
            if now - self.phase_started < limits.first_byte_seconds:
                return None
            return FetchFault.TOO_SLOW if self.head_bytes else FetchFault.TIMEOUT
        return self._too_slow(now, limits)

    def _too_slow(self, now: float, limits: Limits) -> FetchFault | None:
        """The rate counts over a sliding window, so that a fast start buys no slow end."""
        window = now - self._mark
        if window < limits.rate_from_seconds:
            return None
        if (self.body_bytes - self._mark_bytes) < limits.bytes_per_second * window:
            return FetchFault.TOO_SLOW
        self._mark, self._mark_bytes = now, self.body_bytes
        return None


class Watch:
    """Sweeps over the running exchanges as long as there are any."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._running: dict[Exchange, asyncio.Task[object]] = {}
        self._timer: asyncio.TimerHandle | None = None
        shortest = min(
            limits.connect_seconds,
            limits.first_byte_seconds,
            limits.rate_from_seconds,
            limits.total_seconds,
        )
        self.interval = max(0.01, min(0.5, shortest / 4))

    def begin(self, exchange: Exchange, task: asyncio.Task[object]) -> None:
        """Watch an exchange that `task` makes."""
        self._running[exchange] = task
        exchange.cancellations = task.cancelling()
        if self._timer is None:
            self._timer = task.get_loop().call_later(self.interval, self._sweep)

    def end(self, exchange: Exchange) -> None:
        """Forget an exchange."""
        self._running.pop(exchange, None)

    def claims(self, exchange: Exchange) -> bool:
        """Whether a cancellation that reached the exchange was ours, and ours alone."""
        if exchange.overrun is None:
            return False
        return self._running[exchange].uncancel() <= exchange.cancellations

    def close(self) -> None:
        """Stop sweeping."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _sweep(self) -> None:
        self._timer = None
        if not self._running:
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        for exchange, task in list(self._running.items()):
            fault = exchange.overdue(now, self._limits) if exchange.overrun is None else None
            if fault is not None:
                exchange.overrun = fault
                task.cancel()
        self._timer = loop.call_later(self.interval, self._sweep)
