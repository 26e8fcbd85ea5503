"""The text of pages, for strategies that ask for it."""

from periplus.crawl.reader import PageReader
from periplus.crawl.text_reader import TextReader, page_text, with_text
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.plan.registry import make_strategy
from periplus.plan.topic import make_topic
from unit.crawl.samples import response

READER = PageReader(Stage.LINKS, DEFAULT_LIMITS)


def test_only_those_who_ask_get_text() -> None:
    by_topic = make_strategy("topic", 0, {"topic": make_topic({"fox": 1})})
    assert with_text(READER, BreadthFirst(0), DEFAULT_LIMITS) is READER
    assert isinstance(with_text(READER, by_topic, DEFAULT_LIMITS), TextReader)


def test_text_comes_with_the_view() -> None:
    reader = TextReader(READER, DEFAULT_LIMITS)
    reading = reader.read(response("/", "<p>Füchse</p><script>no</script><p>two</p>".encode()))
    assert reading.view is not None
    assert reading.text == "Füchse\ntwo"
    assert reader.read(response("/i.png", b"\x89PNG", media_type="image/png")).text is None


def test_declared_charsets_count() -> None:
    page = response("/", "<p>Füchse".encode("latin-1"), media_type="text/html; charset=latin-1")
    assert page_text(page, DEFAULT_LIMITS) == "Füchse"


def test_hostile_markup_ends() -> None:
    assert isinstance(page_text(response("/", b"<div>" * 200_000), DEFAULT_LIMITS), str)
