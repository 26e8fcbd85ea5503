"""Parts of URLs that say what is shown of another page: /a/b/history/, /edit/a/b.

Where the path of a known URL is left without some part, that part may name a function. It is
believed when it was met with several pages and mostly stands with one. Then the URLs that have it
are of one sort, however deep their page is and in whichever section of the site.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from periplus import url as urls
from periplus.site.hash_table import packed, unpacked

_LONGEST_BEHIND = 4  # segments
_LEAST_PAGES = 3
_LEAST_SHARE = 0.5  # of the URLs that have the word at its place
_MOST_PATHS = 200_000
_MOST_WORDS = 20_000
_PAGE = "{}"
_DIGIT = re.compile(r"\d")


class _Word(NamedTuple):
    """A part of URLs that may name a function."""

    pages: frozenset[int]  # hashes of the first pages that it was met with
    met: int  # with known pages
    seen: int


_NEW = _Word(frozenset(), 0, 0)


class UrlFunctions:
    """Learns from the URLs of a site which of their parts name functions of pages."""

    def __init__(self) -> None:
        self._paths: set[int] = set()  # hashes of paths without their last slash
        self._words: dict[str, _Word] = {}  # by the word, with the page before or behind it
        self._functions: set[str] = set()

    def learn(self, url: str) -> None:
        """Take a URL in; each is to be given once."""
        path, query = _path_of(url)
        names = []
        best, best_of = (0, 0), ("", 0)
        for name, page in _divisions(path.split("/")):
            names.append(name)
            page_hash = urls.url_hash(page)
            if page_hash in self._paths:
                # The longest page, and of two the word that was met more often.
                rank = page.count("/") + 1, self._words.get(name, _NEW).met
                if rank > best:
                    best, best_of = rank, (name, page_hash)
        for name in names:
            self._count(name, best_of[1] if name == best_of[0] else 0)
        if not query and path and len(self._paths) < _MOST_PATHS:
            self._paths.add(urls.url_hash(path))

    def _count(self, name: str, page: int) -> None:
        word = self._words.get(name)
        if word is None:
            if not page or len(self._words) >= _MOST_WORDS:
                return
            word = _NEW
        pages = word.pages | {page} if page and len(word.pages) < _LEAST_PAGES else word.pages
        word = self._words[name] = _Word(pages, word.met + bool(page), word.seen + 1)
        if len(pages) >= _LEAST_PAGES and word.met >= _LEAST_SHARE * word.seen:
            self._functions.add(name)
        else:
            self._functions.discard(name)

    def name(self, url: str) -> str:
        """The function of a page that a URL names, with the page as {}; "" where none is known."""
        if not self._functions:
            return ""
        path, query = _path_of(url)
        named = [name for name, _ in _divisions(path.split("/")) if name in self._functions]
        if not named:
            return ""
        ends = "?" + "&".join(sorted(pair.partition("=")[0] for pair in query)) if query else ""
        return max(named, key=lambda name: self._words[name].met) + ends

    def believe(self, names: Iterable[str]) -> None:
        """Take functions for known."""
        for name in names:
            self._words[name] = _Word(frozenset(range(_LEAST_PAGES)), _LEAST_PAGES, _LEAST_PAGES)
            self._functions.add(name)

    def known(self) -> list[str]:
        """All functions that are believed."""
        return sorted(self._functions)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "paths": packed(np.array(sorted(self._paths), np.uint64)),
            "words": {n: [sorted(w.pages), w.met, w.seen] for n, w in self._words.items()},
            "functions": sorted(self._functions),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._paths = set(unpacked(state["paths"], np.uint64).tolist())
        self._words = {n: _Word(frozenset(p), m, s) for n, (p, m, s) in state["words"].items()}
        self._functions = set(state["functions"])


def is_function(pattern: str) -> bool:
    """Whether this names a function rather than the pattern of URLs, which have no such sign."""
    return _PAGE in pattern


def _path_of(url: str) -> tuple[str, list[str]]:
    """The path without slashes around it, and the pairs of the query."""
    start = url.find("/", 8)
    if start < 0:
        return "", []
    path, _, query = url[start:].partition("?")
    return path.strip("/"), query.replace(";", "&").split("&") if query else []


def _divisions(parts: list[str]) -> Iterator[tuple[str, str]]:
    """How a path may be made of a function and a page: the function's name, the page's path.

    Words name functions: what has a number in it is a part of a list, or a thing of its own.
    """
    size = len(parts)
    if size > 1 and not _DIGIT.search(parts[0]) and not parts[-1].isdecimal():  # no page/2
        yield f"{parts[0]}/{_PAGE}", "/".join(parts[1:])
    for left in range(1, min(_LONGEST_BEHIND, size - 1) + 1):
        if _DIGIT.search(parts[-left]):
            break
        yield f"{_PAGE}/{parts[-left]}{'/*' * (left - 1)}", "/".join(parts[:-left])
