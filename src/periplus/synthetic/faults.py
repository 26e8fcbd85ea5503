"""What the loopback server can do wrong on purpose, and what it remembers of each request."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A misbehaviour of one path, for its first `times` requests (None: for all of them).

    A status replaces the site's answer; `delay` waits before the first byte; `drip` sends the body
    in pieces of so many bytes, `drip_seconds` apart; `cut_after` closes the connection after so
    many bytes of the whole response, 0 before the first one.
    """

    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    drip: int = 0
    drip_seconds: float = 0.1
    cut_after: int | None = None
    times: int | None = None

    @classmethod
    def too_many_requests(cls, retry_after: int | str, times: int | None = 1) -> "Fault":
        """429 with Retry-After: seconds, or an HTTP date."""
        return cls(status=429, headers=(("Retry-After", str(retry_after)),), times=times)

    @classmethod
    def unavailable(cls, times: int | None = 1) -> "Fault":
        """503 without a hint when to come back."""
        return cls(status=503, times=times)

    @classmethod
    def disconnect(cls, after: int = 0, times: int | None = 1) -> "Fault":
        """The connection is closed in the middle of the response."""
        return cls(cut_after=after, times=times)


@dataclass(slots=True)
class RequestRecord:
    """One request as the server saw it; times are of the server's monotonic clock."""

    started: float
    method: str
    target: str
    status: int
    in_flight: int  # requests being answered when this one came, itself included
    connection: int
    user_agent: str = ""
    cookie: str = ""
    ended: float | None = None
    sent: int = 0
