"""The sample: the pages from which patterns are learned, as columns."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.page.view import U64, AnchorKind, LinkSource, PageView
from periplus.plan.strategy import Verdict, Visit
from periplus.site.hash_table import packed, unpacked

U32 = npt.NDArray[np.uint32]
I32 = npt.NDArray[np.int32]

REDIRECT = -1  # instead of a label: the target stands for the page
CANONICAL = -2  # the page says that it is a spelling of the target

_FLIPS = frozenset({AnchorKind.NUMBER, AnchorKind.NEXT, AnchorKind.PREVIOUS})
_FLIP_SOURCES = frozenset({LinkSource.LINK_NEXT, LinkSource.LINK_PREV})
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SAME_PAGE = frozenset({LinkSource.META_REFRESH})


class Sample:
    """Pages with their 2-grams and labelled links, in the order of fetching."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.roots: list[int] = []  # numbers of the pages that the crawl started from
        self.urls: list[str] = []
        self.forms: list[str] = []  # what each page says that it stands for
        self.grams: list[U32] = []
        self.targets: list[U32] = []  # of the links of each page
        self.labels: list[I32] = []  # index into label_names, or REDIRECT, CANONICAL
        self.label_names: list[str] = []
        self.label_pages: Counter[int] = Counter()
        self.label_links: Counter[int] = Counter()
        self.label_flips: Counter[int] = Counter()  # links that say "2" or "next"
        self._label_numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, visit: Visit) -> None:
        """Take a page in."""
        if visit.depth == 0:
            self.roots.append(len(self.ids))
        self.ids.append(visit.page)
        self.urls.append(visit.url)
        self.forms.append(form_of(visit))
        self.grams.append(grams_of(visit))
        targets, labels = self._links(visit)
        self.targets.append(targets)
        self.labels.append(labels)

    def _links(self, visit: Visit) -> tuple[U32, I32]:
        view = visit.view
        if view is None:
            pairs = {(offered.target, REDIRECT): None for offered in visit.links}
        else:
            numbers = [self._number(name) for name in view.links.label_names]
            pairs = {}
            for offered in visit.links:
                label = self._label(view, offered.row, numbers)
                pairs[offered.target, label] = None
            self.label_pages.update({label for _, label in pairs if label >= 0})
        columns = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
        return columns[:, 0].astype(np.uint32), columns[:, 1].astype(np.int32)

    def _label(self, view: PageView, row: int, numbers: list[int]) -> int:
        links = view.links
        source = links.sources[row]
        if source == LinkSource.LINK_CANONICAL:
            return CANONICAL
        if source in _SAME_PAGE:
            return REDIRECT
        label = numbers[int(links.labels[row])]
        self.label_links[label] += 1
        if is_flip(view, row):
            self.label_flips[label] += 1
        return label

    def _number(self, name: str) -> int:
        number = self._label_numbers.get(name)
        if number is None:
            number = self._label_numbers[name] = len(self.label_names)
            self.label_names.append(name)
        return number

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        return {
            "ids": self.ids,
            "roots": self.roots,
            "urls": self.urls,
            "forms": self.forms,
            "names": self.label_names,
            "pages": sorted(self.label_pages.items()),
            "links": sorted(self.label_links.items()),
            "flips": sorted(self.label_flips.items()),
            "grams": _saved(self.grams),
            "targets": _saved(self.targets),
            "labels": _saved(self.labels),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self.ids, self.urls = list(state["ids"]), list(state["urls"])
        self.roots, self.forms = list(state["roots"]), list(state["forms"])
        self.label_names = list(state["names"])
        self._label_numbers = {name: i for i, name in enumerate(self.label_names)}
        self.label_pages = Counter({int(k): int(v) for k, v in state["pages"]})
        self.label_links = Counter({int(k): int(v) for k, v in state["links"]})
        self.label_flips = Counter({int(k): int(v) for k, v in state["flips"]})
        self.grams = _restored(state["grams"], np.uint32)
        self.targets = _restored(state["targets"], np.uint32)
        self.labels = _restored(state["labels"], np.int32)


def form_of(visit: Visit) -> str:
    """The URL that a page declares as canonical, or its own."""
    return (visit.view.canonical if visit.view is not None else None) or visit.url


def grams_of(visit: Visit) -> U32:
    """The 2-grams of a page that is content; half of each hash is enough to tell them apart."""
    view = visit.view
    if view is None or view.words is None or visit.verdict is Verdict.INVALID:
        return np.empty(0, dtype=np.uint32)
    return np.unique((view.words.grams >> np.uint64(32)).astype(np.uint32))


def hashes_of(grams: U32) -> U64:
    """Half hashes spread over 64 bits, as sets of whole hashes want them."""
    return grams.astype(np.uint64) * _SPREAD


def is_flip(view: PageView, row: int) -> bool:
    """Whether a link says that it turns a page."""
    links = view.links
    return int(links.kinds[row]) in _FLIPS or int(links.sources[row]) in _FLIP_SOURCES


def _saved(columns: list[npt.NDArray[Any]]) -> dict[str, str]:
    lengths = np.array([len(column) for column in columns], dtype=np.uint32)
    joined = np.concatenate(columns) if columns else np.empty(0, dtype=np.uint32)
    return {"lengths": packed(lengths), "values": packed(joined)}


def _restored(state: Mapping[str, str], kind: Any) -> list[npt.NDArray[Any]]:
    lengths = unpacked(state["lengths"], np.uint32)
    values = unpacked(state["values"], kind)
    return np.split(values, np.cumsum(lengths)[:-1]) if len(lengths) else []
