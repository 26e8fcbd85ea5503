"""The layout of a page: its tag sequence, the multiset of its tag paths, its regions."""

from functools import lru_cache

import numpy as np
import xxhash

from periplus.page.area import Areas
from periplus.page.links import FoundLinks
from periplus.page.options import PageOptions
from periplus.page.parser import FlatTree
from periplus.page.records import RecordReader
from periplus.page.regions import RegionFinder
from periplus.page.view import U32, U64, Cut, Region, Stage, Structure

# Codes are the places in this list, from 1: stored views depend on them, so add at the end only.
_TAGS = """
html head title base link meta style script noscript body article section nav aside h1 h2 h3 h4 h5
h6 hgroup header footer address p hr pre blockquote ol ul menu li dl dt dd figure figcaption main
search div a em strong small s cite q dfn abbr ruby rt rp data time code var samp kbd sub sup i b u
mark bdi bdo span br wbr ins del picture source img iframe embed object param video audio track map
area svg math table caption colgroup col tbody thead tfoot tr td th form label input button select
datalist optgroup option textarea output progress meter fieldset legend details summary dialog slot
template canvas frame frameset noframes center font big tt strike acronym applet dir marquee nobr
basefont bgsound blink isindex keygen listing multicol nextid plaintext rb rtc spacer xmp image path
"""
TAG_CODES = {tag: code for code, tag in enumerate(_TAGS.split(), start=1)}
OTHER_TAG = 255
_NO_PATHS: U64 = np.empty(0, np.uint64)
_NO_COUNTS: U32 = np.empty(0, np.uint32)


def tag_sequence(flat: FlatTree) -> bytes:
    """One byte an element in document order."""
    codes = {tag: TAG_CODES.get(tag, OTHER_TAG) for tag in set(flat.tags)}
    return bytes(map(codes.__getitem__, flat.tags))


@lru_cache(maxsize=65536)
def _path_hash(parent: int, tag: str) -> int:
    return xxhash.xxh3_64_intdigest(tag.encode("utf-8", "surrogatepass"), seed=parent)


def tag_paths(flat: FlatTree) -> tuple[U64, U32]:
    """The sorted distinct hashes of root-to-element tag paths, and how often each occurs."""
    steps: list[dict[str, int]] = [{}]  # a trie: the paths one tag longer than each path
    hashes: list[int] = [0]
    path_of: list[int] = []
    add = path_of.append
    for tag, parent in zip(flat.tags, flat.parents, strict=True):
        above = path_of[parent] if path_of else 0
        path = steps[above].get(tag)
        if path is None:
            path = steps[above][tag] = len(steps)
            steps.append({})
            hashes.append(_path_hash(hashes[above], tag))
        add(path)
    counts = np.bincount(np.array(path_of, dtype=np.intp), minlength=len(hashes))[1:]
    paths = np.array(hashes[1:], dtype=np.uint64)
    order = np.argsort(paths)
    return paths[order], counts[order].astype(np.uint32)


def read_structure(
    flat: FlatTree,
    states: list[int],
    found: FoundLinks,
    options: PageOptions,
    stages: Stage = Stage.ALL,
) -> tuple[Structure, Cut]:
    """The layout of a page; places its links in the regions."""
    structure, cut = Structure(b"", _NO_PATHS, _NO_COUNTS, []), Cut.NONE
    if stages & Stage.RECORDS:
        structure.regions, cut = _read_regions(flat, states, found, options)
    if stages & Stage.LAYOUT:
        structure.tags = tag_sequence(flat)
        structure.paths, structure.path_counts = tag_paths(flat)
    return structure, cut


def _read_regions(
    flat: FlatTree, states: list[int], found: FoundLinks, options: PageOptions
) -> tuple[list[Region], Cut]:
    areas = Areas(flat, states)
    finder = RegionFinder(flat, areas, options)
    raw = finder.find()
    reader = RecordReader(flat, finder, raw)
    if raw:
        _place_links(flat, found, reader)
        reader.read_texts(states)
    regions = []
    for region, table in zip(raw, reader.tables, strict=True):
        rows = [row for record in region.records for row in record]
        regions.append(
            Region(
                pattern=region.pattern,
                label=finder.label(region.parent_row),
                records=len(region.records),
                period=region.period,
                columns=tuple(table.columns),
                area=areas.share(rows),
                text=areas.chars(rows),
                parent=region.parent,
                numbers=table.number_matrix(),
                dates=table.date_column(),
            )
        )
    return regions, Cut.NODES if finder.too_many else Cut.NONE


def _place_links(flat: FlatTree, found: FoundLinks, reader: RecordReader) -> None:
    links = found.links
    rows = flat.rows
    for at, element in enumerate(found.elements):
        row = rows.get(element)
        if row is not None:
            links.regions[at], links.records[at], links.columns[at] = reader.place(row)
