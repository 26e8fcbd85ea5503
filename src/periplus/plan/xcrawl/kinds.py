"""Whether examples are of one kind: by the paths of their URLs and by their layouts.

What a page of another kind has too, such as the one that the site begins with, tells nothing.
"""

from collections.abc import Sequence

import numpy as np

from periplus import url as urls
from periplus.page.view import U64
from periplus.plan.xcrawl.likeness import Seen
from periplus.site.url_patterns import UrlPatterns

_ALIKE = 0.4  # of the smaller layout's features: what the other one has too
_FEW = 5  # features: too few to tell kinds apart

Kind = list[str]  # the URLs of examples that are alike


def kinds_of(examples: Sequence[Seen], contrast: U64 | None = None) -> list[Kind]:
    """The examples in groups; one joins a group if it is like any of its members."""
    shapes = UrlPatterns()
    if contrast is not None:
        examples = [
            Seen(e.url, np.setdiff1d(e.layout, contrast, assume_unique=True)) for e in examples
        ]
    groups: list[list[Seen]] = []
    for example in examples:
        near = [g for g in groups if any(_is_one_kind(example, other, shapes) for other in g)]
        joined = [example, *(member for group in near for member in group)]
        groups = [group for group in groups if group not in near] + [joined]
    return [[member.url for member in group] for group in groups]


def _is_one_kind(one: Seen, other: Seen, shapes: UrlPatterns) -> bool:
    if one.url and other.url and _form(one.url, shapes) == _form(other.url, shapes):
        return True
    return _overlap(one.layout, other.layout) >= _ALIKE


def _form(url: str, shapes: UrlPatterns) -> tuple[str, str]:
    return urls.origin(url), shapes.keys(url).shape.partition("?")[0]


def _overlap(one: U64, other: U64) -> float:
    smaller = min(len(one), len(other))
    if smaller < _FEW:
        return 1.0
    return len(np.intersect1d(one, other, assume_unique=True)) / smaller
