"""Other spellings of pages are followed only where nothing else leads to them."""

import json

from periplus.plan.irobot.spellings import Spellings
from periplus.plan.irobot.url_groups import UrlGroups
from unit.plan.irobot.samples import BASE


def learned() -> tuple[Spellings, UrlGroups]:
    """Products stand below sections, and by themselves."""
    groups = UrlGroups()
    sections = ("one", "two", "three")
    urls = [f"{BASE}/{section}/p{letter}" for letter in "abcdefgh" for section in sections]
    groups.learn(urls)
    spellings = Spellings()
    for url in urls[:12]:
        spellings.observe(url, f"{BASE}/{url.rpartition('/')[2]}", groups)
    return spellings, groups


def test_the_own_url_of_a_page_is_foretold() -> None:
    spellings, groups = learned()
    assert spellings.form(f"{BASE}/two/px", groups) == f"{BASE}/px"
    assert spellings.form(f"{BASE}/px", groups) == f"{BASE}/px"


def test_one_spelling_is_needed_where_the_own_url_is_not_linked() -> None:
    spellings, _ = learned()
    spellings.note([f"{BASE}/pa"])
    assert not spellings.is_needed(f"{BASE}/pa", 7)
    assert spellings.is_needed(f"{BASE}/pb", 8)
    assert not spellings.is_needed(f"{BASE}/pb", 9)  # another has taken the place
    assert spellings.is_needed(f"{BASE}/pb", 8)
    assert spellings.note([f"{BASE}/pb"]) == [8]  # the own URL is found: no longer


def test_state_comes_back() -> None:
    spellings, groups = learned()
    spellings.note([f"{BASE}/pa"])
    spellings.is_needed(f"{BASE}/pb", 8)
    saved = json.loads(json.dumps(spellings.save()))
    again = Spellings()
    again.restore(saved)
    assert again.save() == spellings.save()
    assert again.form(f"{BASE}/two/px", groups) == f"{BASE}/px"
