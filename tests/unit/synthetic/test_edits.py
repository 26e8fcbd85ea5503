"""Edits of pages."""

import pytest

from periplus.synthetic.edits import DAY, EDITS, Edit, Worth, image_sources
from periplus.synthetic.noise import Noise

PAGE = """<html><head><title>T</title></head><body class="b"><nav><a href="/home">Home page here</a>
</nav><div role="navigation"><div>menu of the whole site, a long one with many more words than the
text below has so that it would be the longest</div></div><h1>Title of the page</h1>
<p class="text">Some words that stand in a certain order here</p>
<ul class="l"><li>first item one</li><li>second item two</li></ul>
<a href="/next">Next page link</a><img src="/cat.png" alt="cat"></body></html>"""
TIMES = tuple(1.7e9 + turn * 3.1 * DAY for turn in range(4))
BY_NAME = {edit.name: edit for edit in EDITS}


def pages(edit: Edit, html: str = PAGE) -> tuple[str, ...]:
    visits = edit.visits(html, Noise(5), TIMES)
    assert visits is not None
    return visits.pages


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_every_edit_changes_the_page_the_same_way_each_time(edit: Edit) -> None:
    found = pages(edit)
    assert len(found) == len(TIMES)
    assert found[-1] != found[-2]
    assert found == pages(edit)
    if edit.worth is not Worth.NOISE:
        assert found[:-1] == (PAGE,) * 3


def test_words_keep_their_letters() -> None:
    assert sorted(pages(BY_NAME["word order"])[-1].split()) == sorted(PAGE.split())


def test_one_letter_changes() -> None:
    new = pages(BY_NAME["a letter"])[-1]
    assert len(new) == len(PAGE)
    assert sum(one != other for one, other in zip(PAGE, new, strict=True)) == 1


def test_lists_keep_their_items() -> None:
    new = pages(BY_NAME["reordered list"])[-1]
    assert "<li>second item two</li><li>first item one</li>" in new


def test_the_frame_is_left_alone() -> None:
    for name in ("a letter", "removed post", "word order", "link target"):
        new = pages(BY_NAME[name])[-1]
        assert '<a href="/home">Home page here</a>' in new
        assert "that it would be the longest" in new


def test_what_there_is_not_cannot_be_edited() -> None:
    bare = "<html><body>x</body></html>"
    for name in ("word order", "a letter", "reordered list", "image, other name", "link target"):
        assert BY_NAME[name].visits(bare, Noise(1), TIMES) is None
    assert BY_NAME["advertisement"].visits("no body", Noise(1), TIMES) is None


def test_images_are_found_by_name() -> None:
    assert image_sources(PAGE) == ["/cat.png"]
    assert image_sources(pages(BY_NAME["image, other name"])[-1]) == ["/cat.png-other.png"]
    visits = BY_NAME["image, same name"].visits(PAGE, Noise(1), TIMES)
    assert visits is not None
    assert visits.repainted
