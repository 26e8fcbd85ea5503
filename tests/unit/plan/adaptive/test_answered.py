"""Links that were answered for before are known by their target, their place and their looks."""

import json

import pytest

from periplus.page.read import read_page
from periplus.plan.adaptive import answered
from periplus.plan.adaptive.answered import NO_MARK, Answered, marks
from periplus.plan.adaptive.arcs import NO_ARC
from periplus.plan.strategy import Offered

OWN = "http://site.test/list"
BODY = b"""<ul><li><a href="/a">A thing</a></li><li><a href="/b">Another</a></li>
<li><a href="/a">A thing</a></li><li><a href="/a" rel=nofollow>A thing</a></li>
<li><a href="/a">7</a></li></ul><p><a href="/a">A thing</a></p>"""
TARGETS = (1, 2, 1, 1, 1, 1)
VIEW = read_page(BODY, OWN, charset="utf-8")


@pytest.fixture(autouse=True)
def _few_links_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered, "_FEW", 1)


def offered(*rows: int) -> list[Offered]:
    links = VIEW.links.urls
    return [Offered(row, TARGETS[row], links[row], fresh=False, fetched=False) for row in rows]


def test_links_are_told_by_target_place_kind_and_whether_they_are_disowned() -> None:
    first, other, again, disowned, number, elsewhere = marks(VIEW, offered(*range(6)))
    assert first == again
    assert len({first, other, disowned, number, elsewhere}) == 5
    assert marks(VIEW, offered(5, 0)) == [elsewhere, first]


def test_a_few_links_are_not_worth_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered, "_FEW", 7)
    assert marks(VIEW, offered(*range(6))) == [NO_MARK] * 6
    monkeypatch.setattr(answered, "_FEW", 6)
    assert NO_MARK not in marks(VIEW, offered(*range(6)))


def test_what_no_page_shows_has_no_mark() -> None:
    named = Offered(-1, 3, "http://site.test/sitemap.xml", fresh=True, fetched=False)
    assert marks(VIEW, [named])[0] == NO_MARK
    assert marks(None, [named]) == [NO_MARK]
    assert marks(read_page(b"", OWN), [named]) == [NO_MARK]
    known = Answered()
    known.note(NO_MARK, 7)
    assert known.find(NO_MARK) == NO_ARC


def test_what_was_noted_is_found_also_after_a_restart() -> None:
    known = Answered()
    first, other = marks(VIEW, offered(0, 1))
    known.note(first, 7)
    assert (known.find(first), known.find(other)) == (7, NO_ARC)
    restored = Answered()
    restored.restore(json.loads(json.dumps(known.save())))
    assert (restored.find(first), restored.find(other)) == (7, NO_ARC)


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered, "_MOST", 3)
    known = Answered()
    for mark in range(1, 11):
        known.note(mark, mark)
        assert known.find(mark) == mark
        assert len(known.save()["arcs"]) > 0
    assert sum(known.find(mark) != NO_ARC for mark in range(1, 11)) <= 3
