"""The default parser, turbohtml: WHATWG trees, at most 512 open elements, linear time."""

from collections.abc import Sequence
from itertools import islice
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
        blank = ""
        element_count = text_count = 0
        element_type, text_type, row_of = turbohtml.Element, turbohtml.Text, rows.get
        add_tag, add_parent, add_first = tags.append, parents.append, first_text.append
        # A parent's row is unknown only above the root (the document) or in a template's fragment.
        nodes = iter(self._document.descendants)
        for node in islice(nodes, limits.page_nodes):
            kind = type(node)
            if kind is element_type:
                add_parent(row_of(node.parent, 0))  # type: ignore[call-overload]
                rows[node] = element_count  # type: ignore[index]
                element_count += 1
                add_tag(node.tag)  # type: ignore[attr-defined]
                add_first(text_count)
            elif kind is text_type:
                data = node.data  # type: ignore[attr-defined]
                if data.isspace():
                    blank = " "
                else:
                    texts.append(blank + data if blank else data)
                    blank = ""
                    text_count += 1
                    owners.append(row_of(node.parent, 0))  # type: ignore[call-overload]
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
            cut=Cut.NONE if next(nodes, None) is None else Cut.NODES,
        )

    def _attribute(self, name: str, rows: dict[Element, int]) -> dict[int, str]:
        found = {}
        for element in self.select(f"[{name}]"):
            row = rows.get(element)
            if row is not None:
                found[row] = element.attr(name) or ""
        return found
