"""When one host may next be asked. Pure: no clock, no socket, no randomness that wasn't seeded.

`now` is a monotonic clock that the caller reads. Wall-clock time enters only where a plan is kept
in the job database or read back, so that a clock that jumps while we run changes nothing. What is
spaced are *starts*: with several requests in flight, the host still sees one every `spacing`
seconds. A server may ask for more patience than we planned, never for less.
"""

import math
from dataclasses import dataclass

import xxhash

from periplus.errors import FetchFault
from periplus.exchange import Response
from periplus.fetch.http_date import parse_http_date

_TOO_MANY = (429, 503)
# A fault that says nothing about the host's strength (a broken page, say) does not slow us down.
_TIRED_FAULTS = frozenset(
    {
        FetchFault.CONNECT,
        FetchFault.DISCONNECTED,
        FetchFault.DNS,
        FetchFault.PROXY,
        FetchFault.TIMEOUT,
        FetchFault.TLS,
        FetchFault.TOO_SLOW,
    }
)


@dataclass(frozen=True, slots=True)
class PaceSettings:
    """How patient to be with a host that has said nothing yet, in seconds."""

    delay: float = 1.0
    max_in_flight: int = 2
    # Spacing is at least this many response times (Heritrix: 5); 0 switches that off.
    adaptive_factor: float = 1.0
    adaptive_cap: float = 30.0
    # After 429 and 503 without Retry-After: 30 s, 60 s, 120 s ... an hour.
    backoff: float = 30.0
    backoff_cap: float = 3600.0
    # After several faults in a row: 5 s, 10 s ... ten minutes.
    fault_backoff: float = 5.0
    fault_backoff_cap: float = 600.0
    faults_forgiven: int = 2
    # No bar outlasts this. A longer Retry-After, or a stored bar that a clock set back has
    # made absurd, counts as this much.
    longest_wait: float = 7 * 86400.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PaceRow:
    """What of a plan outlives the process. `not_before` is wall-clock seconds."""

    not_before: float
    delay: float
    strikes: int


