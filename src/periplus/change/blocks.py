"""A page in pieces that can be compared one by one: blocks of text, links and images by place.

A place is the hash of a label path: the rows of a list and the pages of a template share theirs.
The page's frame (navigation, header, footer) is kept as one hash; its pieces are nobody's content.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import xxhash

from periplus.change.printed import Prints, masked, prints
from periplus.page.blocks import BLOCK_TAGS, FRAME, IN_LINK, INVISIBLE, row_states
from periplus.page.labels import segment
from periplus.page.options import LabelStyle
from periplus.page.parser import Element, FlatTree, Tree
from periplus.page.words import normal_text

MOST_BLOCKS = 4096  # what follows is one block more
_MOST_CHARS = 0xFFFF
_PLACE_BITS = 0xFFFFFFFF
_TINY = 2  # pixels: such images count visitors
_TOKEN_VALUE = re.compile(r"([?&;][^=&;#]*=)(?=[^&;#]*\d)(?=[^&;#]*[a-zA-Z])[\w%-]{16,}")
_NOT_FETCHED = ("javascript:", "mailto:", "tel:", "#")


@dataclass(slots=True)
class Pieces:
    """The pieces of one page, as columns."""

    texts: list[int] = field(default_factory=list)  # hash of each block's normalised text
    masks: list[int] = field(default_factory=list)  # the same with numbers and dates masked
    places: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # characters
    prints: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # the normalised texts themselves
    frame: int = 0
    paths: list[int] = field(default_factory=list)  # distinct label paths
    links: dict[int, int] = field(default_factory=dict)  # place: sum of its links' hashes
    images: list[tuple[int, int, int]] = field(default_factory=list)  # place, reference, dHash


def read_pieces(
    tree: Tree,
    flat: FlatTree,
    *,
    seen_at: float | None = None,
    image_codes: Mapping[str, int] | None = None,
) -> Pieces:
    """All pieces of a parsed page. `image_codes` has the dHash of images by their src."""
    pieces = Pieces()
    if not flat.tags:
        return pieces
    states = row_states(flat)
    paths = _path_hashes(flat)
    pieces.paths = sorted(
        {path for path, state in zip(paths, states, strict=True) if not state & INVISIBLE}
    )
    block_of = _block_rows(flat)
    _read_texts(pieces, flat, states, paths, block_of, seen_at)
    # Links and images stand where the text around them stands: what moves there moves together.
    homes = [paths[row] for row in block_of]
    _read_links(pieces, tree, flat, states, homes)
    _read_images(pieces, tree, flat, states, homes, image_codes or {})
    return pieces


@lru_cache(maxsize=65536)
def _step_hash(parent: int, step: str) -> int:
    return xxhash.xxh3_64_intdigest(step.encode("utf-8", "surrogatepass"), seed=parent)


def _path_hashes(flat: FlatTree) -> list[int]:
    hashes: list[int] = []
    ids, classes = flat.ids, flat.classes
    for row, (tag, parent) in enumerate(zip(flat.tags, flat.parents, strict=True)):
        step = segment(tag, ids.get(row, ""), classes.get(row, ""), LabelStyle.BOTH)
        hashes.append(_step_hash(hashes[parent] if row else 0, step))
    return hashes


def _block_rows(flat: FlatTree) -> list[int]:
    """The nearest block element at or above each row."""
    rows: list[int] = []
    for row, (tag, parent) in enumerate(zip(flat.tags, flat.parents, strict=True)):
        rows.append(row if tag in BLOCK_TAGS or not row else rows[parent])
    return rows


def _read_texts(
    pieces: Pieces,
    flat: FlatTree,
    states: list[int],
    paths: list[int],
    block_of: list[int],
    seen_at: float | None,
) -> None:
    frame = xxhash.xxh3_64()
    rest = xxhash.xxh3_64()
    left_over = 0
    for raw, row, state, linked in _raw_blocks(flat, states, block_of):
        text = " ".join(normal_text(raw).split())
        if not text:
            continue
        encoded = text.encode("utf-8", "surrogatepass")
        if state & FRAME:
            frame.update(encoded + b"\n")
            continue
        if len(pieces.texts) >= MOST_BLOCKS:
            rest.update(encoded + b"\n")
            left_over += len(text)
            continue
        shown = prints(text, seen_at) | (Prints.LINKS if 2 * linked > len(raw) else 0)
        _add_block(pieces, xxhash.xxh3_64_intdigest(encoded), masked(text), paths[row])
        pieces.sizes.append(min(len(text), _MOST_CHARS))
        pieces.prints.append(int(shown))
        pieces.words.append(text)
    pieces.frame = frame.intdigest()
    if left_over:
        _add_block(pieces, rest.intdigest(), str(rest.intdigest()), 0)
        pieces.sizes.append(min(left_over, _MOST_CHARS))
        pieces.prints.append(0)


def _add_block(pieces: Pieces, text: int, mask: str, path: int) -> None:
    pieces.texts.append(text)
    pieces.masks.append(
        xxhash.xxh3_64_intdigest(mask.encode("utf-8", "surrogatepass")) & 0xFFFFFFFF
    )
    pieces.places.append(path & _PLACE_BITS)


def _raw_blocks(
    flat: FlatTree, states: list[int], block_of: list[int]
) -> Iterator[tuple[str, int, int, int]]:
    """Text, row of the block element, state and characters inside links of each visible block."""
    breaks = {flat.first_text[row] for row, tag in enumerate(flat.tags) if tag in BLOCK_TAGS}
    parts: list[str] = []
    block = state = linked = 0
    broken = False
    for index, (text, owner) in enumerate(zip(flat.texts, flat.owners, strict=True)):
        broken = broken or index in breaks
        if states[owner] & INVISIBLE:
            continue
        if parts and (broken or block_of[owner] != block):
            yield "".join(parts), block, state, linked
            parts, linked = [], 0
        broken = False
        block, state = block_of[owner], states[owner]
        parts.append(text)
        linked += len(text) if state & IN_LINK else 0
    if parts:
        yield "".join(parts), block, state, linked


def _outside_frame(
    tree: Tree, flat: FlatTree, states: list[int], selector: str
) -> Iterator[tuple[Element, int]]:
    for element in tree.select(selector):
        row = flat.rows.get(element)
        if row is not None and not states[row] & FRAME:
            yield element, row


def without_tokens(reference: str) -> str:
    """A URL without long values of letters and digits: sessions, signatures, cache keys."""
    return _TOKEN_VALUE.sub(r"\1", reference)


def reference_hash(reference: str) -> int:
    """The identity of what an attribute refers to."""
    return xxhash.xxh3_64_intdigest(without_tokens(reference).encode("utf-8", "surrogatepass"))


def set_sum(members: set[int]) -> int:
    """A hash of a set of hashes, whatever their order; those of disjoint sets can be added."""
    return sum(members) & 0xFFFFFFFFFFFFFFFF


def _read_links(
    pieces: Pieces, tree: Tree, flat: FlatTree, states: list[int], homes: list[int]
) -> None:
    found: dict[int, set[int]] = {}
    for element, row in _outside_frame(tree, flat, states, "a[href],area[href]"):
        target = (element.attr("href") or "").strip()
        if target and not target.lower().startswith(_NOT_FETCHED):
            found.setdefault(homes[row] & _PLACE_BITS, set()).add(reference_hash(target))
    pieces.links = {place: set_sum(found[place]) for place in sorted(found)}


def _read_images(
    pieces: Pieces,
    tree: Tree,
    flat: FlatTree,
    states: list[int],
    homes: list[int],
    codes: Mapping[str, int],
) -> None:
    for element, row in _outside_frame(tree, flat, states, "img"):
        source = image_source(element)
        if source and not states[row] & INVISIBLE and not _is_tiny(element):
            place = homes[row] & _PLACE_BITS
            pieces.images.append((place, reference_hash(source), codes.get(source, 0)))
        if len(pieces.images) >= MOST_BLOCKS:
            return


def image_source(element: Element) -> str:
    """What an img element shows; lazily loaded ones keep it in another attribute."""
    for name in ("data-src", "src", "srcset", "data-srcset"):
        value = (element.attr(name) or "").strip()
        if value:
            return value.split()[0].rstrip(",") if "srcset" in name else value
    return ""


def _is_tiny(element: Element) -> bool:
    for name in ("width", "height"):
        side = (element.attr(name) or "").strip().removesuffix("px")
        if side.isascii() and side.isdigit() and int(side[:6]) <= _TINY:
            return True
    return False
