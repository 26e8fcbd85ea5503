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


def test_places_tell_disowned_links_and_what_robots_txt_names() -> None:
    thing, other, number, arrow, photo, named = place_rows(VIEW, LabelKeys(), True)
    assert thing != number == arrow == photo
    assert other == number + " nofollow"
    assert named == ROBOTS
    assert place_rows(None, LabelKeys(), True) == ["redirect"]
    assert set(place_rows(VIEW, LabelKeys(), False)) == {""}
