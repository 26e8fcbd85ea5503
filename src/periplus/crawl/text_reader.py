"""Reading the visible text of pages as well, for strategies that ask for it."""

from dataclasses import replace

from periplus.crawl.events import Reading
from periplus.crawl.reader import Reader
from periplus.exchange import Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.limits import Limits
from periplus.page.guard import bounded
from periplus.page.text import visible_text
from periplus.plan.strategy import ReadsText, Strategy


class TextReader:
    """Adds a page's text to what another reader reads."""

    def __init__(self, reader: Reader, limits: Limits) -> None:
        self._reader = reader
        self._limits = limits

    def read(self, response: Response) -> Reading:
        reading = self._reader.read(response)
        if reading.view is None:
            return reading
        return replace(reading, text=page_text(response, self._limits))


def page_text(response: Response, limits: Limits) -> str:
    """What a reader sees of a page, a block a line."""
    body = decode_payload(response, limits).body
    markup, charset, _ = bounded(body, charset_of(response, body), limits)
    return visible_text(markup, charset=charset, limits=limits)


def with_text(reader: Reader, strategy: Strategy, limits: Limits) -> Reader:
    """The reader that a strategy needs: with text or without."""
    reads_text = isinstance(strategy, ReadsText) and strategy.reads_text
    return TextReader(reader, limits) if reads_text else reader
