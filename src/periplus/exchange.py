"""One HTTP exchange as plain values: what was asked and what came back, byte for byte.

`fetch` makes them, `archive` writes and reads them, `crawl` decides by them. No IO here.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

RawHeaders = tuple[tuple[bytes, bytes], ...]


class Purpose(StrEnum):
    """Why a request is made. Every purpose counts as a request."""

    PAGE = "page"
    ROBOTS = "robots"
    REFRESH = "refresh"


class Truncation(StrEnum):
    """Why a body is incomplete (the values of WARC-Truncated)."""

    LENGTH = "length"
    TIME = "time"
    DISCONNECT = "disconnect"


@dataclass(frozen=True, slots=True)
class Request:
    """A GET that is to be made. `headers` are added to the client's own."""

    url: str
    purpose: Purpose = Purpose.PAGE
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Response:
    """What one request brought. Redirects are responses of their own, never followed inside."""

    url: str
    status: int
    reason: str
    headers: RawHeaders  # original order and case
    body: bytes  # as on the wire (content codings kept), transfer coding removed
    request_head: bytes  # the request line and headers as sent, with the final blank line
    date: float  # wall-clock seconds since the epoch when the request was sent
    seconds: float  # from sending the request to the last byte
    http_version: str = "1.1"
    address: str | None = None  # of the peer really connected to
    truncated: Truncation | None = None
    chunked: bool = field(default=False)  # the wire used Transfer-Encoding: chunked

    def header(self, name: str, default: str = "") -> str:
        """The first header of that name (any case), decoded as Latin-1."""
        wanted = name.lower().encode("latin-1")
        for key, value in self.headers:
            if key.lower() == wanted:
                return value.decode("latin-1").strip()
        return default

    @property
    def media_type(self) -> str:
        """The lower-cased type/subtype of Content-Type, without parameters."""
        return self.header("content-type").split(";", 1)[0].strip().lower()

    @property
    def is_html(self) -> bool:
        """Whether the body is a page that can carry links: (X)HTML by its declared type."""
        media_type = self.media_type
        if media_type:
            return media_type in ("text/html", "application/xhtml+xml")
        return self.body.lstrip()[:1] == b"<"

    @property
    def is_redirect(self) -> bool:
        """Whether the response sends us elsewhere."""
        return self.status in (301, 302, 303, 307, 308) and bool(self.header("location"))


RENDERED_TYPE = "text/html; charset=utf-8"


def as_shown(response: Response, html: bytes) -> Response:
    """The response as if the server had sent the page as a browser shows it."""
    headers = ((b"Content-Type", RENDERED_TYPE.encode()),)
    return replace(response, headers=headers, body=html, truncated=None, chunked=False)
