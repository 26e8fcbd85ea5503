"""What links show, row by row."""

from periplus.page.read import read_page
from periplus.plan.adaptive.link_rows import ROBOTS, place_rows, turning_rows
from periplus.site.label_keys import LabelKeys

OWN = "http://site.test/list?page=2"
BODY = b"""<html><body><ul><li><a href="/a">A thing</a></li></ul>
<p><a rel=nofollow href="/b">Another</a> <a href="/list?page=3">3</a>
<a href="/list?page=4"><img src="/arrow.png"></a> <a href="/photo"><img src="/p.png"></a></p>
</body></html>"""
VIEW = read_page(BODY, OWN, charset="utf-8")


def test_links_turn_pages_by_numbers_and_by_arrows() -> None:
    assert turning_rows(VIEW, OWN, range(5)) == [False, False, True, True, False, False]
    assert turning_rows(VIEW, OWN, ()) == [False, False, True, False, False, False]
    assert turning_rows(None, OWN, ()) == [False]


def turning(*anchors: str) -> list[bool]:
    links = " ".join(f'<a href="/list?n={anchor}">{anchor}</a>' for anchor in anchors)
    body = f"<html><body><p>{links}</p></body></html>".encode()
    return turning_rows(read_page(body, OWN, charset="utf-8"), OWN, ())[:-1]


def test_numbers_that_are_far_apart_choose_how_much_is_shown() -> None:
    assert turning("20", "50", "100", "250") == [False] * 4
    assert turning("1", "4", "6", "90") == [True] * 4  # the fifth page is the one that is shown
    assert turning("1", "90") == [True] * 2


def test_places_tell_disowned_links_and_what_robots_txt_names() -> None:
    thing, other, number, arrow, photo, named = place_rows(VIEW, LabelKeys(), True)
    assert thing != number == arrow == photo
    assert other == number + " nofollow"
    assert named == ROBOTS
    assert place_rows(None, LabelKeys(), True) == ["redirect"]
    assert set(place_rows(VIEW, LabelKeys(), False)) == {""}
