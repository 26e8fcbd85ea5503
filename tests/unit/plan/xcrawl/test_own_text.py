"""Whether a page has a text of its own."""

from dataclasses import replace

from periplus.plan.strategy import Verdict
from periplus.plan.xcrawl.own_text import NOTHING, OwnTexts
from unit.plan.xcrawl.site_pages import Crawl, item


def _words(number: int, count: int) -> str:
    return f"<p>{' '.join(f'w{number}z{i}' for i in range(count))}</p>"


def _after_long_pages(crawl: Crawl) -> OwnTexts:
    texts = OwnTexts()
    for number in range(5):
        long = item(number, more=_words(number, 400))
        texts.note_accepted(texts.read(crawl.visit(f"/item/{number}", long)))
    return texts


def test_a_text_is_new_once() -> None:
    texts, crawl = OwnTexts(), Crawl()
    first = texts.read(crawl.visit("/item/1", item(1)))
    assert first.is_new
    assert texts.is_full(first)
    copy = texts.read(crawl.visit("/item/1?print", item(1)))
    assert not copy.is_new
    assert not texts.is_full(copy)
    known_copy = replace(crawl.visit("/item/2", item(2)), verdict=Verdict.DUPLICATE)
    assert not texts.read(known_copy).is_new


def test_a_page_with_little_of_its_own_is_new_but_not_full() -> None:
    crawl = Crawl()
    texts = _after_long_pages(crawl)
    leaf = texts.read(
        crawl.visit("/leaf", "<html><body><p>a leaf around one picture only</p></body></html>")
    )
    assert leaf.is_new
    assert not texts.is_full(leaf)


def test_a_page_is_rich_that_says_as_much_as_accepted_ones() -> None:
    crawl = Crawl()
    texts = _after_long_pages(crawl)
    frame = "<html><body>{}</body></html>"
    rich = texts.read(crawl.visit("/talk/1", frame.format(_words(11, 300))))
    poor = texts.read(crawl.visit("/talk/2", frame.format(_words(12, 80))))
    known = "".join(_words(number, 400) for number in range(5))
    diluted = texts.read(crawl.visit("/talk/3", frame.format(known + _words(13, 300))))
    assert [texts.is_rich(text) for text in (rich, poor, diluted)] == [True, False, False]
    assert not OwnTexts().is_rich(rich)


def test_failures_and_redirects_have_no_text_and_state_is_restored() -> None:
    crawl = Crawl()
    texts, again = _after_long_pages(crawl), OwnTexts()
    assert texts.read(crawl.redirect("/a", "/b")) == NOTHING
    assert texts.read(crawl.visit("/c", item(1), status=404)) == NOTHING
    again.restore(texts.save())
    assert not again.read(crawl.visit("/item/1b", item(1))).is_new
    rich = crawl.visit("/talk/1", _words(11, 300))
    assert again.is_rich(again.read(rich))
