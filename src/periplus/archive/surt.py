"""Sort-friendly keys (SURT): URLs with the host turned round, as CDX indexes are ordered by.

The key folds what web archives fold: scheme, `www.`, letter case, escapes, empty path segments, a
last slash, the order of query parameters. Two URLs of a crawl may share a key; the index keeps the
exact URL beside it. Session parameters of particular products are not cut out of queries.
"""

import re
from urllib.parse import quote_from_bytes, unquote_to_bytes

_PARTS = re.compile(r"(?:(https?)://)?([^/?#]*)([^?#]*)(?:\?([^#]*))?", re.IGNORECASE | re.DOTALL)
_WWW = re.compile(r"www\d*\.")
_KEPT = b"!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"  # printable ASCII but for space, # and %
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def surt(url: str) -> str:
    """The SURT key of an http(s) URL, such as `com,example,forum)/thread?id=5`."""
    match = _PARTS.match(url)
    if match is None:
        return url
    scheme, authority, path, query = match.groups()
    key = _host_key((scheme or "http").lower(), authority) + ")" + _path_key(path)
    if query:
        key += "?" + _query_key(query)
    return key


def _host_key(scheme: str, authority: str) -> str:
    host, port = _host_and_port(authority.rpartition("@")[2].lower())
    if ":" in host:  # IPv6
        key = host
    else:
        host = host.strip(".")
        www = _WWW.match(host)
        key = ",".join(reversed(host[www.end() if www else 0 :].split(".")))
    return f"{key}:{port}" if port and port != _DEFAULT_PORTS.get(scheme) else key


def _host_and_port(authority: str) -> tuple[str, str]:
    if authority.startswith("["):
        host, _, port = authority.partition("]")
        return host[1:], port.removeprefix(":")
    host, _, port = authority.partition(":")
    return host, port


def _path_key(path: str) -> str:
    segments: list[bytes] = []
    parts = _unescaped(path).split(b"/")[1:]
    for part in parts:
        if part == b".." and segments:
            segments.pop()
        elif part not in (b".", b""):
            segments.append(part)
    return "/" + _escaped(b"/".join(segments)).lower()


def _query_key(query: str) -> str:
    folded = _escaped(_unescaped(query)).lower()
    pairs = sorted(tuple(argument.split("=", 1)) for argument in folded.split("&"))
    return "&".join("=".join(pair) for pair in pairs)


def _unescaped(text: str) -> bytes:
    raw = text.encode("utf-8", "surrogatepass")
    while b"%" in raw and (plain := unquote_to_bytes(raw)) != raw:
        raw = plain
    return raw


def _escaped(raw: bytes) -> str:
    return quote_from_bytes(raw, safe=_KEPT)
