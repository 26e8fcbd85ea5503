"""What the crawl needs of the network: one request in, one response out."""

from typing import Protocol

from periplus.exchange import Request, Response


class Fetcher(Protocol):
    """Makes single requests. Never follows a redirect, never retries a refusal, never paces."""

    async def fetch(self, request: Request) -> Response:
        """The response to one GET, as it was on the wire.

        Raises:
            FetchError: the remote or the network failed before there was a response.
            AddressNotPublic: every address of the host is private, and that is not allowed.
        """
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...
