"""What changed between two visits."""

import calendar

import pytest

from periplus.change.compare import ChangeKind, compare
from periplus.change.fingerprint import fingerprint, read_fingerprint
from periplus.change.noise import NoiseModel
from periplus.page import read_page

WORDS = " ".join(f"word{n}" for n in range(60))
PAGE = f"""<html><body><nav>Home Search</nav><div class=posts>
<div class=post><p>Alpha {WORDS} omega</p></div>
<div class=post><p>Second post speaks of boats and rivers</p></div></div>
<ul class=list><li><a href=/a>Apples</a></li><li><a href=/b>Berries</a></li></ul>
<p class=price>12.99</p><img src=/cat.png>
<footer>Contact</footer></body></html>"""
MONDAY = float(calendar.timegm((2024, 3, 4, 9, 10, 0)))


def change_of(old: str, new: str, noise: NoiseModel | None = None) -> ChangeKind:
    return compare(
        read_fingerprint(old.encode(), charset="utf-8"),
        read_fingerprint(new.encode(), charset="utf-8"),
        noise,
    ).kind


def test_nothing_changed() -> None:
    assert change_of(PAGE, PAGE) is ChangeKind.NONE


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("word7 word8", "word8 word7", ChangeKind.TEXT),
        ("boats", "boots", ChangeKind.TEXT),
        ("12.99", "11.99", ChangeKind.TEXT),
        ("/cat.png", "/dog.png", ChangeKind.IMAGES),
        ("href=/a", "href=/c", ChangeKind.LINKS),
        ("class=price", "class=cost", ChangeKind.TEMPLATE),
        ("Contact", "Impressum", ChangeKind.TEMPLATE),
        ("</ul>", "<li><a href=/c>Cherries</a></li></ul>", ChangeKind.TEXT),
    ],
)
def test_edits_are_seen_for_what_they_are(before: str, after: str, kind: ChangeKind) -> None:
    assert change_of(PAGE, PAGE.replace(before, after, 1)) is kind


def test_a_reordered_list_is_a_change_of_structure() -> None:
    one, other = "<li><a href=/a>Apples</a></li>", "<li><a href=/b>Berries</a></li>"
    assert change_of(PAGE, PAGE.replace(one + other, other + one)) is ChangeKind.STRUCTURE


def test_a_new_skin_around_the_old_text_is_a_change_of_template() -> None:
    new = PAGE.replace("<div class=posts>", "<main><section class=stream><article>")
    new = new.replace("<div class=post>", "<section class=entry><blockquote>")
    new = new.replace("<ul class=list>", "<table><tr>").replace("<li>", "<td><b><i>")
    assert change_of(PAGE, new) is ChangeKind.TEMPLATE


def test_size_is_the_share_of_text() -> None:
    old = read_fingerprint(b"<p>aaaa<p>bbbb<p>cccc<p>dddd")
    small = compare(old, read_fingerprint(b"<p>aaaa<p>bbbb<p>cccc<p>eeee"))
    whole = compare(old, read_fingerprint(b"<p>ffff<p>gggg<p>hhhh<p>iiii"))
    assert small.size == pytest.approx(0.25)
    assert whole.size == 1.0
    assert small.matters


def test_pages_go_and_come_back() -> None:
    page = read_fingerprint(PAGE.encode())
    assert compare(page, None).kind is ChangeKind.GONE
    assert compare(None, page).kind is ChangeKind.RETURNED
    assert compare(None, None).kind is ChangeKind.NONE
    assert compare(page, None).matters


def visit(html: str, clock: str) -> str:
    return html.replace("<footer>", f"<p class=clock>{clock}</p><footer>")


def test_a_clock_is_noise_where_the_time_of_the_visit_is_known() -> None:
    old = read_fingerprint(visit(PAGE, "It is March 4, 2024 09:10").encode(), seen_at=MONDAY)
    later = MONDAY + 9 * 86400 + 1920
    text = "It is March 13, 2024 09:42"
    new = read_fingerprint(visit(PAGE, text).encode(), seen_at=later)
    change = compare(old, new)
    assert change.kind is ChangeKind.NOISE
    assert not change.matters


def test_the_date_of_an_event_is_no_clock() -> None:
    old = read_fingerprint(visit(PAGE, "Concert May 9, 2025").encode(), seen_at=MONDAY)
    new = read_fingerprint(visit(PAGE, "Concert May 10, 2025").encode(), seen_at=MONDAY)
    assert compare(old, new).kind is ChangeKind.TEXT


def test_an_age_that_became_a_date_is_noise() -> None:
    old = read_fingerprint(visit(PAGE, "3 minutes ago").encode(), seen_at=MONDAY)
    new = read_fingerprint(visit(PAGE, "2 days ago").encode(), seen_at=MONDAY)
    assert compare(old, new).kind is ChangeKind.NOISE


def test_noise_that_was_learned_is_left_out() -> None:
    def with_advert(text: str) -> str:
        return visit(PAGE, text)

    noise = NoiseModel()
    one = read_fingerprint(with_advert("Buy soap").encode())
    noise.learn_twin(one, read_fingerprint(with_advert("Drink tea").encode()))
    assert change_of(with_advert("Buy soap"), with_advert("Eat figs")) is ChangeKind.TEXT
    assert change_of(with_advert("Buy soap"), with_advert("Eat figs"), noise) is ChangeKind.NOISE
    edited = with_advert("Eat figs").replace("boats", "boots")
    assert change_of(with_advert("Buy soap"), edited, noise) is ChangeKind.TEXT


def test_an_image_is_known_by_what_it_shows() -> None:
    def seen(name: str, code: int) -> ChangeKind:
        old = read_fingerprint(PAGE.encode(), image_codes={"/cat.png": 0xFF00})
        return compare(
            old, read_fingerprint(PAGE.replace("/cat.png", name).encode(), image_codes={name: code})
        ).kind

    assert seen("/cat.png", 0xFF00) is ChangeKind.NONE
    assert seen("/cat.png", 0xFF01) is ChangeKind.NOISE
    assert seen("/cat.png", 0xFFFF_FFFF_FFFF) is ChangeKind.IMAGES
    assert seen("/moved.png", 0xFF00) is ChangeKind.NOISE
    assert seen("/dog.png", 0x0F0F_F0F0_0F0F) is ChangeKind.IMAGES


def test_coarse_fingerprints_compare_as_far_as_they_go() -> None:
    old = fingerprint(read_page(PAGE.encode(), "http://site.test/"))
    text = fingerprint(read_page(PAGE.replace("boats", "ships").encode(), "http://site.test/"))
    links = fingerprint(read_page(PAGE.replace("href=/a", "href=/x").encode(), "http://site.test/"))
    assert compare(old, old).kind is ChangeKind.NONE
    assert compare(old, text).kind is ChangeKind.TEXT
    assert 0 < compare(old, text).size < 1
    assert compare(old, links).kind is ChangeKind.LINKS
    whole = read_fingerprint(b"<p>" + b"entirely other words " * 30)
    assert compare(old, whole).kind is ChangeKind.TEXT
