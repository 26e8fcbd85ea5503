"""Kinds of URLs: pages of one layout are told apart by the form of their URLs."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from periplus.site.split_url import split_url
from periplus.site.url_patterns import UrlKeys, UrlPatterns

_DIGITS = re.compile(r"\d+")
_WILD = re.compile(r"\*|N|H")
_CLASSES = {"*": "[^/?&;=]*", "N": "[0-9]+", "H": "[0-9a-fA-F]+"}
_MOST_CACHED = 50_000


def paper_group(url: str) -> str:
    """The paper's grouping: number and order of path segments, names of parameters; digits equal.

    Segments with digits count as one class each; without, they must be the same.
    """
    segments, pairs = split_url(url)
    path = "/".join(_DIGITS.sub("N", segment) for segment in segments)
    names = sorted({_DIGITS.sub("N", pair.partition("=")[0]) for pair in pairs})
    return f"/{path}?{'&'.join(names)}" if names else f"/{path}"


class UrlGroups:
    """The group of each URL, by the words that the site's URLs share, or by the paper's rule."""

    def __init__(self, *, faithful: bool = False) -> None:
        self._faithful = faithful
        self._patterns = UrlPatterns()
        self._cache: dict[str, str] = {}

    def learn(self, urls: Iterable[str]) -> None:
        """Take in the URLs of a sample, each once."""
        if not self._faithful:
            self._patterns.learn(urls)
        self._cache.clear()

    def of(self, url: str) -> str:
        """The group of a URL."""
        group = self._cache.get(url)
        if group is None:
            group = paper_group(url) if self._faithful else self._patterns.keys(url).pattern
            if len(self._cache) >= _MOST_CACHED:
                self._cache.clear()
            self._cache[url] = group
        return group

    def keys(self, url: str) -> UrlKeys:
        """Shape and pattern of a URL."""
        return self._patterns.keys(url)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {"faithful": self._faithful, "patterns": self._patterns.save()}

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> "UrlGroups":
        """Take up what `save` returned."""
        groups = cls(faithful=bool(state["faithful"]))
        groups._patterns.restore(state["patterns"])
        return groups


def keys_of(url: str) -> frozenset[str]:
    """The names of a URL's parameters."""
    return frozenset(pair.partition("=")[0] for pair in split_url(url)[1])


def without_keys(url: str, dropped: frozenset[str]) -> str:
    """The URL with some of its parameters left out."""
    base, mark, query = url.partition("?")
    if not mark:
        return url
    parts = re.split("([&;])", query)
    kept = ""
    for at in range(0, len(parts), 2):
        pair = parts[at]
        if pair and pair.partition("=")[0] not in dropped:
            kept += (parts[at - 1] if kept and at else "") + pair
    return f"{base}?{kept}" if kept else base


def group_expression(group: str) -> str:
    """A group as a regular expression, as the paper writes its URL patterns."""
    out, last = "", 0
    for found in _WILD.finditer(group):
        out += re.escape(group[last : found.start()]) + _CLASSES[found.group()]
        last = found.end()
    return out + re.escape(group[last:])
