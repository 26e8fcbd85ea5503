"""A PageView as bytes and back: versioned, deterministic, without pickle.

Layout: magic, version byte, then one zstd frame with a msgpack array. Numpy columns are raw
little-endian bytes in a fixed order; their types belong to the version.
"""

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import zstandard

from periplus.errors import StateDamaged
from periplus.page.view import Cut, Links, PageView, Region, Structure, Words

_MAGIC = b"PV"
VERSION = 1
_LEVEL = 1
_MAX_BYTES = 512 * 1024 * 1024

_LINK_TYPES = ("u1", "u1", "<u2", "<u4", "<i4", "<i4", "<i4")


class _Head(msgspec.Struct, array_like=True):
    url: str
    base: str
    title: str
    language: str
    canonical: str | None
    noindex: bool
    nofollow: bool
    bytes: int
    cut: int


class _LinkColumns(msgspec.Struct, array_like=True):
    urls: list[str]
    anchors: list[str]
    label_names: list[str]
    columns: list[bytes]  # kinds, sources, rels, labels, regions, records, columns


class _WordHashes(msgspec.Struct, array_like=True):
    count: int
    grams: bytes
    sketch: bytes
    simhash: int
    text_hash: int
    main_chars: int


class _RegionRow(msgspec.Struct, array_like=True):
    pattern: int
    label: str
    records: int
    period: int
    columns: list[str]
    area: float
    text: int
    parent: int
    number_slots: int
    numbers: bytes
    dates: bytes


class _Layout(msgspec.Struct, array_like=True):
    tags: bytes
    paths: bytes
    path_counts: bytes
    regions: list[_RegionRow]


class _Page(msgspec.Struct, array_like=True):
    head: _Head
    links: _LinkColumns
    words: _WordHashes | None
    structure: _Layout | None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Page)


def encode(view: PageView) -> bytes:
    """A view as bytes; equal views give equal bytes."""
    page = _Page(_head(view), _links(view.links), _words(view.words), _layout(view.structure))
    packed = zstandard.ZstdCompressor(level=_LEVEL).compress(_encoder.encode(page))
    return _MAGIC + bytes((VERSION,)) + packed


def decode(data: bytes) -> PageView:
    """The view that `encode` made these bytes of.

    Raises StateDamaged where they are of another version or no view at all.
    """
    if data[:2] != _MAGIC or len(data) < 4:
        raise StateDamaged("these bytes are no stored page view; read the page again")
    if data[2] != VERSION:
        raise StateDamaged(
            f"this page view has version {data[2]}, this program reads {VERSION}; "
            "read the page again from the archive"
        )
    try:
        packed = zstandard.ZstdDecompressor().decompress(data[3:], max_output_size=_MAX_BYTES)
        return _view(_decoder.decode(packed))
    except (zstandard.ZstdError, msgspec.MsgspecError, ValueError) as error:
        raise StateDamaged(f"this page view is damaged ({error}); read the page again") from error


def _raw(column: npt.NDArray[Any], dtype: str) -> bytes:
    return column.astype(dtype, copy=False).tobytes()


def _column(data: bytes, dtype: str) -> npt.NDArray[Any]:
    return np.frombuffer(bytearray(data), dtype=dtype)


def _head(view: PageView) -> _Head:
    return _Head(
        view.url,
        view.base,
        view.title,
        view.language,
        view.canonical,
        view.noindex,
        view.nofollow,
        view.bytes,
        int(view.cut),
    )


def _links(links: Links) -> _LinkColumns:
    columns: tuple[npt.NDArray[Any], ...] = (
        links.kinds,
        links.sources,
        links.rels,
        links.labels,
        links.regions,
        links.records,
        links.columns,
    )
    raw = [_raw(column, dtype) for column, dtype in zip(columns, _LINK_TYPES, strict=True)]
    return _LinkColumns(links.urls, links.anchors, links.label_names, raw)


def _words(words: Words | None) -> _WordHashes | None:
    if words is None:
        return None
    return _WordHashes(
        words.count,
        _raw(words.grams, "<u8"),
        _raw(words.sketch, "<u8"),
        words.simhash,
        words.text_hash,
        words.main_chars,
    )


def _layout(structure: Structure | None) -> _Layout | None:
    if structure is None:
        return None
    return _Layout(
        structure.tags,
        _raw(structure.paths, "<u8"),
        _raw(structure.path_counts, "<u4"),
        [_region_row(region) for region in structure.regions],
    )


def _region_row(region: Region) -> _RegionRow:
    return _RegionRow(
        region.pattern,
        region.label,
        region.records,
        region.period,
        list(region.columns),
        region.area,
        region.text,
        region.parent,
        region.numbers.shape[1],
        _raw(region.numbers, "<f8"),
        _raw(region.dates, "<f8"),
    )


def _view(page: _Page) -> PageView:
    head = page.head
    return PageView(
        url=head.url,
        base=head.base,
        title=head.title,
        language=head.language,
        canonical=head.canonical,
        noindex=head.noindex,
        nofollow=head.nofollow,
        bytes=head.bytes,
        cut=Cut(head.cut),
        links=_links_of(page.links),
        words=None if page.words is None else _words_of(page.words),
        structure=None if page.structure is None else _structure_of(page.structure),
    )


def _links_of(stored: _LinkColumns) -> Links:
    kinds, sources, rels, labels, regions, records, columns = (
        _column(data, dtype) for data, dtype in zip(stored.columns, _LINK_TYPES, strict=True)
    )
    return Links(
        urls=stored.urls,
        anchors=stored.anchors,
        kinds=kinds,
        sources=sources,
        rels=rels,
        labels=labels,
        label_names=stored.label_names,
        regions=regions,
        records=records,
        columns=columns,
    )


def _words_of(stored: _WordHashes) -> Words:
    return Words(
        count=stored.count,
        grams=_column(stored.grams, "<u8"),
        sketch=_column(stored.sketch, "<u8"),
        simhash=stored.simhash,
        text_hash=stored.text_hash,
        main_chars=stored.main_chars,
    )


def _structure_of(stored: _Layout) -> Structure:
    return Structure(
        tags=stored.tags,
        paths=_column(stored.paths, "<u8"),
        path_counts=_column(stored.path_counts, "<u4"),
        regions=[_region_of(row) for row in stored.regions],
    )


def _region_of(row: _RegionRow) -> Region:
    return Region(
        pattern=row.pattern,
        label=row.label,
        records=row.records,
        period=row.period,
        columns=tuple(row.columns),
        area=row.area,
        text=row.text,
        parent=row.parent,
        numbers=_column(row.numbers, "<f8").reshape(-1, row.number_slots)
        if row.number_slots
        else np.empty((row.records, 0)),
        dates=_column(row.dates, "<f8"),
    )
