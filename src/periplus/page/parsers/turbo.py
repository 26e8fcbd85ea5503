"""The default parser, turbohtml: WHATWG trees, at most 512 open elements, linear time."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, cast

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
        # Columns come from comprehensions; the one loop over all nodes only puts texts in order.
        document = self._document
        elements = list(islice(document.iter_elements(), limits.page_nodes))
        rows = cast("dict[Element, int]", dict(zip(elements, range(len(elements)), strict=True)))
        # A parent's row is unknown only above the root (the document) or in a template's fragment.
        row_of = cast("Callable[[Any, int], int]", rows.get)
        first_text: list[int] = []
        texts: list[str] = []
        owners: list[int] = []
        blank = ""
        text_count = 0
        element_type, text_type, add_first = turbohtml.Element, turbohtml.Text, first_text.append
        nodes = iter(document.descendants)
        for node in islice(nodes, limits.page_nodes):
            kind = type(node)
            if kind is element_type:
                add_first(text_count)
            elif kind is text_type:
                data = node.data  # type: ignore[attr-defined]
                if data.isspace():
                    blank = " "
                else:
                    texts.append(blank + data if blank else data)
                    blank = ""
                    text_count += 1
                    owners.append(row_of(node.parent, 0))
        cut = Cut.NONE if next(nodes, None) is None else Cut.NODES
        if len(first_text) < len(elements):
            elements = elements[: len(first_text)]
            rows = cast(
                "dict[Element, int]", dict(zip(elements, range(len(elements)), strict=True))
            )
        add_first(text_count)
        parents = [row_of(element.parent, 0) for element in elements]
        return FlatTree(
            rows=rows,
            tags=[element.tag for element in elements],
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
