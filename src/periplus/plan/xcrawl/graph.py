"""The link graph of the pages seen so far, as columns that grow: sources, targets, degrees.

Nodes are numbered as they are seen. A fetched page adds its links once; a graph of millions of
links is kept as a few long arrays, joined whenever the new part has grown to a tenth of the old.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Nodes = npt.NDArray[np.int32]
_JOIN_SHARE = 0.1


class LinkGraph:
    """Pages and links. Links of a page to itself are left out; two to one target are one."""

    def __init__(self) -> None:
        self.ids: list[int] = []  # URL id of each node
        self._node_of: dict[int, int] = {}
        self.is_fetched: list[bool] = []
        self._sources: list[Nodes] = []
        self._targets: list[Nodes] = []
        self._joined = 0
        self.links = 0

    def __len__(self) -> int:
        return len(self.ids)

    def node(self, url_id: int) -> int:
        """The node of a URL, made if it is new."""
        found = self._node_of.get(url_id)
        if found is None:
            found = self._node_of[url_id] = len(self.ids)
            self.ids.append(url_id)
            self.is_fetched.append(False)
        return found

    def find(self, url_id: int) -> int | None:
        """The node of a URL, if it has one."""
        return self._node_of.get(url_id)

    def add_page(self, url_id: int, targets: Sequence[int]) -> tuple[int, list[int]]:
        """A fetched page with the URL ids that it links to; its node and theirs, each once."""
        page = self.node(url_id)
        nodes = [self.node(target) for target in dict.fromkeys(targets) if target != url_id]
        if self.is_fetched[page]:
            return page, nodes
        self.is_fetched[page] = True
        if nodes:
            self._sources.append(np.full(len(nodes), page, np.int32))
            self._targets.append(np.array(nodes, np.int32))
            self.links += len(nodes)
            if self.links - self._joined > _JOIN_SHARE * self._joined:
                self._join()
        return page, nodes

    def columns(self) -> tuple[Nodes, Nodes]:
        """Source and target of every link."""
        if len(self._sources) > 1:
            self._join()
        return (self._sources[0], self._targets[0]) if self._sources else (_EMPTY, _EMPTY)

    def degrees(self) -> Nodes:
        """How many links each node is known to have."""
        return np.bincount(self.columns()[0], minlength=len(self)).astype(np.int32)

    def _join(self) -> None:
        self._sources = [np.concatenate(self._sources)]
        self._targets = [np.concatenate(self._targets)]
        self._joined = self.links

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        sources, targets = self.columns()
        return {
            "ids": packed(np.array(self.ids, np.uint32)),
            "fetched": packed(np.flatnonzero(self.is_fetched).astype(np.int32)),
            "sources": packed(sources),
            "targets": packed(targets),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self.ids = unpacked(state["ids"], np.uint32).tolist()
        self._node_of = {url_id: node for node, url_id in enumerate(self.ids)}
        self.is_fetched = [False] * len(self.ids)
        for node in unpacked(state["fetched"], np.int32).tolist():
            self.is_fetched[node] = True
        sources, targets = (
            unpacked(state["sources"], np.int32),
            unpacked(state["targets"], np.int32),
        )
        self.links = self._joined = len(sources)
        self._sources, self._targets = ([sources], [targets]) if len(sources) else ([], [])


_EMPTY: Nodes = np.empty(0, np.int32)


def packed(values: npt.NDArray[Any]) -> str:
    """An array as text."""
    return base64.b64encode(values.tobytes()).decode("ascii")


def unpacked(text: str, kind: type) -> npt.NDArray[Any]:
    """The array that `packed` made a text of."""
    return np.frombuffer(base64.b64decode(text), kind)
