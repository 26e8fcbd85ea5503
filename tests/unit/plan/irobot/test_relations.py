"""What links say about the page they stand on."""

from periplus.page import read_page
from periplus.page.view import Stage
from periplus.plan.irobot import relations
from periplus.plan.irobot.pages import sampled_page
from periplus.plan.irobot.turns import PageTurns
from periplus.plan.strategy import Offered, Verdict, Visit
from unit.plan.irobot.samples import BASE

PAGE = b"""<link rel=canonical href=/t?id=5><p>Pages: <a href=/t?id=5&p=2>2</a>
<a href=/t?id=5&p=3>3</a> <a href=/t?id=6>other</a></p>"""


def visit() -> Visit:
    url = f"{BASE}/t?id=5&sid=1"
    view = read_page(PAGE, url, charset="utf-8", stages=Stage.ALL)
    links = [Offered(row, row + 1, link, True, False) for row, link in enumerate(view.links.urls)]
    return Visit(99, url, 200, 1, "", Verdict.VALUABLE, view, links)


def test_turning_links_are_learned_from_numbers_and_found_again() -> None:
    seen, turns = visit(), PageTurns()
    page = sampled_page(seen)
    assert relations.own_url(page) == f"{BASE}/t?id=5"
    relations.learn_turns(turns, seen, page)
    found = {o.url for o in seen.links if relations.turns_page(turns, seen, page, o)}
    assert found == {f"{BASE}/t?id=5&p=2", f"{BASE}/t?id=5&p=3"}


def test_the_canonical_link_is_told_from_the_others() -> None:
    seen = visit()
    page = sampled_page(seen)
    declared = [o.url for o in seen.links if relations.is_canonical(seen, page, o)]
    assert declared == [f"{BASE}/t?id=5"]


def test_a_redirect_turns_nothing() -> None:
    target = Offered(-1, 7, f"{BASE}/t?id=5&p=2", True, False)
    moved = Visit(1, f"{BASE}/t?id=5", 301, 1, "", Verdict.DUPLICATE, None, [target])
    page, turns = sampled_page(moved), PageTurns()
    relations.learn_turns(turns, moved, page)
    assert not relations.turns_page(turns, moved, page, target)
    assert not relations.is_canonical(moved, page, target)
