"""Examples: wanted, in hand, failed."""

from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Seen, layout_of
from unit.plan.xcrawl.site_pages import BASE, Crawl, form, item, view


def test_an_example_is_in_hand_once_it_was_fetched() -> None:
    examples, crawl = Examples([f"{BASE}/item/1", f"{BASE}/item/2"]), Crawl()
    assert not examples.take_in(crawl.visit("/item/9", item(9)))
    assert examples.take_in(crawl.visit("/item/1", item(1)))
    assert not examples.are_complete
    assert not examples.take_in(crawl.visit("/item/2", None, status=404))
    assert examples.are_complete
    assert examples.failed == [f"{BASE}/item/2"]
    assert [seen.url for seen in examples.in_hand] == [f"{BASE}/item/1"]


def test_a_redirected_example_is_what_it_leads_to() -> None:
    examples, crawl = Examples([f"{BASE}/old"]), Crawl()
    assert not examples.take_in(crawl.redirect("/old", "/item/1"))
    assert not examples.are_complete
    assert examples.take_in(crawl.visit("/item/1", item(1)))
    assert examples.are_complete


def test_pages_of_files_are_in_hand_from_the_start_and_count_as_kinds() -> None:
    page = Seen("", layout_of(view(item(1))))
    examples = Examples([f"{BASE}/x"], [page])
    examples.take_in(Crawl().visit("/x", form(1)))
    assert len(examples.kinds()) == 2
    again = Examples([f"{BASE}/x"], [page])
    again.restore(examples.save())
    assert [seen.url for seen in again.in_hand] == ["", f"{BASE}/x"]
    assert again.are_complete
    assert again.kinds() == examples.kinds()
