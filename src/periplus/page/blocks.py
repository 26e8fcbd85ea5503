"""The visible text of a page, cut into blocks, with what each block is part of.

A block is a run of text that no block-level element, cell, list item or line break interrupts. Its
`Zone` says whether it belongs to the page's frame (navigation, header, footer) or is mostly links.
"""

from dataclasses import dataclass
from enum import IntEnum

from periplus.page.parser import INVISIBLE_TAGS, FlatTree

_BLOCKS = """
address article aside blockquote body br button caption center col colgroup dd details dialog dir
div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hr html legend li
main menu nav ol optgroup p pre section select summary table tbody td tfoot th thead tr ul
"""
BLOCK_TAGS = frozenset(_BLOCKS.split())

_FRAME_TAGS = frozenset(("nav", "aside", "menu", "dialog"))
_EDGE_TAGS = frozenset(("header", "footer"))  # of a page they are frame, of an article content
_CONTENT_TAGS = frozenset(("article", "main"))
_FRAME_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "complementary", "menu", "menubar", "toolbar")
)

FRAME, INVISIBLE, CONTENT, IN_LINK = 1, 2, 4, 8  # bits of a row's state


class Zone(IntEnum):
    """What a block of text is part of."""

    MAIN = 0
    FRAME = 1
    LINKS = 2


@dataclass(slots=True)
class Blocks:
    """The visible text, block by block."""

    texts: list[str]
    zones: list[Zone]


def row_states(flat: FlatTree) -> list[int]:
    """For each row: whether it is invisible, part of the page's frame, inside a link."""
    marks = {row: _attribute_state(flat, row) for row in flat.marked}
    tag_states = {tag: _tag_state(tag) for tag in set(flat.tags)}
    edges = _EDGE_TAGS.intersection(tag_states)
    states: list[int] = []
    add = states.append
    for row, (tag, parent) in enumerate(zip(flat.tags, flat.parents, strict=True)):
        state = (states[parent] if row else 0) | tag_states[tag]
        if row in marks:
            state |= marks[row]
        if edges and tag in edges and not state & CONTENT:
            state |= FRAME
        add(state)
    return states


def _tag_state(tag: str) -> int:
    if tag in INVISIBLE_TAGS:
        return INVISIBLE
    if tag == "a":
        return IN_LINK
    if tag in _FRAME_TAGS:
        return FRAME
    return CONTENT if tag in _CONTENT_TAGS else 0


def _attribute_state(flat: FlatTree, row: int) -> int:
    element = flat.marked[row]
    state = 0
    if element.attr("hidden") is not None and element.attr("hidden") != "until-found":
        state |= INVISIBLE
    style = element.attr("style")
    if style and "display:none" in style.replace(" ", "").lower():
        state |= INVISIBLE
    role = element.attr("role")
    if role and role.strip().lower() in _FRAME_ROLES:
        state |= FRAME
    return state


def read_blocks(flat: FlatTree, states: list[int]) -> Blocks:
    """The visible text of a page in blocks."""
    block_of: list[int] = []  # the nearest block element at or above each row
    breaks: set[int] = set()  # texts that a block element starts right before
    for row, (tag, parent) in enumerate(zip(flat.tags, flat.parents, strict=True)):
        if tag in BLOCK_TAGS:
            block_of.append(row)
            breaks.add(flat.first_text[row])
        else:
            block_of.append(block_of[parent] if row else 0)

    blocks = Blocks([], [])
    parts: list[str] = []
    linked = last_block = last_state = 0
    broken = False
    for index, (text, owner) in enumerate(zip(flat.texts, flat.owners, strict=True)):
        broken = broken or index in breaks
        state = states[owner]
        if state & INVISIBLE:
            continue
        if (broken or block_of[owner] != last_block) and parts:
            _close_block(blocks, parts, linked, last_state)
            parts, linked = [], 0
        broken = False
        last_block, last_state = block_of[owner], state
        parts.append(text)
        if state & IN_LINK:
            linked += len(text)
    if parts:
        _close_block(blocks, parts, linked, last_state)
    return blocks


def _close_block(blocks: Blocks, parts: list[str], linked: int, state: int) -> None:
    text = parts[0] if len(parts) == 1 else "".join(parts)
    blocks.texts.append(text)
    if state & FRAME:
        blocks.zones.append(Zone.FRAME)
    else:
        blocks.zones.append(Zone.LINKS if 2 * linked > len(text) else Zone.MAIN)
