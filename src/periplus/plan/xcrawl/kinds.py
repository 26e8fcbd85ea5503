"""Whether examples are of one kind: by the shapes of their URLs and by their layouts."""

from collections.abc import Sequence

import numpy as np

from periplus import url as urls
from periplus.page.view import U64
from periplus.plan.xcrawl.likeness import Seen
from periplus.site.url_patterns import UrlPatterns

_ALIKE = 0.5  # of the features that two layouts have together: what both have

Kind = list[str]  # the URLs of examples that are alike


def kinds_of(examples: Sequence[Seen]) -> list[Kind]:
    """The examples in groups; one joins a group if it is like any of its members."""
    shapes = UrlPatterns()
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
    return urls.origin(url), shapes.keys(url).shape


def _overlap(one: U64, other: U64) -> float:
    both = len(np.intersect1d(one, other, assume_unique=True))
    return both / max(1, len(one) + len(other) - both)
