"""The fingerprint of a page: all that is kept of one visit in order to tell what the next changed.

`read_fingerprint` reads it from the page's bytes. `fingerprint` makes a coarser one from a PageView
alone, where the bytes are gone: it sees that the text changed and by how much, not where.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import xxhash

from periplus.change.blocks import Pieces, read_pieces, reference_hash, set_sum
from periplus.errors import StateDamaged
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.guard import bounded
from periplus.page.hashing import run_hashes, simhash
from periplus.page.options import DEFAULT_OPTIONS, PageOptions
from periplus.page.parser import parse
from periplus.page.view import U8, U16, U32, U64, LinkSource, PageView
from periplus.page.words import word_hashes

_VERSION = 1
_HEAD = struct.Struct("<BB2xdQQQQQIII")
_WIDTHS = (8, 4, 4, 2, 1, 4, 8, 4, 8, 8)  # bytes of an entry of each column
_CLICKED = (LinkSource.A, LinkSource.AREA)


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint:
    """One visit of one page. Columns of blocks (and of links, of images) have equal length."""

    main_text: int  # hash of all text outside the frame, in order; 0: no text
    simhash: int  # of that text's 2-grams: near texts differ in few bits
    template: int  # hash of the set of label paths
    layout: int  # SimHash of that set: near templates differ in few bits
    frame: int  # hash of the text of navigation, header and footer
    blocks: U64  # hash of each block's text, in document order
    masks: U32  # the same with numbers, dates and ages masked
    places: U32  # where each block stands
    sizes: U16  # characters of each block
    prints: U8  # change.printed.Prints of each block
    link_places: U32  # places that hold links
    link_sets: U64  # sum of the hashes of the links at each place
    image_places: U32
    images: U64  # hash of each image's reference
    image_codes: U64  # dHash of each image; 0: not known
    seen_at: float = 0.0  # epoch seconds; 0: not known
    whole: bool = True  # read from the page; False: from a PageView, blocks are shingles

    @property
    def links(self) -> int:
        """The hash of all links outside the frame, wherever they stand."""
        return int(np.sum(self.link_sets, dtype=np.uint64))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fingerprint):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.main_text, self.template, self.frame))

    def to_bytes(self) -> bytes:
        """For the job database: `from_bytes` reads it back."""
        head = _HEAD.pack(
            _VERSION,
            int(self.whole),
            self.seen_at,
            self.main_text,
            self.simhash,
            self.template,
            self.layout,
            self.frame,
            len(self.blocks),
            len(self.link_places),
            len(self.images),
        )
        return b"".join((head, *(column.tobytes() for column in self._columns())))

    def _columns(self) -> tuple[npt.NDArray[np.unsignedinteger], ...]:
        texts = (self.blocks, self.masks, self.places, self.sizes, self.prints)
        images = (self.image_places, self.images, self.image_codes)
        return (*texts, self.link_places, self.link_sets, *images)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Fingerprint":
        """Raises StateDamaged where the bytes are no fingerprint of this version."""
        if len(data) < _HEAD.size or data[0] != _VERSION:
            raise StateDamaged("a stored fingerprint is of another version; visit the page again")
        fields: tuple[Any, ...] = _HEAD.unpack_from(data)
        blocks, links, images = fields[8:]
        columns: list[Any] = []
        at = _HEAD.size
        sizes = (blocks,) * 5 + (links,) * 2 + (images,) * 3
        for kind, count in zip(_WIDTHS, sizes, strict=True):
            end = at + kind * count
            if end > len(data):
                raise StateDamaged("a stored fingerprint is cut short; visit the page again")
            columns.append(np.frombuffer(data[at:end], dtype=f"<u{kind}"))
            at = end
        fields = (*fields[3:8], *columns, fields[2], bool(fields[1]))
        return cls(*fields)


def read_fingerprint(
    body: bytes,
    *,
    charset: str | None = None,
    seen_at: float | None = None,
    image_codes: Mapping[str, int] | None = None,
    options: PageOptions = DEFAULT_OPTIONS,
    limits: Limits = DEFAULT_LIMITS,
) -> Fingerprint:
    """The fingerprint of a page's decoded bytes. Never raises for bad markup.

    `seen_at` is the time of the visit (epoch seconds): with it, a clock that the page prints is
    known for one. `image_codes` has the dHash of fetched images by the src that names them.
    """
    markup, charset, _ = bounded(body, charset, limits)
    try:
        tree = parse(markup, charset, options.parser)
    except (ValueError, RuntimeError, MemoryError):
        return _of_pieces(Pieces(), seen_at)
    flat = tree.flatten(limits)
    return _of_pieces(read_pieces(tree, flat, seen_at=seen_at, image_codes=image_codes), seen_at)


def _of_pieces(pieces: Pieces, seen_at: float | None) -> Fingerprint:
    blocks = np.array(pieces.texts, dtype=np.uint64)
    paths = np.array(pieces.paths, dtype=np.uint64)
    words = word_hashes("\n".join(pieces.words))
    return Fingerprint(
        main_text=xxhash.xxh3_64_intdigest(blocks.tobytes()) if len(blocks) else 0,
        simhash=simhash(run_hashes(words, min(2, len(words)))) if len(words) else 0,
        template=xxhash.xxh3_64_intdigest(paths.tobytes()) if len(paths) else 0,
        layout=simhash(paths),
        frame=pieces.frame,
        blocks=blocks,
        masks=np.array(pieces.masks, dtype=np.uint32),
        places=np.array(pieces.places, dtype=np.uint32),
        sizes=np.array(pieces.sizes, dtype=np.uint16),
        prints=np.array(pieces.prints, dtype=np.uint8),
        link_places=np.array(list(pieces.links), dtype=np.uint32),
        link_sets=np.array(list(pieces.links.values()), dtype=np.uint64),
        image_places=np.array([image[0] for image in pieces.images], dtype=np.uint32),
        images=np.array([image[1] for image in pieces.images], dtype=np.uint64),
        image_codes=np.array([image[2] for image in pieces.images], dtype=np.uint64),
        seen_at=seen_at or 0.0,
    )


def fingerprint(view: PageView, *, seen_at: float | None = None) -> Fingerprint:
    """A coarse fingerprint from what a PageView has: its shingles take the place of blocks."""
    words, structure = view.words, view.structure
    shingles = words.sketch if words else np.empty(0, dtype=np.uint64)
    paths = structure.paths if structure else np.empty(0, dtype=np.uint64)
    zeros = np.zeros(len(shingles), dtype=np.uint32)
    clicked = np.isin(view.links.sources, _CLICKED)
    targets = {reference_hash(view.links.urls[row]) for row in np.flatnonzero(clicked).tolist()}
    return Fingerprint(
        main_text=words.text_hash if words else 0,
        simhash=words.simhash if words else 0,
        template=xxhash.xxh3_64_intdigest(paths.tobytes()) if len(paths) else 0,
        layout=simhash(paths),
        frame=0,
        blocks=shingles,
        masks=zeros,
        places=zeros,
        sizes=np.ones(len(shingles), dtype=np.uint16),
        prints=np.zeros(len(shingles), dtype=np.uint8),
        link_places=np.zeros(1 if targets else 0, dtype=np.uint32),
        link_sets=np.array([set_sum(targets)] if targets else [], dtype=np.uint64),
        image_places=np.empty(0, dtype=np.uint32),
        images=np.empty(0, dtype=np.uint64),
        image_codes=np.empty(0, dtype=np.uint64),
        seen_at=seen_at or 0.0,
        whole=False,
    )
