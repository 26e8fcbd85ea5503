"""The default parser, turbohtml: WHATWG trees, at most 512 open elements, linear time."""

from collections.abc import Sequence
from typing import cast

import turbohtml

from periplus.limits import Limits
from periplus.page.parser import MARKED_SELECTOR, Element, FlatTree, subtree_ends
from periplus.page.view import Cut


class TurboTree:
    """A page parsed by turbohtml."""

    __slots__ = ("_document",)

    def __init__(self, document: turbohtml.Document) -> None:
        self._document = document

    @classmethod
    def parse(cls, body: bytes, charset: str | None) -> "TurboTree":
        """Parse bytes; a charset that the Encoding Standard doesn't know is left to the sniffer."""
        try:
            document = turbohtml.parse(body, encoding=charset, positions=False)
        except LookupError:
            document = turbohtml.parse(body, positions=False)
        return cls(document)

    @property
    def root(self) -> Element | None:
        return cast("Element | None", self._document.root)

    def select(self, selector: str) -> Sequence[Element]:
        return cast("Sequence[Element]", self._document.select(selector))

    def select_one(self, selector: str) -> Element | None:
        return cast("Element | None", self._document.select_one(selector))

    def within(self, element: Element, selector: str) -> Element | None:
        found = cast(turbohtml.Element, element).select_one(selector)
        return cast("Element | None", found)

    def flatten(self, limits: Limits) -> FlatTree:
        rows: dict[Element, int] = {}
        tags: list[str] = []
        parents: list[int] = []
        first_text: list[int] = []
        texts: list[str] = []
        owners: list[int] = []
        cut = Cut.NONE
        element_type, text_type, get_row = turbohtml.Element, turbohtml.Text, rows.get
        nodes_left = limits.page_nodes
        for node in self._document.descendants:
            if nodes_left == 0:
                cut = Cut.NODES
                break
            nodes_left -= 1
            kind = type(node)
            if kind is element_type:
                # Rows are unknown only above the root (the document) or in a template's fragment.
                parents.append(get_row(node.parent, 0))  # type: ignore[call-overload]
                rows[node] = len(tags)  # type: ignore[index]
                tags.append(node.tag)  # type: ignore[attr-defined]
                first_text.append(len(texts))
            elif kind is text_type:
                data = node.data  # type: ignore[attr-defined]
                if not data.isspace():
                    texts.append(data)
                    owners.append(get_row(node.parent, 0))  # type: ignore[call-overload]
        first_text.append(len(texts))
        return FlatTree(
            rows=rows,
            tags=tags,
            parents=parents,
            ends=subtree_ends(parents),
            first_text=first_text,
            texts=texts,
            owners=owners,
            ids=self._attribute("id", rows),
            classes=self._attribute("class", rows),
            marked={rows[e]: e for e in self.select(MARKED_SELECTOR) if e in rows},
            cut=cut,
        )

    def _attribute(self, name: str, rows: dict[Element, int]) -> dict[int, str]:
        found = {}
        for element in self.select(f"[{name}]"):
            row = rows.get(element)
            if row is not None:
                found[row] = element.attr(name) or ""
        return found
