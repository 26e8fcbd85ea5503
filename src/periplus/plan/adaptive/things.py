"""Links that show one more part of a thing that is in hand: another post of a topic, say.

`/topic/7/?post=31` and `/topic/7/?post=32` may be two pages or the same one, and so may
`/2026-May/by-date.html` and `/2026-May/by-author.html`. For each kind of URL it is counted how
often the first fetched page of a thing bore, and how often later ones did. Where those bear much
less, links to things in hand are told from links to others. Where no number tells what a URL is a
part of, it may be that of a page which links to it (`kin.py`).
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from periplus import url as urls
from periplus.plan.adaptive.kin import Counts, Kin
from periplus.site.hash_table import HashTable, packed, unpacked

_MOST_IN_HAND = 4_000_000
_MOST_WAITING = 100_000
_MOST_CUT = 1 << 12  # URLs that are remembered cut up
_PAIR_ENDS = re.compile("[&;?]")
_LAST_NUMBER = re.compile(r"/\d+(/?)$")
_LAST_NAME = re.compile(r"/[^/]+/?$")
_NO_NAME = re.compile(r"/N/?$|[?{]")  # in patterns of all that does not end in one
_IN_PATH = "/"  # the part that is no parameter
_IN_FOLDER = "/*"  # the same, where it is no number
_IN_HAND = 1


class Part(NamedTuple):
    """What a URL without one of its numbers stands for."""

    name: str  # of the parameter that holds the number
    thing: str  # the URL without it

    def is_of_thing(self, pattern: str) -> bool:
        """Whether it is one thing among many that is shown, and no section of the site."""
        if self.name != _IN_FOLDER:
            return True
        folders = pattern.rstrip("/").split("/")[1:-1]
        return is_named(pattern) and folders[-1:] != [self.thing.rpartition("/")[2]]


@lru_cache(_MOST_CUT)
def parts(url: str) -> tuple[Part, ...]:
    """What a URL may show a part of: itself without a number of its query, or its path's end."""
    before, _, query = url.partition("?")
    if not query:
        in_path = url.find("/", 8) + 1
        found = _LAST_NUMBER.search(url, in_path)
        if found:
            return (Part(_IN_PATH, url[: found.start()] + found.group(1)),)
        found = _LAST_NAME.search(url, in_path)
        return (Part(_IN_FOLDER, url[: found.start()]),) if found else ()
    pairs = _PAIR_ENDS.split(query)
    found_parts = []
    for i, pair in enumerate(pairs):
        name, _, value = pair.partition("=")
        if value.isdecimal():
            rest = "&".join(pairs[:i] + pairs[i + 1 :])
            found_parts.append(Part(name, f"{before}?{rest}" if rest else before))
    return tuple(found_parts)


def is_named(pattern: str) -> bool:
    """Whether URLs of a pattern show parts that are told by their names, not by numbers."""
    return _NO_NAME.search(pattern) is None


_Kind = int | str  # a pattern; of parts told by their names a shape, for each may be a word


