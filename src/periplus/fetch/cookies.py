"""Cookies, bound more tightly than RFC 6265 asks, in memory, with a JSON form for resumed jobs.

A cookie goes back to where it came from: the same scheme and port, and the same host or, where the
server named a domain that is not a public suffix, a host inside that domain. One exception lets
sessions live on ordinary sites: what plain http on port 80 set also goes to https on port 443. What
https set never goes to http. All times are wall-clock seconds that the caller passes in.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from periplus import url as urls
from periplus.fetch.http_date import parse_cookie_date
from periplus.limits import Limits

# RFC 6265bis section 5.6: a cookie with control characters (but for tab) is ignored whole.
# What is not Latin-1 did not come from a header.
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]")
_NOT_SENDABLE = re.compile(r"[;\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]")
_COOKIE_HEADER_BYTES = 8190  # what curl sends at most, and Apache accepts
_DEFAULT_PORTS = {"http": 80, "https": 443}
_UPGRADE = (("http", 80), ("https", 443))
_FOREVER = 400 * 86400.0  # RFC 6265bis section 5.5 caps the life of a cookie at 400 days


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie. `domain` has no leading dot; `host_only` says whether it is just that host."""

    name: str
    value: str
    domain: str
    host_only: bool
    path: str
    scheme: str
    port: int
    expires: float | None  # None: to the end of the session
    order: int  # of creation

    def goes_to(self, scheme: str, host: str, port: int, path: str) -> bool:
        """Whether a request to that place carries the cookie."""
        came_from, goes_to = (self.scheme, self.port), (scheme, port)
        if came_from != goes_to and (came_from, goes_to) != _UPGRADE:
            return False
        if host != self.domain and (self.host_only or not host.endswith("." + self.domain)):
            return False
        return _path_matches(path, self.path)

    def is_over(self, now: float) -> bool:
        """Whether the cookie has expired."""
        return self.expires is not None and self.expires <= now


