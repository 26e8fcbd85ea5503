"""Which failures are tried again, after how long and how often. Pure.

This is about one URL. That a host is given rest as a whole is `pace`'s business, and both hold.
"""

from dataclasses import dataclass

import xxhash

from periplus.errors import FetchError
from periplus.exchange import Response, Truncation
from periplus.limits import Limits

# RFC 9110 and 6585: the statuses that say "not now" rather than "no".
RETRY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
_RETRY_TRUNCATIONS = frozenset({Truncation.DISCONNECT, Truncation.TIME})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Waits of about 2, 8, 32 ... seconds, at most `limits.attempts` attempts in all."""

    limits: Limits
    seed: int = 0
    base_seconds: float = 2.0
    factor: float = 4.0
    cap_seconds: float = 600.0

    def after_fault(self, error: FetchError, attempts: int) -> float | None:
        """Seconds until a URL that failed `attempts` times may be tried again; None: never."""
        return self._wait(error.url, attempts) if error.retry else None

    def after_response(self, response: Response, attempts: int) -> float | None:
        """The same for a response that is an error or incomplete; None: take it as it is."""
        incomplete = response.truncated in _RETRY_TRUNCATIONS
        if response.status in RETRY_STATUSES or incomplete:
            return self._wait(response.url, attempts)
        return None

    def _wait(self, url: str, attempts: int) -> float | None:
        if attempts >= self.limits.attempts:
            return None
        wait = self.base_seconds * self.factor ** max(0, min(attempts - 1, 32))
        return float(min(wait, self.cap_seconds) * self._jitter(url, attempts))

    def _jitter(self, url: str, attempts: int) -> float:
        """A factor from 0.75 to 1.25, so that URLs that failed together don't return together."""
        digest = xxhash.xxh3_64_intdigest(f"{self.seed} {attempts} {url}".encode())
        return 0.75 + 0.5 * digest / 2**64
