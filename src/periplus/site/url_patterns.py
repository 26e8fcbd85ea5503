"""URL patterns, learned while a crawl runs: which parts of a site's URLs are words and which vary.

A URL is cut into parts: path segments, a name space before a colon, a file extension, the pairs of
its query (divided by `&` or `;`). Digits count as one class. A value that many URLs share at the
same place is kept as a word of the pattern; a value that few share stands as `*`. There are two
keys: the shape (no words at all) and the pattern, so that what is learned of a pattern can be lent
to another of the same shape.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from periplus.site.split_url import split_url
from periplus.site.url_functions import UrlFunctions

_DIGITS = re.compile(r"\d+")
_SHORTEST_HEXADECIMAL = 12
_HEXADECIMAL = re.compile(r"(?=.*\d)(?=.*[a-f])[0-9a-f]+", re.IGNORECASE)
_NAMED_NUMBER = re.compile(r"(?:\w+[-_+]){2,}\d+|\d+(?:[-_+]\w+){2,}")  # the-title-of-a-topic-123
_NAME_SPACE = re.compile(r"([A-Za-z_]{2,24})(?::|%3A)(?=.)", re.IGNORECASE)
_LONGEST_WORD = 60
_MOST_VALUES = 256  # remembered at one place
_FEW_VALUES = 12
_MOST_PLACES = 20_000
_MOST_CUT = 1 << 14  # URLs that are remembered cut up: the links of recent pages


class UrlKeys(NamedTuple):
    """What a URL looks like, coarse and fine."""

    shape: str  # "/*/*?page": the form alone
    pattern: str  # "/board/*?page=N": with the words that many URLs share
    function: str = ""  # "{}/history": what it shows of another page, where that is asked for


def value_class(value: str) -> str:
    """A value with what varies by nature left out: digits, hexadecimal tokens, titles, long texts.

    However many URLs share the title of a long thread, it makes them no kind of their own.
    """
    if len(value) > _LONGEST_WORD:
        return "*"
    if not _DIGITS.search(value):
        return value
    if _NAMED_NUMBER.fullmatch(value):
        return "*"
    if len(value) >= _SHORTEST_HEXADECIMAL and _HEXADECIMAL.fullmatch(value):
        return "H"
    return _DIGITS.sub("N", value)


class _Value(NamedTuple):
    """A path segment or the value of a parameter, cut up."""

    space: str  # the name before a colon
    form: str  # its class, without name space and extension
    may_be_word: bool
    word: str  # how it stands in a pattern, its name space aside, where its form is a word
    other: str  # and where it is none
    shape: str
    fixed: str | None  # how it stands in every pattern, where that is not learned


_Segments = tuple[_Value | None, ...]  # None where empty
_Pairs = tuple[tuple[str, _Value | None], ...]  # names and values of the query


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """All of a URL that does not depend on what was learned; one object for many that are alike."""

    segments: _Segments
    pairs: _Pairs
    shape: str


@lru_cache(_MOST_CUT)
def _cut_value(value: str) -> _Value | None:
    if not value:
        return None
    space = ""
    found = _NAME_SPACE.match(value) if ":" in value or "%" in value else None
    if found:
        space = found.group(1)
        value = value[found.end() :]
    stem, dot, extension = value.rpartition(".")
    if dot and stem and 1 <= len(extension) <= 5 and extension.isalpha():
        value, extension = stem, "." + extension.lower()
    else:
        extension = ""
    form = value_class(value)
    shape = form if form in ("N", "H") else "*"
    may_be_word = form not in ("N", "H", "*")
    word = form + extension
    other = "*" + extension if may_be_word else word
    fixed = None if space or may_be_word else word
    return _Value(space, form, may_be_word, word, other, shape + extension, fixed)


@lru_cache(_MOST_CUT)
def _cut(url: str) -> _Parts:
    path, query = split_url(url)
    segments = tuple([_cut_value(segment) if segment else None for segment in path])
    pairs = []
    for pair in query:
        name, is_pair, value = pair.partition("=")
        if not is_pair:  # a value without a name: /wiki.cgi?HomePage
            name, value = "", name
        pairs.append((_DIGITS.sub("N", name), _cut_value(value)))
    return _parts(segments, tuple(pairs))


@lru_cache(_MOST_CUT)
def _parts(segments: _Segments, pairs: _Pairs) -> _Parts:
    shape = "/" + "/".join([segment.shape if segment else "" for segment in segments])
    if pairs:
        shape += "?" + "&".join(sorted([name for name, _ in pairs]))
    return _Parts(segments, pairs, shape)


class _Place:
    """How often which values stood at one place of the URLs."""

    __slots__ = ("seen", "values")

    def __init__(self, seen: int = 0, values: dict[str, int] | None = None) -> None:
        self.seen = seen
        self.values: dict[str, int] = {} if values is None else values

    def count(self, value: str) -> None:
        values = self.values
        self.seen += 1
        if value in values:
            values[value] += 1
        elif len(values) < _MOST_VALUES:
            values[value] = 1
        else:  # frequent values survive, as in the Misra-Gries summary
            self.values = {v: n - 1 for v, n in values.items() if n > 1}

    def is_word(self, value: str) -> bool:
        times, different, seen = self.values.get(value, 0), len(self.values), self.seen
        if times < 2 or (seen >= 8 and different > 0.5 * seen):
            return times >= max(4, 0.1 * seen)
        return different <= _FEW_VALUES or times >= 0.02 * seen


class UrlPatterns:
    """Learns from the URLs of a site which of their parts are words of a pattern."""

    def __init__(self, functions: UrlFunctions | None = None) -> None:
        self._functions = functions
        self._places: dict[str, _Place] = {}
        # Of URLs asked for since the last was counted, and of what they are made of.
        self._keys: dict[str, UrlKeys] = {}
        self._known: dict[_Parts, str] = {}

    def learn(self, urls: Iterable[str], own: str = "") -> None:
        """Count the values of URLs; each URL is to be given once.

        `own`: the URL of the page that links to them.
        """
        found = list(urls)
        if not found:
            return
        for url in found:
            self._pattern(_cut(url), count=True)
        if self._functions is not None:
            self._functions.learn(found, own)
        self._forget_keys()

    def _forget_keys(self) -> None:
        self._keys.clear()
        self._known.clear()

    def keys(self, url: str) -> UrlKeys:
        """Shape and pattern of a URL as they are known now."""
        keys = self._keys.get(url)
        if keys is None:
            if len(self._keys) >= _MOST_CUT:
                self._forget_keys()
            function = "" if self._functions is None else self._functions.name(url)
            parts = _cut(url)
            keys = self._keys[url] = UrlKeys(parts.shape, self._pattern_of(parts), function)
        return keys

    def _pattern_of(self, parts: _Parts) -> str:
        pattern = self._known.get(parts)
        if pattern is None:
            pattern = self._known[parts] = self._pattern(parts, count=False)
        return pattern

    def varies(self, url: str) -> bool:
        """Whether there are others like a URL: not all of it is words of its pattern."""
        path, query = split_url(url)
        whole = "/" + "/".join(path) + ("?" + "&".join(sorted(query)) if query else "")
        return self._pattern_of(_cut(url)) != whole

    def _pattern(self, parts: _Parts, *, count: bool) -> str:
        pattern, pairs = "", parts.pairs
        left = len(parts.segments)
        for segment in parts.segments:
            if segment is None:
                pattern += "/"
            elif segment.fixed is not None:
                pattern += "/" + segment.fixed
            else:
                pattern += "/" + self._word(f"{pattern}/{left}", segment, count)
            left -= 1
        if pairs:
            values = [
                f"{name}={value.fixed or self._word(f'{pattern}?{name}', value, count)}"
                if value
                else name + "="
                for name, value in pairs
            ]
            pattern += "?" + "&".join(sorted(values))
        return pattern

    def _word(self, place: str, value: _Value, count: bool) -> str:
        if not value.space:  # then it may be a word, or it would be fixed
            return value.word if self._is_word(place, value.form, count) else value.other
        space = (value.space if self._is_word(place + ":", value.space, count) else "*") + ":"
        is_word = value.may_be_word and self._is_word(place + space, value.form, count)
        return space + (value.word if is_word else value.other)

    def _is_word(self, place: str, value: str, count: bool) -> bool:
        known = self._places.get(place)
        if known is None:
            if not count or len(self._places) >= _MOST_PLACES:
                return False
            known = self._places[place] = _Place()
        if count:
            known.count(value)
        return known.is_word(value)

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {place: [known.seen, known.values] for place, known in self._places.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._forget_keys()
        self._places = {p: _Place(int(seen), dict(values)) for p, (seen, values) in state.items()}
