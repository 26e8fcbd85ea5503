"""What one page tells, as columns: the value that everything after parsing works with.

A PageView is plain data: strings, numpy arrays and small tuples. It holds no parser objects, so it
can be kept, encoded (`codec.py`) and compared. Row i of `Links` is the i-th link in document order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
I32 = npt.NDArray[np.int32]
F64 = npt.NDArray[np.float64]


class Stage(IntFlag):
    """Which parts of a view are wanted. A crawl pays only for what its strategy needs."""

    LINKS = 1  # links with anchors, labels, rel; title, canonical, meta robots
    GRAMS = 2  # 2-grams, the hash and the length of the main text
    RECORDS = 4  # repetitive regions, link locations, record numbers
    SKETCHES = 8  # shingle sketch and SimHash of the main text, which GRAMS finds
    LAYOUT = 16  # tag sequence and tag paths
    WORDS = GRAMS | SKETCHES
    STRUCTURE = RECORDS | LAYOUT
    ALL = LINKS | WORDS | STRUCTURE


class AnchorKind(IntEnum):
    """What the text of a link looks like."""

    EMPTY = 0
    WORD = 1
    NUMBER = 2
    NEXT = 3
    PREVIOUS = 4
    IMAGE = 5


class LinkSource(IntEnum):
    """Which markup made the link."""

    A = 0
    AREA = 1
    FRAME = 2
    IFRAME = 3
    LINK_NEXT = 4
    LINK_PREV = 5
    LINK_CANONICAL = 6
    LINK_ALTERNATE = 7
    META_REFRESH = 8


class Rel(IntFlag):
    """The rel tokens that say something to a crawler."""

    NONE = 0
    NOFOLLOW = 1
    UGC = 2
    SPONSORED = 4
    NEXT = 8
    PREV = 16
    BOOKMARK = 32
    TAG = 64
    AUTHOR = 128
    SEARCH = 256
    EXTERNAL = 512


class Cut(IntFlag):
    """What a hostile or huge page made us leave out. Never silent: kept in the view."""

    NONE = 0
    DEPTH = 1
    NODES = 2
    LINKS = 4
    TIME = 8
    UNPARSED = 16  # nothing could be read at all
    BYTES = 32  # only the beginning was read


@dataclass(slots=True)
class Links:
    """The links of a page as columns of equal length, in document order."""

    urls: list[str]
    anchors: list[str]
    kinds: U8  # AnchorKind
    sources: U8  # LinkSource
    rels: U16  # Rel
    labels: U32  # index into label_names
    label_names: list[str]  # distinct labels: "html/body/div#main/ul.items/li/a"
    regions: I32  # index into PageView.regions; -1 where the link stands alone
    records: I32  # record number inside the region; -1 where alone
    columns: I32  # aligned column inside the records; -1 where alone

    def __len__(self) -> int:
        return len(self.urls)

    def __iter__(self) -> Iterator["Link"]:
        return (self[i] for i in range(len(self.urls)))

    def __getitem__(self, row: int) -> "Link":
        return Link(
            url=self.urls[row],
            anchor=self.anchors[row],
            kind=AnchorKind(int(self.kinds[row])),
            source=LinkSource(int(self.sources[row])),
            rel=Rel(int(self.rels[row])),
            label=self.label_names[int(self.labels[row])],
            position=row,
            region=int(self.regions[row]),
            record=int(self.records[row]),
            column=int(self.columns[row]),
        )


@dataclass(frozen=True, slots=True)
class Link:
    """One row of `Links`, for code that reads better with names than with columns."""

    url: str
    anchor: str
    kind: AnchorKind
    source: LinkSource
    rel: Rel
    label: str
    position: int
    region: int
    record: int
    column: int


@dataclass(frozen=True, slots=True)
class Region:
    """A repetitive region: records of one shape below one parent."""

    pattern: int  # 64-bit id, equal for the same kind of region on other pages
    label: str  # label of the parent element
    records: int  # how many
    period: int  # sibling elements that make one record (2 for header row + body row)
    columns: tuple[str, ...]  # relative label of each link column
    area: float  # share of the page's estimated visual area, 0..1
    text: int  # characters of visible text inside
    parent: int = -1  # index of the enclosing region, -1 at the top
    # What records print: numbers (replies, views) and dates, row = record, NaN where absent.
    numbers: F64 = field(default_factory=lambda: np.empty((0, 0)))
    dates: F64 = field(default_factory=lambda: np.empty(0))  # seconds since the epoch, NaN


@dataclass(slots=True)
class Words:
    """The visible text of a page as hashes."""

    count: int
    grams: U64  # sorted distinct 2-gram hashes
    sketch: U64  # bottom-k of 5-word shingle hashes, sorted; empty without SKETCHES
    simhash: int  # 0 without SKETCHES
    text_hash: int  # of the normalised main text
    main_chars: int


@dataclass(slots=True)
class Structure:
    """The layout of a page."""

    # One byte an element in document order (see page.structure.TAG_CODES); empty without LAYOUT.
    tags: bytes
    paths: U64  # sorted distinct tag-path hashes; empty without LAYOUT
    path_counts: U32
    regions: list[Region]  # empty without RECORDS


@dataclass(slots=True)
class PageView:
    """All that one parse of a page told. Stages that were not asked for are None."""

    url: str  # the page's own URL
    base: str  # what its links were joined with
    title: str
    language: str
    canonical: str | None
    noindex: bool
    nofollow: bool
    bytes: int
    cut: Cut
    links: Links
    words: Words | None = None
    structure: Structure | None = None
