"""Choices about how a page is read: label style, 2-gram mode, sketch size, parser."""

from dataclasses import dataclass
from enum import StrEnum


class LabelStyle(StrEnum):
    """Which attributes a label's segments carry."""

    TAGS = "tags"
    ID = "id"
    CLASS = "class"
    BOTH = "both"


class GramMode(StrEnum):
    """Whether two words on either side of a block boundary are neighbours."""

    BLOCK = "block"  # no: a list that is sorted anew makes no new 2-grams
    PAPER = "paper"  # yes, as ACEBot counts


class ParserName(StrEnum):
    """Which HTML parser builds the tree."""

    TURBO = "turbo"
    LEXBOR = "lexbor"


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How pages are read. Views are comparable only if they were read with equal options."""

    label_style: LabelStyle = LabelStyle.BOTH
    grams: GramMode = GramMode.BLOCK
    sketch_size: int = 256
    shingle_words: int = 5
    min_records: int = 3  # fewer siblings of one shape make no region
    parser: ParserName = ParserName.TURBO


DEFAULT_OPTIONS = PageOptions()
