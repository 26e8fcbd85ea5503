"""Bytes to a PageView in one parse: links, words, structure. Pure."""

from periplus.page.options import DEFAULT_OPTIONS, GramMode, LabelStyle, PageOptions, ParserName
from periplus.page.read import read_page
from periplus.page.view import (
    AnchorKind,
    Cut,
    Link,
    Links,
    LinkSource,
    PageView,
    Region,
    Rel,
    Stage,
    Structure,
    Words,
)

__all__ = [
    "DEFAULT_OPTIONS",
    "AnchorKind",
    "Cut",
    "GramMode",
    "LabelStyle",
    "Link",
    "LinkSource",
    "Links",
    "PageOptions",
    "PageView",
    "ParserName",
    "Region",
    "Rel",
    "Stage",
    "Structure",
    "Words",
    "read_page",
]
