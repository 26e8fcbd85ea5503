"""Which pages are like the examples: the same layout, or a URL of the same kind.

A page's layout is the set of its tag paths, of the places of its links and of its repetitive
regions. What most examples share and other pages lack is the core; a page is like the examples if
it has most of the core. Where nearly all pages with URLs of one pattern are, the pattern speaks for
the rest of them too, if they hold little that no accepted page has. Both are learned while pages
come in, so a verdict depends on the pages before it and on nothing else.
"""

import base64
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import xxhash

from periplus.page.view import U64, PageView
from periplus.site.url_patterns import UrlPatterns

CORE_SHARE = 0.6  # of the accepted pages: what so many have belongs to the core
LIKE = 0.6  # of the core's weight: what a page must have
_EXAMPLE_WEIGHT = 3  # an example counts for so many pages that were merely accepted
_MOST_ACCEPTED = 400  # pages that the core is learned from
_MOST_REJECTED = 2_000
_RELIABLE = 0.5  # of a pattern's pages are like the examples: it speaks for the others
_RELIABLE_WITH_EXAMPLE = 0.2  # the same for a pattern that an example has
_LEAST_OF_PATTERN = 2
_MUCH_OF_PATTERN = 30  # pages, before a pattern speaks for pages that look like no other
_EXAMPLE_PAGES = 2  # of its pattern, that an example counts for
_FOREIGN = 0.15  # of a page's features: what only rejected pages have had
_COMPARED = 12  # rejected pages: enough to see what examples have in common
_MOST_FEATURES = 4_000  # of one page
_DIGITS = re.compile(r"\d+")

_NONE: U64 = np.empty(0, np.uint64)


class Seen(NamedTuple):
    """A page as the likeness sees it."""

    url: str  # "" where it is unknown
    layout: U64


class Comparison(NamedTuple):
    """How alike examples are."""

    shared: float  # of what tells an example from other pages: what most examples have
    strays: list[str]  # URLs of examples that lack it


def layout_of(view: PageView) -> U64:
    """The layout of a page as sorted distinct hashes."""
    names = {_DIGITS.sub("N", name) for name in view.links.label_names}
    places = np.fromiter(
        (xxhash.xxh3_64_intdigest(name.encode("utf-8", "surrogatepass")) for name in names),
        np.uint64,
        len(names),
    )
    if view.structure is None:
        return np.unique(places)[:_MOST_FEATURES]
    regions = [region.pattern & 0xFFFFFFFFFFFFFFFF for region in view.structure.regions]
    found = np.unique(np.concatenate((view.structure.paths, places, np.array(regions, np.uint64))))
    return found[:_MOST_FEATURES]


