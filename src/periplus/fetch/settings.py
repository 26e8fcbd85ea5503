"""How to ask: the settings of the live fetcher, checked before anything is sent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from yarl import URL

from periplus.errors import ConfigError
from periplus.limits import DEFAULT_LIMITS, Limits

Headers = tuple[tuple[str, str], ...]

# Credentials may only be given for an origin; the others belong to the connection.
BOUND_HEADERS = frozenset({"authorization", "cookie", "proxy-authorization"})
_OWN_HEADERS = frozenset(
    {"host", "connection", "transfer-encoding", "content-length", "accept-encoding"}
)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_FORBIDDEN_IN_VALUE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """`headers` go to every host, `credentials` only to the origin that they are given for."""

    user_agent: str
    limits: Limits = DEFAULT_LIMITS
    allow_private: bool = False
    proxy: str | None = None
    verify_tls: bool = True
    ca_file: str | None = None
    headers: Headers = ()
    credentials: Mapping[str, Headers] = field(default_factory=lambda: MappingProxyType({}))
    cookies: bool = True
    connections_per_host: int = 8

    def __post_init__(self) -> None:
        check_headers((("User-Agent", self.user_agent), *self.headers), BOUND_HEADERS)
        for headers in self.credentials.values():
            check_headers(headers, frozenset({"proxy-authorization"}))
        if self.proxy is not None and not _is_http_url(self.proxy):
            raise ConfigError("the proxy must be an http:// or https:// URL")


def check_headers(headers: Headers, forbidden: frozenset[str]) -> None:
    """Refuse what could break out of its line, leak a credential or contradict the connection.

    Raises:
        ConfigError: with the name of the header.
    """
    for name, value in headers:
        if not _TOKEN.fullmatch(name) or _FORBIDDEN_IN_VALUE.search(value):
            raise ConfigError(f"the request header {name!r} has characters that HTTP forbids")
        if name.lower() in forbidden:
            raise ConfigError(f"the header {name} is a credential: give it for one origin only")
        if name.lower() in _OWN_HEADERS:
            raise ConfigError(f"the header {name} is set by Periplus and cannot be given")


def _is_http_url(text: str) -> bool:
    try:
        parsed = URL(text)
    except ValueError:
        return False
    return parsed.scheme in ("http", "https") and bool(parsed.host)
