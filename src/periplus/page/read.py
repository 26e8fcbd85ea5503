"""Bytes to a PageView: one parse, then each stage that was asked for."""

from periplus import url as urls
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.blocks import read_blocks, row_states
from periplus.page.guard import bounded
from periplus.page.links import FoundLinks, no_links, read_links
from periplus.page.options import DEFAULT_OPTIONS, PageOptions
from periplus.page.parser import FlatTree, Tree, deepest, parse
from periplus.page.structure import read_structure
from periplus.page.view import Cut, PageView, Stage
from periplus.page.words import read_words

_TITLE_CHARS = 500
_ROBOTS_SELECTOR = "meta[name][content]"


def read_page(
    body: bytes,
    url: str,
    *,
    charset: str | None = None,
    stages: Stage = Stage.ALL,
    options: PageOptions = DEFAULT_OPTIONS,
    limits: Limits = DEFAULT_LIMITS,
) -> PageView:
    """What a page tells. Never raises for bad markup: `PageView.cut` says what was left out."""
    markup, charset, cut = bounded(body, charset, limits)
    try:
        tree = parse(markup, charset, options.parser)
    except (ValueError, RuntimeError, MemoryError):
        return _unparsed(url, len(body), cut)
    view, found = _read_head(tree, url, len(body), stages, options, limits)
    view.cut |= cut
    if stages & (Stage.WORDS | Stage.STRUCTURE):
        flat = tree.flatten(limits)
        view.cut |= flat.cut
        if len(flat.tags) >= limits.page_depth and deepest(flat.parents) >= limits.page_depth:
            view.cut |= Cut.DEPTH
        if flat.tags:
            _read_whole(flat, view, found, stages, options)
    return view


def _read_head(
    tree: Tree, url: str, body_bytes: int, stages: Stage, options: PageOptions, limits: Limits
) -> tuple[PageView, FoundLinks]:
    base = _base(tree, url)
    if stages & Stage.LINKS:
        found = read_links(tree, url, base, options, limits, body_bytes)
    else:
        found = FoundLinks(no_links(), [], None, Cut.NONE)
    title = tree.select_one("title")
    root = tree.root
    robots = _robots_words(tree)
    view = PageView(
        url=url,
        base=base,
        title="" if title is None else " ".join(title.text.split())[:_TITLE_CHARS],
        language="" if root is None else (root.attr("lang") or "").strip()[:35],
        canonical=found.canonical,
        noindex=bool(robots & {"noindex", "none"}),
        nofollow=bool(robots & {"nofollow", "none"}),
        bytes=body_bytes,
        cut=found.cut,
        links=found.links,
    )
    return view, found


def _read_whole(
    flat: FlatTree, view: PageView, found: FoundLinks, stages: Stage, options: PageOptions
) -> None:
    states = row_states(flat)
    if stages & Stage.WORDS:
        view.words = read_words(read_blocks(flat, states), options, stages)
    if stages & Stage.STRUCTURE:
        view.structure, cut = read_structure(flat, states, found, options, stages)
        view.cut |= cut


def _base(tree: Tree, url: str) -> str:
    element = tree.select_one("base[href]")
    if element is None:
        return url
    return urls.join(url, element.attr("href") or "") or url


def _robots_words(tree: Tree) -> set[str]:
    words: set[str] = set()
    for element in tree.select(_ROBOTS_SELECTOR):
        if (element.attr("name") or "").strip().lower() == "robots":
            content = (element.attr("content") or "").lower()
            words.update(content.replace(",", " ").split())
    return words


def _unparsed(url: str, body_bytes: int, cut: Cut) -> PageView:
    return PageView(
        url=url,
        base=url,
        title="",
        language="",
        canonical=None,
        noindex=False,
        nofollow=False,
        bytes=body_bytes,
        cut=cut | Cut.UNPARSED,
        links=no_links(),
    )
