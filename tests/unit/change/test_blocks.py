"""Pages in pieces."""

from periplus.change.blocks import MOST_BLOCKS, Pieces, read_pieces, set_sum, without_tokens
from periplus.limits import DEFAULT_LIMITS
from periplus.page.options import ParserName
from periplus.page.parser import parse

PAGE = b"""<html><body><nav><a href=/home>Home</a></nav>
<div class=post><p>First <b>words</b> here</p><p>Second words</p></div>
<ul class=list><li><a href=/a>A</a><li><a href=/b>B</a></ul>
<img src=/cat.png><img src=/dot.gif width=1 height=1>
<footer>Contact us</footer></body></html>"""


def pieces_of(page: bytes) -> Pieces:
    tree = parse(page, "utf-8", ParserName.TURBO)
    return read_pieces(tree, tree.flatten(DEFAULT_LIMITS))


def test_blocks_outside_the_frame_are_kept_in_order() -> None:
    assert pieces_of(PAGE).words == ["first words here", "second words", "a", "b"]


def test_equal_elements_share_a_place() -> None:
    places = pieces_of(PAGE).places
    assert places[0] == places[1]
    assert places[2] == places[3]
    assert places[0] != places[2]


def test_the_frame_is_one_hash() -> None:
    other = pieces_of(PAGE.replace(b"Contact us", b"Write to us"))
    assert other.frame != pieces_of(PAGE).frame
    assert other.texts == pieces_of(PAGE).texts


def test_links_outside_the_frame_are_kept_by_place() -> None:
    assert len(pieces_of(PAGE).links) == 1
    assert pieces_of(PAGE).links == pieces_of(PAGE.replace(b"/home", b"/start")).links
    assert pieces_of(PAGE).links != pieces_of(PAGE.replace(b"/b>", b"/c>")).links


def test_counting_pixels_are_no_images() -> None:
    assert len(pieces_of(PAGE).images) == 1


def test_lazily_loaded_images_count_by_what_they_show() -> None:
    lazy = PAGE.replace(b"src=/cat.png", b"src=data:, data-src=/cat.png")
    assert pieces_of(lazy).images[0][1] == pieces_of(PAGE).images[0][1]


def test_sessions_in_links_are_left_out() -> None:
    assert without_tokens("/t?id=5&sid=0123456789abcdef0123") == "/t?id=5&sid="
    assert without_tokens("/t?title=a-very-long-title-in-words") == (
        "/t?title=a-very-long-title-in-words"
    )


def test_a_page_of_endless_blocks_is_bounded_and_still_compared_to_its_end() -> None:
    body = b"<p>x" * (MOST_BLOCKS + 50)
    found = pieces_of(body)
    assert len(found.texts) == MOST_BLOCKS + 1
    assert pieces_of(body + b"<p>end").texts[-1] != found.texts[-1]


def test_a_set_sum_knows_no_order() -> None:
    assert set_sum({1, 2, 3}) == set_sum({3, 1, 2}) != set_sum({1, 2})
    assert set_sum({2**64 - 1, 3}) == 2


def test_an_empty_page_has_no_pieces() -> None:
    assert pieces_of(b"").texts == []
