"""The paper's three detectors in its order: structure, then text, then images; each with a flag.

A later one is asked only where the one before saw no change.
"""

from dataclasses import dataclass
from enum import StrEnum

from periplus.change.paper_structure import source_tags, tag_strings
from periplus.change.paper_text import text_code
from periplus.page.text import visible_text


class PaperSign(StrEnum):
    """Which of the paper's comparisons saw the change."""

    FIRST_STRING = "first string"
    SECOND_STRING = "second string"
    TEXT_CODE = "text code"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class PaperFlags:
    """Which detectors are asked."""

    structure: bool = True
    text: bool = True
    images: bool = True


ALL_DETECTORS = PaperFlags()


@dataclass(frozen=True, slots=True)
class PaperFingerprint:
    """What the paper keeps of a page."""

    first: str
    second: str
    text: float
    images: tuple[int, ...] = ()  # Ival of each image, in order


def paper_fingerprint(
    body: bytes, *, charset: str | None = None, images: tuple[int, ...] = ()
) -> PaperFingerprint:
    """The paper's fingerprint of a page's decoded bytes; Ivals come from whoever has the images."""
    try:
        html = body.decode(charset or "utf-8", "replace")
    except LookupError:
        html = body.decode("utf-8", "replace")
    first, second = tag_strings(source_tags(html))
    text = visible_text(body, charset=charset)
    return PaperFingerprint(first, second, text_code(text), images)


def paper_change(
    old: PaperFingerprint, new: PaperFingerprint, flags: PaperFlags = ALL_DETECTORS
) -> PaperSign | None:
    """The first comparison that sees a change, or None."""
    if flags.structure and old.first != new.first:
        return PaperSign.FIRST_STRING
    if flags.structure and old.second != new.second:
        return PaperSign.SECOND_STRING
    if flags.text and old.text != new.text:
        return PaperSign.TEXT_CODE
    if flags.images and old.images != new.images:
        return PaperSign.IMAGE
    return None
