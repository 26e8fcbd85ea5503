"""Visible text in blocks, and what the blocks are part of."""

from periplus.limits import DEFAULT_LIMITS
from periplus.page.blocks import Blocks, Zone, read_blocks, row_states
from periplus.page.parsers.turbo import TurboTree


def blocks_of(markup: str) -> Blocks:
    flat = TurboTree.parse(markup.encode(), "utf-8").flatten(DEFAULT_LIMITS)
    return read_blocks(flat, row_states(flat))


def texts(markup: str) -> list[str]:
    return [" ".join(text.split()) for text in blocks_of(markup).texts]


def test_inline_elements_do_not_part_words() -> None:
    assert texts("<p>one<b>two</b> <i>three</i> four</p>") == ["onetwo three four"]


def test_blocks_cells_items_and_breaks_part_text() -> None:
    assert texts("<p>a<p>b<ul><li>c<li>d</ul><table><td>e<td>f</table>g<br>h") == list("abcdefgh")


def test_a_block_without_text_parts_too() -> None:
    assert texts("<div>a<div></div>b</div>") == ["a", "b"]
    assert texts("<div>a<div><script>x</script></div>b</div>") == ["a", "b"]


def test_text_after_a_block_belongs_to_the_outer_one() -> None:
    assert texts("<div>a<p>b</p>c</div>") == ["a", "b", "c"]


def test_invisible_text_is_left_out() -> None:
    assert texts(
        "<title>t</title><p>a<script>b</script><style>c</style><noscript>d</noscript>"
        "<span hidden>e</span><span style='display: none'>f</span><textarea>g</textarea>h"
    ) == ["ah"]


def test_zones() -> None:
    blocks = blocks_of(
        "<header><p>head</p></header><nav>nav</nav><div role=navigation>nav2</div>"
        "<p><a href=x>only a link</a></p><p>prose with <a href=y>one</a> link in it</p>"
        "<article><header>title</header>text</article><footer>foot</footer>"
    )
    zones = dict(zip(map(str.strip, blocks.texts), blocks.zones, strict=True))
    assert zones == {
        "head": Zone.FRAME,
        "nav": Zone.FRAME,
        "nav2": Zone.FRAME,
        "only a link": Zone.LINKS,
        "prose with one link in it": Zone.MAIN,
        "title": Zone.MAIN,
        "text": Zone.MAIN,
        "foot": Zone.FRAME,
    }
