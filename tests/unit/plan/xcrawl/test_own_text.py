"""Whether a page has a text of its own."""

from dataclasses import replace

from periplus.plan.strategy import Verdict
from periplus.plan.xcrawl.own_text import OwnText, OwnTexts
from unit.plan.xcrawl.site_pages import Crawl, item


def test_a_text_is_new_once() -> None:
    texts, crawl = OwnTexts(), Crawl()
    assert texts.take_in(crawl.visit("/item/1", item(1)), accepted=True) == OwnText(True, True)
    copy = crawl.visit("/item/1?print", item(1))
    assert texts.take_in(copy, accepted=True) == OwnText(False, False)
    known_copy = replace(crawl.visit("/item/2", item(2)), verdict=Verdict.DUPLICATE)
    assert not texts.take_in(known_copy, accepted=True).is_new


def test_a_page_with_little_of_its_own_is_new_but_not_full() -> None:
    texts, crawl = OwnTexts(), Crawl()
    for number in range(5):
        long = item(number, more=f"<p>{' '.join(f'w{number}z{i}' for i in range(400))}</p>")
        texts.take_in(crawl.visit(f"/item/{number}", long), accepted=True)
    leaf = "<html><body><p>a leaf around one picture only</p></body></html>"
    assert texts.take_in(crawl.visit("/leaf", leaf), accepted=True) == OwnText(True, False)


def test_failures_and_redirects_have_no_text_and_state_is_restored() -> None:
    texts, again, crawl = OwnTexts(), OwnTexts(), Crawl()
    assert not texts.take_in(crawl.redirect("/a", "/b"), accepted=False).is_new
    assert not texts.take_in(crawl.visit("/c", item(1), status=404), accepted=False).is_new
    texts.take_in(crawl.visit("/item/1", item(1)), accepted=True)
    again.restore(texts.save())
    assert not again.take_in(crawl.visit("/item/1b", item(1)), accepted=True).is_new
