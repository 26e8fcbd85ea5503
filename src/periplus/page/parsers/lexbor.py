"""The second parser: selectolax (lexbor). For comparison only: it is quadratic on hostile pages.

Needs the `selectolax` package, which only the test dependencies bring.
"""

from collections.abc import Sequence
from typing import Any, cast

from periplus.errors import ConfigError
from periplus.limits import Limits
from periplus.page.parser import MARKED_SELECTOR, Element, FlatTree, subtree_ends
from periplus.page.view import Cut

_TEXT_TAG = "-text"


class _LexborElement:
    """A selectolax node in the shape of `page.parser.Element`."""

    __slots__ = ("_node",)

    def __init__(self, node: Any) -> None:
        self._node = node

    def __hash__(self) -> int:
        return int(self._node.mem_id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _LexborElement) and self._node.mem_id == other._node.mem_id

    @property
    def tag(self) -> str:
        return str(self._node.tag)

    @property
    def parent(self) -> "_LexborElement | None":
        above = self._node.parent
        return None if above is None else _LexborElement(above)

    @property
    def text(self) -> str:
        return str(self._node.text(deep=True))

    def attr(self, name: str, /) -> str | None:
        attributes = self._node.attributes
        if name not in attributes:
            return None
        return attributes[name] or ""

    def first(self, selector: str) -> "_LexborElement | None":
        found = self._node.css_first(selector)
        return None if found is None else _LexborElement(found)


class LexborTree:
    """A page parsed by selectolax."""

    __slots__ = ("_parser",)

    def __init__(self, parser: Any) -> None:
        self._parser = parser

    @classmethod
    def parse(cls, body: bytes, charset: str | None) -> "LexborTree":
        """Parse bytes as the charset, else as UTF-8: this adapter doesn't sniff."""
        try:
            from selectolax.lexbor import LexborHTMLParser
        except ImportError as error:
            raise ConfigError(
                "the lexbor parser needs the selectolax package: pip install selectolax"
            ) from error
        try:
            markup = body.decode(charset or "utf-8", "replace")
        except LookupError:
            markup = body.decode("utf-8", "replace")
        return cls(LexborHTMLParser(markup.removeprefix("\ufeff")))

    @property
    def root(self) -> Element | None:
        root = self._parser.root
        return None if root is None else _LexborElement(root)

    def select(self, selector: str) -> Sequence[Element]:
        # css() answers selector by selector; document order comes from a walk.
        found = {node.mem_id for node in self._parser.css(selector)}
        root = self._parser.root
        if root is None or not found:
            return []
        return [_LexborElement(node) for node in root.traverse() if node.mem_id in found]

    def select_one(self, selector: str) -> Element | None:
        found = self.select(selector)
        return found[0] if found else None

    def within(self, element: Element, selector: str) -> Element | None:
        return cast(_LexborElement, element).first(selector)

    def flatten(self, limits: Limits) -> FlatTree:
        flat = FlatTree({}, [], [], [], [], [], [], {}, {}, {}, Cut.NONE)
        row_of: dict[int, int] = {}
        root = self._parser.root
        blank = ""
        nodes = () if root is None else root.traverse(include_text=True)
        for count, node in enumerate(nodes):
            if count >= limits.page_nodes:
                flat.cut = Cut.NODES
                break
            above = node.parent
            parent = 0 if above is None else row_of.get(above.mem_id, 0)
            if node.tag == _TEXT_TAG:
                data = node.text_content or ""
                if data.isspace():
                    blank = " "
                elif data:
                    flat.texts.append(blank + data)
                    flat.owners.append(parent)
                    blank = ""
            elif not node.tag.startswith(("-", "!")):
                self._add_element(flat, row_of, node, parent)
        flat.first_text.append(len(flat.texts))
        flat.ends = subtree_ends(flat.parents)
        flat.marked = {flat.rows[e]: e for e in self.select(MARKED_SELECTOR) if e in flat.rows}
        return flat

    @staticmethod
    def _add_element(flat: FlatTree, row_of: dict[int, int], node: Any, parent: int) -> None:
        row = len(flat.tags)
        row_of[node.mem_id] = row
        flat.rows[_LexborElement(node)] = row
        flat.tags.append(node.tag)
        flat.parents.append(parent)
        flat.first_text.append(len(flat.texts))
        attributes = node.attributes
        if "id" in attributes:
            flat.ids[row] = attributes["id"] or ""
        if "class" in attributes:
            flat.classes[row] = attributes["class"] or ""
