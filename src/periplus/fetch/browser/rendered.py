"""What rendering needs and what it brings: values and protocols, no browser."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from periplus.errors import PeriplusError
from periplus.exchange import Request, Response

# Asks for what a page loads. Raises FetchError or RefusedError, as a page request would.
Ask = Callable[[Request, str], Awaitable[Response]]


class RenderFault(StrEnum):
    """Why a page could not be rendered. The page itself is kept as it was fetched."""

    CRASHED = "render-crashed"
    TIMEOUT = "render-timeout"
    UNAVAILABLE = "render-unavailable"


class RenderFailed(PeriplusError):
    """The browser crashed or hung on a page."""

    def __init__(self, url: str, fault: RenderFault, detail: str = "") -> None:
        super().__init__(f"{url}: {fault}" + (f" ({detail})" if detail else ""))
        self.url = url
        self.fault = fault
        self.detail = detail


class RenderLimit(StrEnum):
    """What a page had more of than is looked at."""

    SECONDS = "seconds"
    REQUESTS = "requests"
    ORIGINS = "origins"
    BYTES = "bytes"
    SCROLLS = "scrolls"
    CLICKS = "clicks"
    HOVERS = "hovers"
    ROUTES = "routes"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page as the browser showed it: its DOM, in which what was found by acting is links."""

    html: bytes
    found: int = 0  # links that no markup had: handlers, pop-ups, routes
    clicks: int = 0
    hovers: int = 0
    scrolls: int = 0
    routes: int = 0
    limits: frozenset[RenderLimit] = frozenset()
    refused: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


class Renderer(Protocol):
    """Shows pages and tells what is on them."""

    async def render(self, response: Response, ask: Ask) -> Rendered:
        """The page of a response, everything else it loads asked for through `ask`.

        Raises:
            RenderFailed: the browser crashed or hung; the next page gets a new one.
        """
        ...

    async def close(self) -> None:
        """End the browser."""
        ...
