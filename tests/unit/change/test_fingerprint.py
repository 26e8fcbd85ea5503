"""Fingerprints of pages."""

import pytest

from periplus.change.fingerprint import Fingerprint, fingerprint, read_fingerprint
from periplus.errors import StateDamaged
from periplus.page import read_page

PAGE = b"""<html><body><div class=post><p>First words here</p><p>Second words</p></div>
<a href=/next>Next</a><img src=/cat.png></body></html>"""


def test_equal_pages_have_equal_fingerprints() -> None:
    assert read_fingerprint(PAGE) == read_fingerprint(PAGE)
    assert hash(read_fingerprint(PAGE)) == hash(read_fingerprint(PAGE))
    assert read_fingerprint(PAGE) != read_fingerprint(PAGE.replace(b"First", b"Last"))
    assert read_fingerprint(PAGE) != "something else"


def test_a_fingerprint_survives_storing() -> None:
    found = read_fingerprint(PAGE, seen_at=1e9, image_codes={"/cat.png": 77})
    again = Fingerprint.from_bytes(found.to_bytes())
    assert again == found
    assert again.seen_at == 1e9
    assert again.image_codes.tolist() == [77]
    assert again.links == found.links


@pytest.mark.parametrize("cut", [0, 5, -1])
def test_damaged_fingerprints_are_refused(cut: int) -> None:
    with pytest.raises(StateDamaged):
        Fingerprint.from_bytes(read_fingerprint(PAGE).to_bytes()[:cut])


def test_spaces_and_case_of_markup_do_not_count() -> None:
    other = PAGE.replace(b"<p>First words here", b"<P>First\n   words here ")
    assert read_fingerprint(other).main_text == read_fingerprint(PAGE).main_text


def test_near_texts_have_near_simhashes() -> None:
    long = b"<p>" + b" ".join(b"word%d" % n for n in range(300)) + b"</p>"
    one = read_fingerprint(long).simhash
    near = read_fingerprint(long.replace(b"word7 ", b"other ")).simhash
    far = read_fingerprint(long.replace(b"word", b"thing")).simhash
    assert (one ^ near).bit_count() < 10 < (one ^ far).bit_count()


def test_the_length_of_a_list_is_not_its_template() -> None:
    short, long = b"<ul>" + b"<li>a" * 5, b"<ul>" + b"<li>a" * 50
    assert read_fingerprint(short).template == read_fingerprint(long).template
    assert read_fingerprint(short).template != read_fingerprint(b"<ol><li>a").template


def test_a_view_gives_a_coarse_fingerprint() -> None:
    view = read_page(PAGE, "http://site.test/")
    found = fingerprint(view, seen_at=5.0)
    assert not found.whole
    assert view.words is not None
    assert found.main_text == view.words.text_hash
    assert Fingerprint.from_bytes(found.to_bytes()) == found
    other = fingerprint(read_page(PAGE.replace(b"/next", b"/after"), "http://site.test/"))
    assert other.links != found.links


@pytest.mark.parametrize("body", [b"", b"\x00\xff\xfe", b"<" * 1000, b"<p>" + b"\xed\xa0\x80"])
def test_bad_pages_have_fingerprints(body: bytes) -> None:
    found = read_fingerprint(body)
    assert Fingerprint.from_bytes(found.to_bytes()) == found