class Things:
    """What pages in hand show parts of; of which kinds of URLs it matters."""

    def __init__(
        self, pattern_name: Callable[[int], str], pattern_shape: Callable[[int], str]
    ) -> None:
        self._name, self._shape = pattern_name, pattern_shape
        self._in_hand = HashTable(_MOST_IN_HAND)  # pages, and what they are parts of
        self._counts: dict[tuple[_Kind, str], Counts] = {}  # by kind and name of the part
        self._telling: dict[_Kind, set[str]] = {}  # kind -> names of the parts that matter
        self._waiting: dict[int, set[int]] = {}  # thing -> URLs that wait, while it is not in hand
        self._waits = 0  # how many there are
        self._kin = Kin()

    def show(self, target: int, url: str) -> None:
        """A page in hand, of its own kind, has a link to a URL that waits."""
        if not self._kin.is_shown(target) and all(p.name == _IN_FOLDER for p in parts(url)):
            self._kin.show(target)

    def learn(
        self,
        page: int,
        url: str,
        pattern: int,
        varies: Callable[[str], bool],
        is_fruit: bool | None,
    ) -> bool:
        """A page is in hand. Whether it has turned out to matter for its pattern what else is.

        Args:
            page: its id.
            url: of the page.
            pattern: the number of its pattern.
            varies: whether there are others like a URL: else it is no thing among many.
            is_fruit: whether the page brought something; None where that tells nothing.
        """
        has_turned_out = False
        if is_fruit is not None:
            has_turned_out = self._kin.learn(page, self._shape(pattern), is_fruit=is_fruit)
        for part in parts(url):
            name, thing = part
            if not varies(thing) or not part.is_of_thing(self._name(pattern)):
                continue
            is_first = not self._has(thing)
            self._in_hand.set(urls.url_hash(thing), _IN_HAND)
            if is_fruit is None:
                continue
            kind = self._kind(pattern, name)
            key = kind, name
            counts = self._counts.get(key, Counts())
            self._counts[key] = counts.with_one(is_first=is_first, is_fruit=is_fruit)
            telling = self._telling.get(kind, set())
            if name not in telling and self._counts[key].differ():
                self._telling[kind] = telling | {name}
                has_turned_out = True
        self._in_hand.set(urls.url_hash(url), _IN_HAND)
        return has_turned_out

    def shows_known(self, target: int, url: str, pattern: int) -> bool:
        """Whether a waiting URL shows a part of what is in hand, where that matters."""
        if self._kin.shows_known(target, self._shape(pattern)):
            return True
        if not self._telling:
            return False
        names = self._telling.get(pattern) or self._telling.get(self._shape(pattern))
        if names is None:
            return False
        name = self._name(pattern)
        things = [p.thing for p in parts(url) if p.name in names and p.is_of_thing(name)]
        if any(self._has(thing) for thing in things):
            return True
        for thing in things:
            self._wait(urls.url_hash(thing), target)
        return False

    def _kind(self, pattern: int, name: str) -> _Kind:
        return self._shape(pattern) if name == _IN_FOLDER else pattern

    def _wait(self, thing: int, target: int) -> None:
        if self._waits < _MOST_WAITING:
            waiting = self._waiting.setdefault(thing, set())
            self._waits += target not in waiting
            waiting.add(target)

    def waiting_for(self, url: str) -> list[int]:
        """The URLs that wait and show parts of what a page that came in hand does."""
        if not self._waiting:
            return []
        things = (url, *(thing for _, thing in parts(url)))
        found = [self._waiting.pop(urls.url_hash(thing), set()) for thing in things]
        self._waits -= sum(map(len, found))
        return [target for targets in found for target in sorted(targets)]

    def _has(self, thing: str) -> bool:
        return self._in_hand.find(urls.url_hash(thing)) == _IN_HAND

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        pairs = [(thing, target) for thing, ts in self._waiting.items() for target in sorted(ts)]
        return {
            "in_hand": self._in_hand.save(),
            "counts": [[*key, *counts] for key, counts in self._counts.items()],
            "telling": [[kind, sorted(names)] for kind, names in self._telling.items()],
            "things": packed(np.array([thing for thing, _ in pairs], np.uint64)),
            "waiting": packed(np.array([target for _, target in pairs], np.int32)),
            "kin": self._kin.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._in_hand.restore(state["in_hand"])
        self._counts = {(kind, str(name)): Counts(*c) for kind, name, *c in state["counts"]}
        self._telling = {kind: set(names) for kind, names in state["telling"]}
        self._kin.restore(state["kin"])
        self._waiting, self._waits = {}, 0
        things = unpacked(state["things"], np.uint64).tolist()
        targets = unpacked(state["waiting"], np.int32).tolist()
        for thing, target in zip(things, targets, strict=True):
            self._wait(thing, target)
