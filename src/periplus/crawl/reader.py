"""Reading a response: content codings undone, charset found, the page parsed once."""

from typing import Protocol

from periplus.crawl.events import Reading
from periplus.exchange import Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.fetch.replay import ViewSource
from periplus.limits import Limits
from periplus.page import read_page
from periplus.page.view import PageView, Stage
from periplus.site.render_gain import FEW_LINKS, FEW_WORDS, has_scripts, looks_script_built

_ROBOTS = "X-Robots-Tag"
_UNINDEXED = frozenset(("noindex", "none"))


class Reader(Protocol):
    """Turns a response into what the core can judge."""

    def read(self, response: Response) -> Reading:
        """Never raises for what a server sent: what cannot be read is noted."""
        ...


class PageReader:
    """The live reader: bytes from the wire to a PageView with the stages a strategy needs."""

    def __init__(self, stages: Stage, limits: Limits) -> None:
        self._stages = stages
        self._limits = limits

    def read(self, response: Response) -> Reading:
        if not response.body or not response.is_html or response.is_redirect:
            return Reading()
        payload = decode_payload(response, self._limits)
        charset = charset_of(response, payload.body)
        view = read_page(
            payload.body, response.url, charset=charset, stages=self._stages, limits=self._limits
        )
        _hear(response, view)
        scripted = has_scripts(payload.body)
        return Reading(
            view,
            charset,
            payload.cut or "",
            has_scripts=scripted,
            looks_script_built=scripted and self._looks_built(payload.body, charset, view),
        )

    def _looks_built(self, body: bytes, charset: str, view: PageView) -> bool:
        words = view.words
        if words is None and len(view.links) <= FEW_LINKS:
            counted = read_page(
                body, view.url, charset=charset, stages=Stage.WORDS, limits=self._limits
            )
            words = counted.words
        return looks_script_built(body, len(view.links), words.count if words else FEW_WORDS)


class CachedReader:
    """Asks a source that has read its pages before; reads the body where it has not."""

    def __init__(self, source: ViewSource, stages: Stage, fallback: Reader) -> None:
        self._source = source
        self._stages = stages
        self._fallback = fallback

    def read(self, response: Response) -> Reading:
        if not response.is_html or response.is_redirect:
            return Reading()
        view = self._source.view_of(response, self._stages)
        if view is None:
            return self._fallback.read(response)
        _hear(response, view)
        return Reading(view)


def _hear(response: Response, view: PageView) -> None:
    """Take in what a header says of the page, as meta elements do; one robot's is not ours."""
    words = [word.strip().lower() for word in response.header(_ROBOTS).split(",")]
    view.noindex |= not _UNINDEXED.isdisjoint(words) and ":" not in words[0]