class HostPlan:
    """The pace for one origin."""

    __slots__ = (
        "_barred_until",
        "_crawl_delay",
        "_last_start",
        "_response_seconds",
        "_slowdown",
        "_struck_at",
        "faults",
        "in_flight",
        "origin",
        "settings",
        "strikes",
    )

    def __init__(self, origin: str, settings: PaceSettings) -> None:
        self.origin = origin
        self.settings = settings
        self.in_flight = 0
        self.strikes = 0  # answers of 429 or 503, less the good answers since
        self.faults = 0  # in a row
        self._crawl_delay = 0.0
        self._slowdown = 0.0
        self._response_seconds = 0.0
        self._last_start = -math.inf
        self._barred_until = -math.inf
        self._struck_at = -math.inf

    @property
    def spacing(self) -> float:
        """Seconds between two starts, at present."""
        told = max(self.settings.delay, self._crawl_delay, self._slowdown)
        adaptive = self.settings.adaptive_factor * self._response_seconds
        return max(told, min(adaptive, self.settings.adaptive_cap))

    def set_crawl_delay(self, seconds: float | None) -> None:
        """Take over the Crawl-delay of robots.txt."""
        self._crawl_delay = max(0.0, seconds or 0.0)

    def may_start(self, now: float) -> float:
        """Seconds to wait before the next request; 0.0: now; infinite: until one has ended."""
        if self.in_flight >= self.settings.max_in_flight:
            return math.inf
        return max(0.0, self.ready_at - now)

    @property
    def ready_at(self) -> float:
        """The moment from which a start is allowed, whatever is in flight."""
        return max(self._last_start + self.spacing, self._barred_until)

    def started(self, now: float) -> None:
        """A request went out."""
        self.in_flight += 1
        self._last_start = max(self._last_start, now)

    def finished(
        self, now: float, seconds: float, status: int, retry_after: float | None = None
    ) -> None:
        """A request that took `seconds` was answered."""
        self._ended()
        self.faults = 0
        if retry_after is not None:
            self._bar(now + retry_after, now)
        if status in _TOO_MANY:
            self._strike(now, seconds, told=retry_after is not None)
        else:
            self._relax(now, seconds)
        self._follow(seconds)

    def failed(self, now: float, fault: FetchFault) -> None:
        """A request brought no response."""
        self._ended()
        if fault not in _TIRED_FAULTS:
            return
        self.faults += 1
        beyond = self.faults - self.settings.faults_forgiven
        if beyond > 0:
            wait = self.settings.fault_backoff * 2.0 ** min(beyond - 1, 32)
            jitter = self._jitter(f"fault {self.faults}")
            self._bar(now + min(wait, self.settings.fault_backoff_cap) * jitter, now)

    def withdrawn(self) -> None:
        """A request that was announced with `started` was given up before it was made."""
        self._ended()

    def to_row(self, now: float, wall: float) -> PaceRow:
        """What to keep in the job database."""
        wait = max(0.0, self.ready_at - now) if math.isfinite(self.ready_at) else 0.0
        return PaceRow(not_before=wall + wait, delay=self._slowdown, strikes=self.strikes)

    @classmethod
    def from_row(
        cls, origin: str, settings: PaceSettings, row: PaceRow, now: float, wall: float
    ) -> "HostPlan":
        """The plan of an earlier process. Nothing in it can make us earlier than it was."""
        plan = cls(origin, settings)
        plan.strikes = max(0, row.strikes)
        plan._slowdown = min(max(0.0, row.delay), settings.backoff_cap)
        if math.isfinite(row.not_before):
            plan._bar(now + max(0.0, row.not_before - wall), now)
        return plan

    def _ended(self) -> None:
        if self.in_flight <= 0:
            raise ValueError(f"{self.origin}: a request ended that had not started")
        self.in_flight -= 1

    def _bar(self, until: float, now: float) -> None:
        self._barred_until = max(self._barred_until, min(until, now + self.settings.longest_wait))

    def _strike(self, now: float, seconds: float, *, told: bool) -> None:
        # Requests that were under way together are refused together: that is one strike.
        if now - seconds >= self._struck_at:
            self.strikes += 1
            self._struck_at = now
            self._slowdown = min(max(2.0 * self.spacing, 1.0), self.settings.adaptive_cap)
        if not told:
            wait = self.settings.backoff * 2.0 ** min(self.strikes - 1, 32)
            jitter = self._jitter(f"strike {self.strikes}")
            self._bar(now + min(wait, self.settings.backoff_cap) * jitter, now)

    def _relax(self, now: float, seconds: float) -> None:
        if now - seconds >= self._struck_at:
            self.strikes = max(0, self.strikes - 1)
            self._slowdown *= 0.95

    def _follow(self, seconds: float) -> None:
        """Follow the response time: half-way up at once, down slowly."""
        weight = 0.5 if seconds > self._response_seconds else 0.1
        self._response_seconds += weight * (seconds - self._response_seconds)

    def _jitter(self, occasion: str) -> float:
        """A factor from 1 to 1.25 that another host, seed or occasion would not share."""
        digest = xxhash.xxh3_64_intdigest(f"{self.settings.seed} {self.origin} {occasion}".encode())
        return 1.0 + 0.25 * digest / 2**64


def retry_after_seconds(response: Response, wall: float) -> float | None:
    """The wait that a response asks for, in seconds; None where it asks for none.

    A date counts from the server's own clock where the response tells it.
    """
    value = response.header("retry-after")
    if not value:
        return None
    if value.isascii() and value.isdigit():
        return float(value[:18])
    until = parse_http_date(value)
    if until is None:
        return None
    server_clock = parse_http_date(response.header("date"))
    return max(0.0, until - (wall if server_clock is None else server_clock))