class CookieJar:
    """The cookies of one crawl."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sites: dict[str, dict[tuple[str, ...], Cookie]] = {}
        self._order = 0

    def __len__(self) -> int:
        return sum(len(cookies) for cookies in self._sites.values())

    def __bool__(self) -> bool:
        return bool(self._sites)

    def set(self, url: str, header: str, now: float) -> bool:
        """Keep the cookie of one Set-Cookie header of a response from `url`, if it may be kept."""
        cookie = self._parse(url, header, now)
        if cookie is None:
            return False
        site = urls.site(cookie.domain)
        cookies = self._sites.setdefault(site, {})
        key = _key(cookie)
        older = cookies.pop(key, None)
        if not cookie.is_over(now):
            cookies[key] = cookie
            self._evict(cookies, cookie.domain, now)
        if not cookies:
            del self._sites[site]
        return older is not None or not cookie.is_over(now)

    def header_for(self, url: str, now: float) -> str:
        """The Cookie header for a request to `url`; empty where there is none."""
        host = urls.host(url)
        cookies = self._sites.get(urls.site(host))
        if not cookies:
            return ""
        scheme, port = _scheme_and_port(url)
        path = urls.path_and_query(url).split("?", 1)[0]
        fitting = [
            c
            for c in cookies.values()
            if not c.is_over(now) and c.goes_to(scheme, host, port, path)
        ]
        # RFC 6265 section 5.4: longer paths first, then older cookies.
        fitting.sort(key=lambda c: (-len(c.path), c.order))
        return _joined(fitting)

    def to_json(self, now: float) -> list[dict[str, Any]]:
        """Every living cookie as plain values; also session cookies, since a job is one session."""
        living = [c for cs in self._sites.values() for c in cs.values() if not c.is_over(now)]
        return [asdict(c) for c in sorted(living, key=lambda c: c.order)]

    @classmethod
    def from_json(
        cls, rows: Iterable[Mapping[str, Any]], limits: Limits, now: float
    ) -> "CookieJar":
        """The jar that `to_json` described. Rows that are not cookies are left out."""
        jar = cls(limits)
        for row in rows:
            cookie = _from_row(row)
            if cookie is not None and not cookie.is_over(now):
                jar._order = max(jar._order, cookie.order)
                jar._sites.setdefault(urls.site(cookie.domain), {})[_key(cookie)] = cookie
        return jar

    def _parse(self, url: str, header: str, now: float) -> Cookie | None:
        if len(header) > self._limits.cookie_bytes or _CONTROL.search(header):
            return None
        pair, *attributes = header.split(";")
        name, equals, value = pair.partition("=")
        name, value = (name.strip(), value.strip()) if equals else ("", name.strip())
        if not name:
            return None  # allowed by RFC 6265bis, used by nobody but for attacks
        given = _attributes(attributes)
        host = urls.host(url)
        scheme, port = _scheme_and_port(url)
        domain = given.get("domain", "").lstrip(".").lower()
        if domain and not _may_set(host, domain):
            return None
        if "secure" in given and scheme != "https":
            return None
        path = given.get("path", "")
        if not path.startswith("/"):
            path = _default_path(url)
        if not _prefix_honoured(name, given, scheme, path):
            return None
        self._order += 1
        return Cookie(
            name=name,
            value=value,
            domain=domain or host,
            host_only=not domain,
            path=path,
            scheme=scheme,
            port=port,
            expires=_expiry(given, now),
            order=self._order,
        )

    def _evict(self, cookies: dict[tuple[str, ...], Cookie], domain: str, now: float) -> None:
        for key in [k for k, c in cookies.items() if c.is_over(now)]:
            del cookies[key]
        of_domain = [k for k, c in cookies.items() if c.domain == domain]
        for key in of_domain[: max(0, len(of_domain) - self._limits.cookies_per_host)]:
            del cookies[key]


def _key(cookie: Cookie) -> tuple[str, ...]:
    """RFC 6265: name, domain and path; and here, where it may go back to."""
    place = (cookie.scheme, str(cookie.port), str(cookie.host_only))
    return (cookie.name, cookie.domain, cookie.path, *place)


def _attributes(parts: Iterable[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition("=")
        given[name.strip().lower()] = value.strip()
    return given


def _may_set(host: str, domain: str) -> bool:
    """Whether a host may set cookies for a domain: its own or a parent that one owner holds."""
    if host == domain:
        return True
    if not host.endswith("." + domain):
        return False
    registrable = urls.site(host)
    return domain == registrable or domain.endswith("." + registrable)


def _prefix_honoured(name: str, given: Mapping[str, str], scheme: str, path: str) -> bool:
    """RFC 6265bis section 4.1.3: the promises of __Secure- and __Host- names are kept."""
    lowered = name.lower()
    if lowered.startswith("__secure-"):
        return "secure" in given and scheme == "https"
    if lowered.startswith("__host-"):
        return "secure" in given and scheme == "https" and path == "/" and "domain" not in given
    return True


def _expiry(given: Mapping[str, str], now: float) -> float | None:
    max_age = given.get("max-age", "")
    if re.fullmatch(r"-?[0-9]{1,18}", max_age):
        return now + min(int(max_age), _FOREVER) if int(max_age) > 0 else 0.0
    expires = parse_cookie_date(given.get("expires", ""))
    return None if expires is None else min(expires, now + _FOREVER)


def _scheme_and_port(url: str) -> tuple[str, int]:
    origin = urls.origin(url)
    scheme, _, authority = origin.partition("://")
    port = authority[len(urls.host(url)) :].lstrip(":")
    return scheme, int(port) if port else _DEFAULT_PORTS[scheme]


def _default_path(url: str) -> str:
    path = urls.path_and_query(url).split("?", 1)[0]
    return path[: path.rfind("/")] or "/"


def _path_matches(path: str, cookie_path: str) -> bool:
    if not path.startswith(cookie_path):
        return False
    return cookie_path.endswith("/") or path[len(cookie_path) : len(cookie_path) + 1] in ("", "/")


def _joined(cookies: list[Cookie]) -> str:
    header = ""
    for cookie in cookies:
        pair = f"{cookie.name}={cookie.value}"
        longer = f"{header}; {pair}" if header else pair
        if len(longer) > _COOKIE_HEADER_BYTES:
            break
        header = longer
    return header


def _from_row(row: Mapping[str, Any]) -> Cookie | None:
    try:
        cookie = Cookie(
            name=str(row["name"]),
            value=str(row["value"]),
            domain=str(row["domain"]),
            host_only=bool(row["host_only"]),
            path=str(row["path"]),
            scheme=str(row["scheme"]),
            port=int(row["port"]),
            expires=None if row["expires"] is None else float(row["expires"]),
            order=int(row["order"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    unsafe = _NOT_SENDABLE.search(cookie.name + cookie.value) or _CONTROL.search(cookie.path)
    return None if unsafe else cookie
