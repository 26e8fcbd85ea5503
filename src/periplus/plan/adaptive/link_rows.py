"""What the links of a page show, row by row: where they stand, and whether they turn pages.

All lists have one more entry at the end, for row -1: a redirect, or what robots.txt names.
"""

import itertools
import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from periplus.page.view import AnchorKind, Links, PageView, Rel
from periplus.plan.adaptive.words import names_chore
from periplus.site.label_keys import LabelKeys
from periplus.site.page_counts import changes, count_pages, later_pages

ROBOTS = "robots.txt"  # which names sitemaps
_REDIRECT = "redirect"
_NOFOLLOW = " nofollow"  # many sites disown links to pages that are yet to be written
_CHORE = " chore"  # beside links to lists and articles there may be one to a form
_DISOWNED = int(Rel.NOFOLLOW)
_TURNING = frozenset(map(int, (AnchorKind.NUMBER, AnchorKind.NEXT, AnchorKind.PREVIOUS)))
_WORDLESS = frozenset(map(int, (AnchorKind.EMPTY, AnchorKind.IMAGE)))
_NUMBERED = int(AnchorKind.NUMBER)
_NUMBER = re.compile(r"\d{1,15}")
_MOST_READ = 1 << 12  # anchors and URLs whose numbers are remembered
_FEW = 3  # numbers: of two nothing can be told
_NEXT_BUT_ONE = 2  # the page that is shown has no link
_TURNING_RELS = int(Rel.NEXT | Rel.PREV)


def place_rows(
    view: PageView | None, labels: LabelKeys, *, use_labels: bool = True, use_words: bool = True
) -> list[str]:
    """The key of each link's place in the layout; the labels are learned.

    Links that the site disowns, and links that name chores, have places of their own.
    """
    if view is None:
        return [_REDIRECT if use_labels else ""]
    links = view.links
    labels.learn(links.label_names)
    if not use_labels:
        return [""] * (len(links) + 1)
    keys = labels.keys(links.label_names)
    disowned = [key + _NOFOLLOW for key in keys]
    places = [
        disowned[label] if rel & _DISOWNED else keys[label]
        for label, rel in zip(links.labels.tolist(), links.rels.tolist(), strict=True)
    ]
    if use_words:
        for row, anchor in enumerate(links.anchors):
            if names_chore(anchor):
                places[row] += _CHORE
    return [*places, ROBOTS]


def turning_rows(view: PageView | None, own: str, asked: Collection[int]) -> list[bool]:
    """Whether each link turns pages.

    A link without words does, an arrow perhaps, if only a number tells its URL from the page's.
    That, and whether numbers are of pages of other things, is looked at only where rows are asked
    for.
    """
    if view is None:
        return [False]
    links, kinds = view.links, view.links.kinds.tolist()
    turns = [kind in _TURNING for kind in kinds]
    for row in _counting_rows(links, kinds, own, asked):
        turns[row] = False
    for row, rel in enumerate(links.rels.tolist()):
        if rel & _TURNING_RELS:
            turns[row] = True
    for row, kind in enumerate(kinds):
        if kind in _WORDLESS and not turns[row] and row in asked:
            turns[row] = len(changes(own, links.urls[row]) or ()) == 1
    return [*turns, False]


def _counting_rows(
    links: Links, kinds: Sequence[int], own: str, asked: Collection[int]
) -> list[int]:
    """Links with numbers that count no pages: entries to show, posts, replies, votes.

    Page numbers have small gaps, and say which page of this thing, or of another that is shown
    beside them, if there is any number in the URL.
    """
    at: dict[int, dict[int, int]] = {}  # by place: rows and their numbers
    for row in [row for row, kind in enumerate(kinds) if kind == _NUMBERED]:
        inside = _numbers_in(links.anchors[row])
        if inside:
            at.setdefault(links.labels.item(row), {})[row] = inside[0]
    rows: list[int] = []
    elsewhere: dict[int, int] = {}
    for numbers in at.values():
        values = sorted(set(numbers.values()))
        gaps = [after - before for before, after in itertools.pairwise(values)]
        if len(values) >= _FEW and min(gaps) > _NEXT_BUT_ONE:
            rows += numbers
            continue
        here = [row for row in numbers if changes(own, links.urls[row]) is not None]
        there = (numbers.keys() - here).intersection(asked)
        elsewhere.update((row, numbers[row]) for row in there if _numbers_in(links.urls[row]))
        if not count_pages(own, {links.urls[row]: numbers[row] for row in here}):
            rows += here
    if elsewhere:
        numbered = {links.urls[row]: number for row, number in elsewhere.items()}
        named = [url for url, kind in zip(links.urls, kinds, strict=True) if kind != _NUMBERED]
        later = later_pages(numbered, named)
        rows += [row for row in elsewhere if links.urls[row] not in later]
    return rows


@lru_cache(_MOST_READ)
def _numbers_in(text: str) -> tuple[int, ...]:
    return tuple([int(found) for found in _NUMBER.findall(text)])
