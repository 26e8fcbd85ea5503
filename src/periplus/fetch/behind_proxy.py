"""The address check for requests that go through a proxy.

The guard sees only the proxy's address then, which the user chose and which is exempt. So the
target's name is resolved here as well, and refused if any of its addresses is private. What the
proxy itself resolves the name to is beyond our reach: a proxy for untrusted targets should refuse
private addresses on its own.
"""

import asyncio

from aiohttp.abc import AbstractResolver

from periplus import url as urls
from periplus.errors import AddressNotPublic, FetchError, FetchFault
from periplus.fetch.guard import is_public

_KEPT_SECONDS = 60.0
_KEPT_HOSTS = 4096


class ProxiedTargets:
    """Which hosts may be asked for through a proxy."""

    def __init__(self, resolver: AbstractResolver, seconds: float) -> None:
        self._resolver = resolver
        self._seconds = seconds
        self._known: dict[str, tuple[float, str | None]] = {}

    async def check(self, url: str, now: float) -> None:
        """Let pass or refuse a target.

        Raises:
            AddressNotPublic: an address of its host is private.
            FetchError: its name cannot be resolved here, so that nobody can tell.
        """
        host = urls.host(url).strip("[]")
        until, refused = self._known.get(host, (now, None))
        if now >= until:
            refused = await self._private_address(url, host)
            if len(self._known) >= _KEPT_HOSTS:
                self._known.clear()
            self._known[host] = (now + _KEPT_SECONDS, refused)
        if refused is not None:
            raise AddressNotPublic(host, refused)

    async def _private_address(self, url: str, host: str) -> str | None:
        if host.replace(".", "").isdigit() or ":" in host:
            return None if is_public(host) else host
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._resolver.resolve(host)
        except (OSError, TimeoutError) as error:
            detail = "the name must be resolvable here, or use --allow-private"
            raise FetchError(url, FetchFault.DNS, detail) from error
        return next((a["host"] for a in found if not is_public(a["host"])), None)
