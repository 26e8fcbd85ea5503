"""Parts of URLs that say what is shown of another page: /a/b/history/, /edit/a/b, /a/b?do=print.

Where a known URL is left without some part, that part may name a function; so may all of a URL
but a parameter that is the name of a known page: /show?what=history&page=b. So may a word in the
middle, if pages link to their own URLs with that word for another: /wiki/view/a, /wiki/edit/a. It
is believed when it was met with several pages and mostly stands with one. Then the URLs that have
it are of one sort, however deep their page is and in whichever section of the site.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

import numpy as np

from periplus import url as urls
from periplus.site.hash_table import packed, unpacked
from periplus.site.split_url import split_url

_LONGEST_BEHIND = 4  # segments
_MOST_SWAPPED = 3  # the first segments of a path
_LEAST_SEGMENTS = 3  # of a path of which one is swapped
_MOST_PAIRS = 4
_LEAST_PAGES = 3
_LEAST_SWAPPED = 8  # the same of words that stand where others do: sections may have like names
_LEAST_OWN = 3  # pages that link to their own URL with such a word: no section does
_LEAST_SHARE = 0.5  # of the URLs that have the word at its place
_MOST_PAGES = 200_000
_MOST_WORDS = 20_000
_MOST_CUT = 1 << 14  # URLs that are remembered cut up: the links of recent pages
_PAGE = "{}"
_ANYWHERE = "…/"  # before the name of a page, wherever on the site it is
_SHORTEST_NAME = 3
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W\d_]+")  # what a name has of the URL as it is written
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(slots=True)
class _Word:
    """A part of URLs that may name a function."""

    pages: frozenset[int] = frozenset()  # hashes of the first pages that it was met with
    met: int = 0  # with known pages
    seen: int = 0


_NEW = _Word()  # which nobody changes
_Division = tuple[str, str]  # the name of a function, and the page


class _Swap(NamedTuple):
    """A path of which one segment may name a function."""

    name: str  # of the function
    word: int  # the hash of the segment
    rest: int  # that of the path without it


class _Parts(NamedTuple):
    """How a URL may be made of a function and a page."""

    by_path: list[_Division]
    by_query: list[_Division]
    parameters: str  # their names, with a question mark before
    swaps: list[_Swap]
    names: tuple[str, ...]  # of all functions that it may name
    pages: tuple[int, ...]  # hashes by which it is known as a page: of its path, of its name alone


class UrlFunctions:
    """Learns from the URLs of a site which of their parts name functions of pages."""

    def __init__(self) -> None:
        self._pages: set[int] = set()  # hashes of URLs that are a path, or have one parameter
        self._taken: set[int] = set()  # the same of pages that were fetched
        self._first_words: dict[int, int] = {}  # by the rest of a path: the first word seen in it
        # By the name of a function: pages that link to their own URL with its word, by the rest.
        self._own: dict[str, frozenset[int]] = {}
        self._words: dict[str, _Word] = {}  # by the word, with the page before or behind it
        self._functions: set[str] = set()
        self._new: set[str] = set()  # functions that are believed since `newly_known` was asked

    def learn(self, found: Sequence[str], own: str = "") -> None:
        """Take the URLs that a page links to in; each is to be given once.

        A list may link to the history of a page before the page. `own`: the URL of the page.
        """
        words = {swap.rest: swap.word for swap in _cut(own).swaps} if own else {}
        cut = [_cut(url) for url in found]
        for parts in cut:
            if len(self._pages) < _MOST_PAGES:
                self._pages.update(parts.pages)
            for swap in parts.swaps:
                _, word, rest = swap
                if len(self._first_words) < _MOST_PAGES:
                    self._first_words.setdefault(rest, word)
                if words.get(rest, word) != word:
                    self._count_own(swap)
        for parts in cut:
            self._learn(parts)

    def _learn(self, parts: _Parts) -> None:
        divisions = parts.by_path + parts.by_query if parts.by_query else parts.by_path
        best, met, met_with = (0, 0), "", 0
        pages, words = self._pages, self._words
        for name, page in divisions:
            page_hash = urls.url_hash(page)
            if page_hash in pages:
                # The longest page, and of two the word that was met more often.
                rank = page.count("/") + 1, words.get(name, _NEW).met
                if rank > best:
                    best, met, met_with = rank, name, page_hash
        for name, _ in divisions:
            if name == met:
                self._count(name, met_with)
            elif name in words:
                self._count(name, 0)
        if parts.swaps and not met:
            self._count_swaps(parts)

    def _count_own(self, swap: _Swap) -> None:
        pages = self._own.get(swap.name, frozenset())
        if len(pages) < _LEAST_OWN and len(self._own) < _MOST_WORDS:
            self._own[swap.name] = pages | {swap.rest}

    def _count_swaps(self, parts: _Parts) -> None:
        """Another word stands in the same path: this one may say what is shown of its page."""
        divided = {name for name, _ in parts.by_path}
        for name, word, rest in parts.swaps:
            if name not in divided and len(self._own.get(name, ())) >= _LEAST_OWN:
                is_met = self._first_words.get(rest, word) != word
                self._count(name, rest if is_met else 0, _LEAST_SWAPPED)

    def _count(self, name: str, page: int, least: int = _LEAST_PAGES) -> None:
        word = self._words.get(name)
        if word is None:
            if not page or len(self._words) >= _MOST_WORDS:
                return
            word = self._words[name] = _Word()
        if page and len(word.pages) < least:
            word.pages |= {page}
        word.met += bool(page)
        word.seen += 1
        if len(word.pages) >= least and word.met >= _LEAST_SHARE * word.seen:
            if name not in self._functions:
                self._functions.add(name)
                self._new.add(name)
        else:
            self._functions.discard(name)

    def name(self, url: str) -> str:
        """The function of a page that a URL names, with the page as {}; "" where none is known."""
        functions = self._functions
        if not functions:
            return ""
        parts = _cut(url)
        if functions.isdisjoint(parts.names):
            return ""
        named = {n: n + parts.parameters for n, _ in parts.by_path if n in functions}
        named |= {n: n + parts.parameters for n, _, _ in parts.swaps if n in functions}
        named |= {n: n for n, _ in parts.by_query if n in functions}
        return named[max(named, key=lambda name: self._words[name].met)]

    def take(self, url: str) -> None:
        """A page was fetched, whatever came of it."""
        if len(self._taken) < _MOST_PAGES:
            self._taken.update(_cut(url).pages)

    def shows_waiting(self, url: str) -> bool:
        """Whether a URL shows something of a page that is known, and was not fetched yet."""
        parts = _cut(url)
        pages = dict(parts.by_path + parts.by_query)
        known = [name for name in pages if name in self._functions]
        if not known or len(self._taken) >= _MOST_PAGES:
            return False
        page = urls.url_hash(pages[max(known, key=lambda name: self._words[name].met)])
        return page in self._pages and page not in self._taken

    def newly_known(self) -> Callable[[str], bool] | None:
        """Whether a URL may name a function that is believed since this was last asked."""
        words = [_WORDS.findall(name) for name in sorted(self._new)]
        self._new.clear()
        if not words:
            return None

        def may_name(url: str) -> bool:
            for name in words:
                for word in name:
                    if word not in url:
                        break
                else:
                    return True
            return False

        return may_name

    def believe(self, names: Iterable[str]) -> None:
        """Take functions for known."""
        for name in names:
            met = frozenset(range(_LEAST_SWAPPED))
            self._own[name] = frozenset(range(_LEAST_OWN))
            self._words[name] = _Word(met, len(met), len(met))
            self._functions.add(name)

    def known(self) -> list[str]:
        """All functions that are believed."""
        return sorted(self._functions)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "pages": packed(np.array(sorted(self._pages), np.uint64)),
            "taken": packed(np.array(sorted(self._taken), np.uint64)),
            "rests": packed(np.fromiter(self._first_words, np.uint64)),
            "first_words": packed(np.fromiter(self._first_words.values(), np.uint64)),
            "own": {name: sorted(pages) for name, pages in self._own.items()},
            "words": {n: [sorted(w.pages), w.met, w.seen] for n, w in self._words.items()},
            "functions": sorted(self._functions),
            "new": sorted(self._new),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages = set(unpacked(state["pages"], np.uint64).tolist())
        self._taken = set(unpacked(state["taken"], np.uint64).tolist())
        rests = unpacked(state["rests"], np.uint64).tolist()
        first_words = unpacked(state["first_words"], np.uint64).tolist()
        self._first_words = dict(zip(rests, first_words, strict=True))
        self._own = {name: frozenset(pages) for name, pages in state["own"].items()}
        self._words = {n: _Word(frozenset(p), m, s) for n, (p, m, s) in state["words"].items()}
        self._functions, self._new = set(state["functions"]), set(state["new"])


def is_function(pattern: str) -> bool:
    """Whether this names a function rather than the pattern of URLs, which have no such sign."""
    return _PAGE in pattern


@lru_cache(_MOST_CUT)
def _cut(url: str) -> _Parts:
    segments, pairs = split_url(url)
    path = "/".join(segments).strip("/")
    parts = path.split("/")
    last = _named(parts[-1])
    by_path = _path_divisions(parts)
    swaps = _swaps(parts) if last and len(parts) >= _LEAST_SEGMENTS else []
    names = [name for name, _ in by_path] + [swap.name for swap in swaps]
    if not pairs:
        pages = tuple([urls.url_hash(page) for page in (path, last) if page])
        return _Parts(by_path, [], "", swaps, tuple(names), pages)
    pages = (urls.url_hash(_page(path, pairs)),) if len(pairs) == 1 else ()
    parameters = "?" + "&".join(sorted([pair.partition("=")[0] for pair in pairs]))
    by_query: list[_Division] = []
    if len(pairs) <= _MOST_PAIRS:
        words = [_without_number(pair) for pair in pairs]
        by_query = [
            *_query_divisions(path, pairs, words),
            *_name_divisions(path, pairs, words),
        ]
        names += [name for name, _ in by_query]
    return _Parts(by_path, by_query, parameters, swaps, tuple(names), pages)


def _page(path: str, pairs: Sequence[str]) -> str:
    return path + "?" + "&".join(pairs) if pairs else path


def _path_divisions(parts: Sequence[str]) -> list[_Division]:
    """How a path may be made of a function and a page.

    Words name functions: what has a number in it is a part of a list, or a thing of its own.
    """
    size = len(parts)
    found: list[_Division] = []
    if size > 1 and not _DIGIT.search(parts[0]) and not parts[-1].isdecimal():  # no page/2
        found.append((f"{parts[0]}/{_PAGE}", "/".join(parts[1:])))
    for left in range(1, min(_LONGEST_BEHIND, size - 1) + 1):
        if _DIGIT.search(parts[-left]):
            break
        found.append((f"{_PAGE}/{parts[-left]}{'/*' * (left - 1)}", "/".join(parts[:-left])))
    return found


def _swaps(parts: Sequence[str]) -> list[_Swap]:
    """The words of a path that ends in a name, each of which others may be swapped for."""
    found = []
    for at, word in enumerate(parts[: min(_MOST_SWAPPED, len(parts) - 1)]):
        if _DIGIT.search(word):
            break
        rest = "/".join([*parts[:at], "*", *parts[at + 1 :]])
        name = "/".join([*parts[: at + 1], _PAGE])
        found.append(_Swap(name, urls.url_hash(word), urls.url_hash(rest)))
    return found


def _query_divisions(path: str, pairs: Sequence[str], words: Sequence[str]) -> Iterator[_Division]:
    """The same of a query: a page has one parameter at most, and the others name the function.

    `words`: the pairs without numbers.
    """
    for at in range(-1, len(pairs)):
        named = "&".join(sorted([word for i, word in enumerate(words) if i != at]))
        if "=" in named:
            yield f"{_PAGE}?{named}", _page(path, pairs[at : at + 1])


def _name_divisions(path: str, pairs: Sequence[str], words: Sequence[str]) -> Iterator[_Division]:
    """The same where a parameter is the name of a page, and all the rest names the function."""
    if len(pairs) < 2:
        return
    for at, pair in enumerate(pairs):
        parameter, _, value = pair.partition("=")
        page = _named(spelled_out(value))
        if page:
            others = [word for i, word in enumerate(words) if i != at]
            yield f"{path}?{'&'.join(sorted([*others, f'{parameter}={_PAGE}']))}", page


def spelled_out(value: str) -> str:
    """Parameters spell the names of pages in their own way: Blue+whale, posts%2Fblue_whale."""
    return unquote_plus(value).replace(" ", "_") if "%" in value or "+" in value else value


def _named(name: str) -> str:
    """A page by its name alone; "" where that is a number, or too short to tell pages apart."""
    is_name = len(name) >= _SHORTEST_NAME and _LETTER.search(name)
    return _ANYWHERE + name if is_name else ""


def _without_number(pair: str) -> str:
    """A parameter, with its value if that is a word; a word alone is the value of no parameter."""
    name, is_pair, value = pair.partition("=")
    if not is_pair and not _DIGIT.search(name):
        return "=" + name
    return name if not value or _DIGIT.search(value) else pair
