"""Estimated areas."""

import pytest

from periplus.limits import DEFAULT_LIMITS
from periplus.page.area import Areas
from periplus.page.blocks import row_states
from periplus.page.parser import FlatTree
from periplus.page.parsers.turbo import TurboTree


def areas_of(markup: str) -> tuple[FlatTree, Areas]:
    flat = TurboTree.parse(markup.encode(), None).flatten(DEFAULT_LIMITS)
    return flat, Areas(flat, row_states(flat))


def share(markup: str, tag: str) -> float:
    flat, areas = areas_of(markup)
    return areas.share([flat.tags.index(tag)])


def test_text_is_area() -> None:
    assert share("<p>xxx</p><div>x</div>", "p") == pytest.approx(0.75)


def test_the_frame_counts_less_and_hidden_parts_nothing() -> None:
    assert share("<p>xxx</p><nav>xxx</nav>", "p") == pytest.approx(1 / 1.3)
    assert share("<p>xxx</p><div hidden>xxx</div>", "p") == 1.0


def test_images_count_what_they_say() -> None:
    said = "<p><img width=200 height=100></p><div><img></div>"
    assert share(said, "p") == pytest.approx(2 / 3)
    odd = "<p><img width=50% height=x></p><div><img></div>"
    assert share(odd, "p") == pytest.approx(0.5)


def test_characters_of_subtrees_and_rows() -> None:
    flat, areas = areas_of("<div>ab<b>cde</b></div>")
    row = flat.tags.index("div")
    assert (areas.chars([row]), areas.own_chars(row)) == (5, 2)


def test_an_empty_page_has_no_area() -> None:
    assert share("", "body") == 0.0


def test_boxes_that_a_browser_noted_count_instead_of_the_estimate() -> None:
    noted = (
        "<html data-periplus-area=1000><p data-periplus-area=250>x</p>"
        "<div data-periplus-area=500>xxxxxxxxx</div><ul><li>unseen</ul>"
    )
    assert share(noted, "p") == 0.25
    assert share(noted, "div") == 0.5
    assert share(noted, "li") == 0.0


@pytest.mark.parametrize("lie", ["", "-5", "1e99", "x"])
def test_boxes_without_a_whole_page_to_compare_with_are_passed_over(lie: str) -> None:
    noted = f"<html data-periplus-area='{lie}'><p data-periplus-area=9>xxx</p><div>x</div>"
    assert share(noted, "p") == pytest.approx(0.75)


def test_no_box_is_larger_than_the_page() -> None:
    noted = f"<html data-periplus-area=10><p data-periplus-area={'9' * 400}>x</p>"
    assert share(noted, "p") == 1.0
