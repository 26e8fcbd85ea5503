"""The visible text of a page, for people and for exports."""

from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.blocks import read_blocks, row_states
from periplus.page.options import DEFAULT_OPTIONS, PageOptions
from periplus.page.parser import parse


def visible_text(
    body: bytes,
    *,
    charset: str | None = None,
    options: PageOptions = DEFAULT_OPTIONS,
    limits: Limits = DEFAULT_LIMITS,
) -> str:
    """What a reader sees, a block a line; "" where the page cannot be parsed."""
    try:
        tree = parse(body[: limits.page_bytes], charset, options.parser)
    except (ValueError, RuntimeError, MemoryError):
        return ""
    flat = tree.flatten(limits)
    blocks = read_blocks(flat, row_states(flat))
    return "\n".join(" ".join(text.split()) for text in blocks.texts)
