"""Other spellings, foretold."""

import json

from periplus.plan.acebot.spellings import Spellings
from periplus.plan.strategy import Offered
from unit.plan.acebot.samples import visit_of

ORIGIN = "http://shop.test"


def taught(count: int = 6) -> tuple[Spellings, dict[str, int]]:
    """Pages below a category that say they are pages at the root."""
    spellings, ids = Spellings(), {}
    for n in range(count):
        body = f'<link rel="canonical" href="/item{n}"><a href="/food/item{n}?sort=x">again</a>'
        spellings.take_in(visit_of(f"{ORIGIN}/food/item{n}", body, ids))
    return spellings, ids


def offered(number: int, url: str) -> Offered:
    return Offered(0, number, ORIGIN + url, False, False)


def test_a_spelling_of_a_page_in_hand_is_known_before_it_is_fetched() -> None:
    spellings, ids = taught()
    found = spellings.same_as([offered(900, "/item3"), offered(901, "/item77")])
    assert found == {900: ids[f"{ORIGIN}/food/item3"]}


def test_what_waits_is_named_when_its_page_comes() -> None:
    spellings, ids = taught()
    assert spellings.same_as([offered(900, "/food/item50")]) == {}
    visit = visit_of(f"{ORIGIN}/item50", "<p>item</p>", ids)
    assert spellings.take_in(visit) == [900]


def test_what_another_host_is_canonical_for_is_not_believed() -> None:
    spellings = Spellings()
    body = '<link rel="canonical" href="http://else.test/x">'
    spellings.take_in(visit_of(f"{ORIGIN}/a", body, {}))
    assert spellings.same_as([Offered(0, 9, "http://else.test/x", False, False)]) == {}


def test_what_is_saved_is_taken_up() -> None:
    spellings, _ = taught()
    spellings.same_as([offered(900, "/food/item50")])
    other = Spellings()
    other.restore(json.loads(json.dumps(spellings.save())))
    links = [offered(901, "/item3"), offered(902, "/food/item50")]
    assert other.same_as(links) == spellings.same_as(links)
