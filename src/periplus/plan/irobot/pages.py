"""Sampled pages: what the site map is made from, small enough to keep hundreds of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from periplus import url as urls
from periplus.page.view import U64, AnchorKind, LinkSource, PageView, Rel
from periplus.plan.strategy import Visit

_HINTS = (LinkSource.LINK_NEXT, LinkSource.LINK_ALTERNATE)
_TURNING_KINDS = (AnchorKind.NUMBER, AnchorKind.NEXT, AnchorKind.PREVIOUS)
_SKETCH = 128


class PageLink(NamedTuple):
    """A link as the site map sees it."""

    row: int
    target: int
    url: str
    place: str  # label of the link, or pattern and column in a repetitive region
    kind: int  # AnchorKind


class PageRegion(NamedTuple):
    """A repetitive region as the layout features see it."""

    pattern: int
    label: str
    columns: tuple[str, ...]
    area: float


@dataclass(slots=True)
class SampledPage:
    """One fetched page."""

    page: int
    url: str
    status: int
    depth: int
    is_html: bool
    size: int = 0  # bytes
    text_hash: int = 0
    main_chars: int = 0
    noindex: bool = False
    form: str = ""  # the URL that it says it stands for: canonical link or redirect target
    sketch: U64 = field(default_factory=lambda: np.empty(0, np.uint64))
    labels: frozenset[str] = frozenset()
    regions: tuple[PageRegion, ...] = ()
    links: list[PageLink] = field(default_factory=list)

    @property
    def is_page(self) -> bool:
        """Whether there is anything to read."""
        return self.is_html and 200 <= self.status < 300

    @property
    def is_redirect(self) -> bool:
        return 300 <= self.status < 400

    def to_json(self) -> list[Any]:
        """The page as JSON values."""
        return [
            *(self.page, self.url, self.status, self.depth, self.is_html, self.size),
            *(self.text_hash, self.main_chars, self.noindex, self.form),
            self.sketch.tolist(),
            sorted(self.labels),
            [[r.pattern, r.label, list(r.columns), r.area] for r in self.regions],
            [list(link) for link in self.links],
        ]


def page_from_json(values: list[Any]) -> SampledPage:
    """The page that `to_json` made the values of."""
    page, url, status, depth, is_html, size, text_hash, main_chars, noindex, form = values[:10]
    sketch, labels, regions, links = values[10:]
    return SampledPage(
        page,
        url,
        status,
        depth,
        is_html,
        size=size,
        text_hash=text_hash,
        main_chars=main_chars,
        noindex=noindex,
        form=form,
        sketch=np.array(sketch, np.uint64),
        labels=frozenset(labels),
        regions=tuple(PageRegion(p, label, tuple(c), area) for p, label, c, area in regions),
        links=[PageLink(*link) for link in links],
    )


def sampled_page(visit: Visit, patterns: Mapping[int, int] | None = None) -> SampledPage:
    """What is to be remembered of a visit."""
    view = visit.view
    if view is None:
        form = visit.links[0].url if len(visit.links) == 1 and visit.links[0].row < 0 else ""
        return SampledPage(visit.page, visit.url, visit.status, visit.depth, False, form=form)
    words = view.words
    places = link_places(view, patterns or {})
    kinds = view.links.kinds.tolist()
    clickable = clickable_rows(view)
    return SampledPage(
        visit.page,
        visit.url,
        visit.status,
        visit.depth,
        True,
        size=view.bytes,
        text_hash=words.text_hash if words else 0,
        main_chars=words.main_chars if words else 0,
        noindex=view.noindex,
        form=canonical_form(view, visit.url),
        sketch=words.sketch[:_SKETCH] if words else np.empty(0, np.uint64),
        labels=layout_labels(view),
        regions=tuple(
            PageRegion(r.pattern, r.label, r.columns, r.area)
            for r in (view.structure.regions if view.structure else ())
        ),
        links=[
            PageLink(o.row, o.target, o.url, places[o.row], kinds[o.row])
            for o in visit.links
            if o.row >= 0 and clickable[o.row]
        ],
    )


def canonical_form(view: PageView, url: str) -> str:
    """The URL of the same site that a page declares to stand for, if any."""
    form = view.canonical
    return form if form and urls.origin(form) == urls.origin(url) else ""


def layout_labels(view: PageView) -> frozenset[str]:
    """Where on the page links stand: what tells the templates of a site apart."""
    names, used = view.links.label_names, set(view.links.labels.tolist())
    return frozenset(names[i] for i in used)


def clickable_rows(view: PageView) -> list[bool]:
    """Which rows a reader could follow: not the hints in the page's head."""
    sources = view.links.sources
    clickable: list[bool] = ((sources < _HINTS[0]) | (sources > _HINTS[1])).tolist()
    return clickable


def link_places(view: PageView, patterns: Mapping[int, int]) -> list[str]:
    """The location of each link: (pattern, column) in a repetitive region, else its label.

    Args:
        patterns: for the id of a region, the id of the pattern that it was matched with.
    """
    links = view.links
    names = [links.label_names[i] for i in links.labels.tolist()]
    if view.structure is None:
        return names
    regions = view.structure.regions
    places = []
    for name, region, column in zip(
        names, links.regions.tolist(), links.columns.tolist(), strict=True
    ):
        if region < 0 or column < 0:
            places.append(name)
            continue
        pattern = regions[region].pattern
        places.append(f"{patterns.get(pattern, pattern):016x} {regions[region].columns[column]}")
    return places


def is_turning(kind: int, rel: int = 0) -> bool:
    """Whether an anchor is a number, or a word for the next or the previous page."""
    return kind in _TURNING_KINDS or bool(rel & (Rel.NEXT | Rel.PREV))
