"""What the rest of `page/` asks of an HTML parser, so that parsers can be exchanged and compared.

An element is the parser's own node object; both adapters in `parsers/` offer these few members.
`flatten` turns the tree into columns once, and everything that needs the whole page works on those.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from periplus.limits import Limits
from periplus.page.options import ParserName
from periplus.page.view import Cut

# Everything that can make a link, in one selector, so that one call brings document order.
LINK_SELECTOR = (
    "a[href],area[href],frame[src],iframe[src],link[rel][href],meta[http-equiv][content]"
)

# Elements whose text nobody sees.
_INVISIBLE = """
script style template noscript head title noframes iframe object textarea option datalist svg math
audio video canvas
"""
INVISIBLE_TAGS = frozenset(_INVISIBLE.split())


class Element(Hashable, Protocol):
    """One element of the tree."""

    @property
    def tag(self) -> str: ...
    @property
    def parent(self) -> "Element | None": ...
    @property
    def text(self) -> str: ...
    def attr(self, name: str, /) -> str | None: ...


@dataclass(slots=True)
class FlatTree:
    """A tree as columns. Row i is the i-th element in document order; row 0 is the root.

    The subtree of row i is rows i to `ends[i]`; the texts inside it are `texts[first_text[i]]` up
    to `texts[first_text[ends[i]]]` (`first_text` has one entry more than there are rows).
    """

    rows: dict[Element, int]
    tags: list[str]
    parents: list[int]
    ends: list[int]
    first_text: list[int]
    texts: list[str]  # text nodes that hold more; blank ones leave a space before the next
    owners: list[int]  # row of the element that each text is a child of
    ids: dict[int, str]
    classes: dict[int, str]
    marked: dict[int, Element]  # rows with attributes that matter rarely: see MARKED_SELECTOR
    cut: Cut


# Where a browser notes the box of an element, in square pixels.
MEASURED_AREA = "data-periplus-area"
# Rows whose role, visibility, size or date is asked for.
MARKED_SELECTOR = (
    '[role],[hidden],[aria-hidden="true"],[style*="display"],time[datetime],img[width][height],'
    f"[{MEASURED_AREA}]"
)


class Tree(Protocol):
    """One parsed page."""

    @property
    def root(self) -> Element | None:
        """The html element."""
        ...

    def select(self, selector: str) -> Sequence[Element]:
        """The elements that match a CSS selector, in document order."""
        ...

    def select_one(self, selector: str) -> Element | None:
        """The first element that matches a CSS selector."""
        ...

    def within(self, element: Element, selector: str) -> Element | None:
        """The first descendant of an element that matches a CSS selector."""
        ...

    def flatten(self, limits: Limits) -> FlatTree:
        """The tree as columns, cut at the limits' nodes."""
        ...


def parse(body: bytes, charset: str | None, parser: ParserName) -> Tree:
    """Parse a page. Raises ValueError or RuntimeError where the parser gives up."""
    if parser is ParserName.LEXBOR:
        from periplus.page.parsers.lexbor import LexborTree

        return LexborTree.parse(body, charset)
    from periplus.page.parsers.turbo import TurboTree

    return TurboTree.parse(body, charset)


def subtree_ends(parents: Sequence[int]) -> list[int]:
    """The row after the last descendant of each row, from the parents in document order."""
    count = len(parents)
    ends = list(range(1, count + 1))
    for row in range(count - 1, 0, -1):
        parent = parents[row]
        if ends[row] > ends[parent]:
            ends[parent] = ends[row]
    return ends


def deepest(parents: Sequence[int]) -> int:
    """How many elements the longest path from the root has."""
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if depths else 1)
    return max(depths, default=0)
