"""URLs by the WHATWG standard: joining, canonical form, hosts, sites and 64-bit identities.

The canonical form is conservative. Two spellings are one URL only where the standard says that
every server sees the same request (case of scheme and host, default port, dot segments, fragment,
case of percent escapes). Paths keep their case and slashes, queries their order and parameters:
which of those matter is learned for each site, never assumed.
"""

import re
from functools import lru_cache

import ada_url
import numpy as np
import numpy.typing as npt
import xxhash
from publicsuffixlist import PublicSuffixList

from periplus.limits import DEFAULT_LIMITS

UrlHash = npt.NDArray[np.uint64]

_LOWER_CASE_ESCAPE = re.compile(r"%(?:[a-f][0-9a-fA-F]|[0-9A-F][a-f])")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SCHEMES = ("http://", "https://")

# Nothing can be relative to an opaque path, so joining to it parses absolute URLs only. That is
# twice as fast as ada_url.normalize_url, which builds a dictionary of components.
_NO_BASE = "data:,"


def join(base: str, reference: str) -> str | None:
    """The canonical absolute URL of a link on a page, or None where it is not an http(s) URL."""
    if len(reference) > DEFAULT_LIMITS.url_bytes:
        return None
    try:
        href = ada_url.join_url(base, reference)
    except ValueError:
        return _join_scalar_values(base, reference)
    return _canonical_of_href(href)


def canonical(url: str) -> str | None:
    """The canonical form of an absolute URL, or None where it is not an http(s) URL."""
    return join(_NO_BASE, url)


def _join_scalar_values(base: str, reference: str) -> str | None:
    """Join once more if lone surrogates were in the way: they become U+FFFD (WebIDL USVString)."""
    if not _SURROGATE.search(reference):
        return None
    return join(base, _SURROGATE.sub("\ufffd", reference))


def _canonical_of_href(href: str) -> str | None:
    if not href.startswith(_SCHEMES):
        return None
    cut = href.find("#")
    if cut >= 0:
        href = href[:cut]
    if len(href) > DEFAULT_LIMITS.url_bytes or "@" in href[: href.find("/", 8)]:
        return None  # credentials in a link are never sent
    if "%" in href:
        href = _LOWER_CASE_ESCAPE.sub(lambda m: m.group().upper(), href)
    return href


def origin(url: str) -> str:
    """Scheme, host and port of a canonical URL: robots.txt, cookies and pacing are bound to it."""
    end = url.find("/", 8)
    return url if end < 0 else url[:end]


def host(url: str) -> str:
    """Host name of a canonical URL, without port; IPv6 keeps its brackets."""
    authority = origin(url).split("://", 1)[1]
    if authority.startswith("["):
        return authority[: authority.index("]") + 1]
    return authority.split(":", 1)[0]


def path_and_query(url: str) -> str:
    """What follows the origin of a canonical URL: at least `/`."""
    return url[len(origin(url)) :] or "/"


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@lru_cache(maxsize=4096)
def site(host_name: str) -> str:
    """The registrable domain of a host (example.co.uk of www.example.co.uk), else the host."""
    if host_name.startswith("[") or host_name.replace(".", "").isdigit():
        return host_name
    return _suffixes().privatesuffix(host_name) or host_name


def url_hash(url: str) -> int:
    """The 64-bit identity of a canonical URL: stable over processes and versions."""
    return xxhash.xxh3_64_intdigest(url.encode())


def url_hashes(urls: list[str]) -> UrlHash:
    """`url_hash` of each URL."""
    digest = xxhash.xxh3_64_intdigest
    return np.fromiter((digest(u.encode()) for u in urls), dtype=np.uint64, count=len(urls))
