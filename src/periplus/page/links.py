"""The links of a page: found in one call, joined, named and labelled, in document order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from periplus import url as urls
from periplus.limits import Limits
from periplus.page.anchors import anchor_kind
from periplus.page.labels import Labeller
from periplus.page.options import PageOptions
from periplus.page.parser import LINK_SELECTOR, Element, Tree
from periplus.page.view import AnchorKind, Cut, Links, LinkSource, Rel

_SOURCES = {
    "a": LinkSource.A,
    "area": LinkSource.AREA,
    "frame": LinkSource.FRAME,
    "iframe": LinkSource.IFRAME,
    "link": LinkSource.LINK_ALTERNATE,
    "meta": LinkSource.META_REFRESH,
}
_RELS = {rel.name.lower(): rel for rel in Rel if rel.name} | {"previous": Rel.PREV}
_HEAD_RELS = (
    ("next", LinkSource.LINK_NEXT),
    ("prev", LinkSource.LINK_PREV),
    ("previous", LinkSource.LINK_PREV),
    ("canonical", LinkSource.LINK_CANONICAL),
    ("alternate", LinkSource.LINK_ALTERNATE),
)

_HEAD_NAMES = {source: word for word, source in reversed(_HEAD_RELS)}
_ALTERNATE_TYPES = frozenset(
    {
        "",
        "text/html",
        "application/xhtml+xml",
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
    }
)
_REFRESH = re.compile(r"""[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?(['"]?)(?P<url>.*)""", re.I | re.S)
# Most references that are no page; the URL parser would refuse them too, at ten times the cost.
_NO_PAGE = ("#", "javascript:", "mailto:", "data:", "tel:")
# References that need nothing of the base but its directory: menus repeat them on every page.
_STANDS_ALONE = re.compile(r"https?://|(?:/|\w|\.)[^:]*\Z", re.ASCII)
_ANCHOR_CHARS = 200
_NAME_ATTRIBUTES = ("aria-label", "title")


@lru_cache(maxsize=32768)
def _join_to_directory(directory: str, reference: str) -> str | None:
    return urls.join(directory, reference)


@dataclass(slots=True)
class FoundLinks:
    """The links with the elements they come from, which later stages place in regions."""

    links: Links
    elements: list[Element]
    canonical: str | None
    cut: Cut


@dataclass(slots=True)
class _Columns:
    urls: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    rels: list[int] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    label_ids: dict[str, int] = field(default_factory=dict)
    elements: list[Element] = field(default_factory=list)


class _LinkReader:
    """Reads the links of one page."""

    def __init__(self, tree: Tree, url: str, base: str, options: PageOptions, text_budget: int):
        self._tree = tree
        self._url = url
        self._base = base
        self._directory = base[: base.partition("?")[0].rfind("/") + 1]
        self._labeller = Labeller(tree.root, options.label_style)
        self._joined: dict[str, str | None] = {}
        self._text_budget = text_budget
        self.columns = _Columns()
        self.canonical: str | None = None

    @property
    def cut(self) -> Cut:
        return Cut.TIME if self._text_budget < 0 else Cut.NONE

    @property
    def deepest(self) -> int:
        return self._labeller.deepest

    def read(self, element: Element) -> None:
        tag = element.tag
        source = _SOURCES[tag]
        rel_text = element.attr("rel")
        rel_words = rel_text.lower().split() if rel_text else ()
        if source is LinkSource.LINK_ALTERNATE:
            found = _head_source(rel_words, element)
            if found is None:
                return
            source = found
        target = self._target(element, source)
        if target is None:
            return
        if source is LinkSource.LINK_CANONICAL and self.canonical is None:
            self.canonical = target
        rel = 0
        for word in rel_words:
            rel |= _RELS.get(word, 0)
        anchor, kind = self._anchor(element, source)
        label = self._labeller.label(element)
        if tag == "link":
            # Where a link element stands says nothing; what it is for takes the class's place.
            label = f"{label.partition('.')[0]}.{_HEAD_NAMES[source]}"
        columns = self.columns
        columns.urls.append(target)
        columns.anchors.append(anchor)
        columns.kinds.append(kind)
        columns.sources.append(source)
        columns.rels.append(rel)
        columns.labels.append(columns.label_ids.setdefault(label, len(columns.label_ids)))
        columns.elements.append(element)

    def _target(self, element: Element, source: LinkSource) -> str | None:
        if source is LinkSource.META_REFRESH:
            reference = _refresh_reference(element)
        elif source in (LinkSource.FRAME, LinkSource.IFRAME):
            reference = element.attr("src")
        else:
            reference = element.attr("href")
        if reference is None:
            return None
        if reference in self._joined:
            return self._joined[reference]
        target = None
        if not reference.lstrip()[:11].lower().startswith(_NO_PAGE):
            target = self._join(reference)
            if target == self._url and "#" in reference:
                target = None
        self._joined[reference] = target
        return target

    def _join(self, reference: str) -> str | None:
        if _STANDS_ALONE.match(reference):
            return _join_to_directory(self._directory, reference)
        return urls.join(self._base, reference)

    def _anchor(self, element: Element, source: LinkSource) -> tuple[str, AnchorKind]:
        if source is LinkSource.A:
            if self._text_budget < 0:
                return "", AnchorKind.EMPTY
            text = element.text
            self._text_budget -= len(text)
            text = " ".join(text.split())[:_ANCHOR_CHARS]
            if text:
                return text, anchor_kind(text)
            return self._silent_anchor(element)
        name = element.attr("alt") or element.attr("title") or ""
        name = " ".join(name.split())[:_ANCHOR_CHARS]
        return name, anchor_kind(name)

    def _silent_anchor(self, element: Element) -> tuple[str, AnchorKind]:
        """A link without text: an icon, whose name may stand in an attribute."""
        picture = self._tree.within(element, "img,svg,picture,input")
        names = [element.attr(name) for name in _NAME_ATTRIBUTES]
        if picture is not None:
            names.insert(0, picture.attr("alt"))
        name = " ".join(next((n for n in names if n and not n.isspace()), "").split())
        kind = anchor_kind(name[:_ANCHOR_CHARS])
        if picture is not None and kind not in (AnchorKind.NEXT, AnchorKind.PREVIOUS):
            kind = AnchorKind.IMAGE
        return name[:_ANCHOR_CHARS], kind


def _head_source(rel_words: Sequence[str], element: Element) -> LinkSource | None:
    for word, source in _HEAD_RELS:
        if word in rel_words:
            if source is LinkSource.LINK_ALTERNATE:
                media_type = (element.attr("type") or "").partition(";")[0].strip().lower()
                if "stylesheet" in rel_words or media_type not in _ALTERNATE_TYPES:
                    continue
            return source
    return None


def _refresh_reference(element: Element) -> str | None:
    if (element.attr("http-equiv") or "").strip().lower() != "refresh":
        return None
    found = _REFRESH.match(element.attr("content") or "")
    if found is None:
        return None
    quote, reference = found.group(1), found.group("url")
    if quote:
        reference = reference.partition(quote)[0]
    return reference.strip() or None


def read_links(
    tree: Tree, url: str, base: str, options: PageOptions, limits: Limits, body_bytes: int
) -> FoundLinks:
    """The links of a page in document order, each as often as it occurs."""
    # Anchors nested through tables share their text; the budget keeps that from being quadratic.
    reader = _LinkReader(tree, url, base, options, text_budget=2 * body_bytes + 65_536)
    elements = tree.select(LINK_SELECTOR)
    cut = Cut.NONE
    if len(elements) > limits.page_links:
        cut |= Cut.LINKS
        elements = elements[: limits.page_links]
    for element in elements:
        reader.read(element)
    if reader.deepest >= limits.page_depth:
        cut |= Cut.DEPTH
    columns = reader.columns
    count = len(columns.urls)
    links = Links(
        urls=columns.urls,
        anchors=columns.anchors,
        kinds=np.array(columns.kinds, dtype=np.uint8),
        sources=np.array(columns.sources, dtype=np.uint8),
        rels=np.array(columns.rels, dtype=np.uint16),
        labels=np.array(columns.labels, dtype=np.uint32),
        label_names=list(columns.label_ids),
        regions=np.full(count, -1, dtype=np.int32),
        records=np.full(count, -1, dtype=np.int32),
        columns=np.full(count, -1, dtype=np.int32),
    )
    return FoundLinks(links, columns.elements, reader.canonical, cut | reader.cut)


def no_links() -> Links:
    """The links of a page that has none."""
    return Links(
        urls=[],
        anchors=[],
        kinds=np.empty(0, dtype=np.uint8),
        sources=np.empty(0, dtype=np.uint8),
        rels=np.empty(0, dtype=np.uint16),
        labels=np.empty(0, dtype=np.uint32),
        label_names=[],
        regions=np.empty(0, dtype=np.int32),
        records=np.empty(0, dtype=np.int32),
        columns=np.empty(0, dtype=np.int32),
    )