class _Counts:
    """In how many pages each feature was."""

    def __init__(self) -> None:
        self.pages = 0.0
        self._features: dict[int, float] = {}

    def add(self, layout: U64, weight: float = 1.0) -> None:
        self.pages += weight
        features = self._features
        for feature in layout.tolist():
            features[feature] = features.get(feature, 0.0) + weight

    def of(self, layout: U64) -> "np.typing.NDArray[np.float64]":
        get = self._features.get
        return np.fromiter((get(f, 0.0) for f in layout.tolist()), np.float64, len(layout))

    def common(self, share: float) -> U64:
        least = share * self.pages
        found = [feature for feature, count in self._features.items() if count >= least]
        return np.array(sorted(found), np.uint64)

    def save(self) -> dict[str, Any]:
        keys = np.fromiter(self._features, np.uint64, len(self._features))
        values = np.fromiter(self._features.values(), np.float32, len(self._features))
        return {"pages": self.pages, "features": _packed(keys), "counts": _packed(values)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.pages = float(state["pages"])
        keys = np.frombuffer(base64.b64decode(state["features"]), np.uint64)
        values = np.frombuffer(base64.b64decode(state["counts"]), np.float32)
        self._features = dict(zip(keys.tolist(), values.tolist(), strict=True))


class Likeness:
    """Says of each page whether it is like the examples, and learns from it."""

    def __init__(self, examples: Sequence[Seen]) -> None:
        self._examples = tuple(examples)
        self._accepted, self._rejected = _Counts(), _Counts()
        self.patterns = UrlPatterns()
        self._of_pattern: dict[str, list[int]] = {}  # pages, and those with the layout
        self._example_urls = [example.url for example in examples if example.url]
        self._core: U64 = _NONE
        self._core_weights = np.empty(0)
        self._core_at = (-1.0, -1.0)
        for example in self._examples:
            self._accepted.add(example.layout, _EXAMPLE_WEIGHT)

    def add_example(self, example: Seen) -> None:
        """One more example, of this site."""
        self._accepted.add(example.layout, _EXAMPLE_WEIGHT)
        self._example_urls.append(example.url)
        self._core_at = (-1.0, -1.0)

    def learn_urls(self, found: Iterable[str]) -> None:
        """URLs of the site, each once: they tell which parts of a URL are words."""
        self.patterns.learn(found)

    def accepts(self, url: str, view: PageView, *, belongs: bool = False) -> bool:
        """The verdict on a page of the site, which is learned from at once.

        What `belongs` to the accepted pages in another way is no page to tell them from.
        """
        layout = layout_of(view)
        has_layout = self.likeness(layout) >= LIKE
        pattern = self.patterns.keys(url).pattern
        of_pattern = self._of_pattern.setdefault(pattern, [0, 0])
        is_accepted = has_layout or self._is_of_kind(pattern, layout)
        of_pattern[0] += 1
        of_pattern[1] += has_layout
        if has_layout:
            if self._accepted.pages < _MOST_ACCEPTED:
                self._accepted.add(layout)
        elif not is_accepted and not belongs and self._rejected.pages < _MOST_REJECTED:
            self._rejected.add(layout)
        return is_accepted

    def contrast(self, view: PageView) -> None:
        """A page that is known to be none of them, such as the one that the site begins with."""
        self._rejected.add(layout_of(view))

    def likeness(self, layout: U64) -> float:
        """The weighted share of the core that a layout has."""
        self._renew_core()
        total = float(self._core_weights.sum())
        if not total:
            return 0.0
        has = np.isin(self._core, layout, assume_unique=True)
        return float(self._core_weights[has].sum()) / total

    def compare(self, examples: Sequence[Seen]) -> "Comparison | None":
        """What the examples have in common; None before there are pages to tell them from."""
        if len(examples) < 2 or self._rejected.pages < _COMPARED:
            return None
        strays = [e.url for e in examples if self.likeness(e.layout) < LIKE]
        wholes = [float(self._weights(example.layout).sum()) for example in examples]
        return Comparison(float(self._core_weights.sum()) / max(1.0, *wholes), strays)

    def _is_of_kind(self, pattern: str, layout: U64) -> bool:
        """Whether the pattern of its URL speaks for a page without the core."""
        pages, like = self._of_pattern[pattern]
        # Looked up anew: which parts of a URL are words is learned from page to page.
        examples = sum(self.patterns.keys(url).pattern == pattern for url in self._example_urls)
        pages, like = pages + _EXAMPLE_PAGES * examples, like + _EXAMPLE_PAGES * examples
        least = _RELIABLE_WITH_EXAMPLE if examples else _RELIABLE
        if pages < _LEAST_OF_PATTERN or like < least * pages:
            return False
        if not len(layout):
            return False
        foreign = self._accepted.of(layout) == 0
        if pages >= _MUCH_OF_PATTERN:
            foreign &= self._rejected.of(layout) > 0
        return float(foreign.mean()) <= _FOREIGN

    def _weights(self, layout: U64) -> "np.typing.NDArray[np.float64]":
        """How much each feature tells: one that half of the rejected pages have tells nothing."""
        half = 0.5 * (self._rejected.pages + 1)
        return np.log(half / (self._rejected.of(layout) + 0.5)).clip(0.0)

    def _renew_core(self) -> None:
        now = (self._accepted.pages, self._rejected.pages)
        if self._core_at[0] >= 0 and not _has_grown(self._core_at, now):
            return
        self._core_at = now
        self._core = self._accepted.common(CORE_SHARE)
        shares = self._accepted.of(self._core) / max(1.0, self._accepted.pages)
        self._core_weights = shares * self._weights(self._core)

    def save(self) -> dict[str, Any]:
        """What was learned, as JSON values; the examples are their owner's."""
        self._core_at = (-1.0, -1.0)  # so that a restored one computes the same core next
        return {
            "accepted": self._accepted.save(),
            "rejected": self._rejected.save(),
            "patterns": self.patterns.save(),
            "of_pattern": self._of_pattern,
            "example_urls": self._example_urls,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._accepted.restore(state["accepted"])
        self._rejected.restore(state["rejected"])
        self.patterns.restore(state["patterns"])
        self._of_pattern = {str(p): [int(n) for n in c] for p, c in state["of_pattern"].items()}
        self._example_urls = [str(url) for url in state["example_urls"]]
        self._core_at = (-1.0, -1.0)


def _has_grown(before: tuple[float, float], now: tuple[float, float]) -> bool:
    """Whether a core is out of date: at first after every page, then after a tenth more."""
    return any(math.log1p(n) - math.log1p(b) > 0.1 for b, n in zip(before, now, strict=True))


def _packed(values: "np.typing.NDArray[Any]") -> str:
    return base64.b64encode(values.tobytes()).decode("ascii")
