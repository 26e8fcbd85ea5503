"""Links that wait and are shown again: only what may have changed is looked at closely."""

from unittest.mock import patch

from periplus.plan.adaptive.offers import Offers
from tests.unit.plan.adaptive.test_offers import Desk

ITEMS = "".join(f'<li><a href="/m/{n}">The thing {n} of many</a>' for n in range(1, 31))
MENU = f'<ul class="menu">{ITEMS}</ul>'


def test_a_menu_is_looked_at_once() -> None:
    desk = Desk()
    for first in range(2):
        desk.answer(MENU, f"/first/{first}")
    with patch.object(Offers, "_answer") as closely:
        for page in range(2, 12):
            answers = desk.answer(MENU, f"/page/{page}")
            assert [choice.group for choice in answers.choices] == [
                desk.arcs.names[desk.arc(f"/m/{n}")] for n in range(1, 31)
            ]
    closely.assert_not_called()
    assert desk.offers.waiting.times_shown(desk.number("/m/1")) == 11
    assert desk.number("/m/1") in desk.offers.waiting.plain
    assert desk.is_stock_right()


def test_a_url_moves_at_once_where_a_known_place_has_become_better() -> None:
    desk, elsewhere = Desk(), MENU.replace("menu", "new")
    for page in range(2):
        desk.answer(MENU, f"/first/{page}")
        desk.answer(elsewhere, f"/second/{page}")
    held = desk.arc("/m/1")
    other = desk.offers.waiting.others[desk.number("/m/1")]
    assert other != held
    desk.values[other] = 3.0
    desk.answer(MENU, "/page/3")
    assert desk.arc("/m/1") == held
    answers = desk.answer(elsewhere, "/page/4")
    assert desk.arc("/m/1") == other
    assert answers.choices[0].group == desk.arcs.names[other]
    assert answers.choices[0].move
    assert desk.is_stock_right()


def test_a_url_that_waits_no_longer_is_looked_at_anew() -> None:
    desk = Desk()
    for page in range(2):
        desk.answer(MENU, f"/first/{page}")
    held, target = desk.arc("/m/1"), desk.number("/m/1")
    desk.offers.put(target, 0)
    desk.arcs.stock[0] = 0
    desk.answer(MENU, "/page/2")
    assert desk.arc("/m/1") == held
