"""Reading sitemaps and feeds as pages: what they list are links, and their dates are numbers.

So what a sitemap names is offered, grouped and estimated like the links of any page, and a resumed
crawl reads the same links from the archive again.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from periplus import url as urls
from periplus.change.listed_dates import ListedDates, read_listed_dates
from periplus.crawl.events import Reading
from periplus.crawl.reader import Reader
from periplus.crawl.refresh_lists import list_body, may_list
from periplus.exchange import Response
from periplus.limits import Limits
from periplus.page.view import F64, AnchorKind, Cut, Links, PageView, Region, Structure
from periplus.plan.strategy import ListPlace, ReadsLists, Strategy

_DAY = 86_400.0


class ListReader:
    """Adds what sitemaps and feeds list to what another reader reads."""

    def __init__(self, reader: Reader, limits: Limits) -> None:
        self._reader = reader
        self._limits = limits

    def read(self, response: Response) -> Reading:
        reading = self._reader.read(response)
        if reading.view is not None or response.is_html or not may_list(response):
            return reading
        view = list_view(response, read_listed_dates(list_body(response, self._limits)))
        return replace(reading, view=view) if view is not None else reading


def list_view(response: Response, told: ListedDates) -> PageView | None:
    """A sitemap or a feed as a page without words; None where nothing is listed."""
    listed = _joined(response.url, told.dates)
    further = _joined(response.url, told.sitemaps)
    if not listed and not further:
        return None
    found, dates = [*listed, *further], [*listed.values(), *further.values()]
    size = len(found)
    places = [ListPlace.FEED if told.is_feed else ListPlace.SITEMAP, ListPlace.INDEX]
    region = Region(0, places[0], size, 1, (), 0.0, 0, numbers=_ages(dates))
    links = Links(
        urls=found,
        anchors=[""] * size,
        kinds=np.full(size, AnchorKind.WORD, np.uint8),
        sources=np.zeros(size, np.uint8),
        rels=np.zeros(size, np.uint16),
        labels=np.repeat(np.array([0, 1], np.uint32), [len(listed), len(further)]),
        label_names=[str(place) for place in places],
        regions=np.zeros(size, np.int32),
        records=np.arange(size, dtype=np.int32),
        columns=np.zeros(size, np.int32),
    )
    return PageView(
        url=response.url,
        base=response.url,
        title="",
        language="",
        canonical=None,
        noindex=False,
        nofollow=False,
        bytes=len(response.body),
        cut=Cut.NONE,
        links=links,
        structure=Structure(b"", np.empty(0, np.uint64), np.empty(0, np.uint32), [region]),
    )


def _joined(base: str, dates: Mapping[str, float | None]) -> dict[str, float | None]:
    joined = ((urls.join(base, text), date) for text, date in dates.items())
    return {url: date for url, date in joined if url is not None}


def _ages(dates: list[float | None]) -> F64:
    """In days since the oldest that the list names, so that the newest have the largest numbers."""
    known = [date for date in dates if date is not None]
    oldest = min(known, default=0.0)
    column = [math.nan if date is None else (date - oldest) / _DAY for date in dates]
    return np.array(column, np.float64).reshape(-1, 1)


def with_lists(reader: Reader, strategy: Strategy, limits: Limits) -> Reader:
    """The reader that a strategy needs: one that reads lists or one that does not."""
    return ListReader(reader, limits) if reads_lists(strategy) else reader


def reads_lists(strategy: Strategy) -> bool:
    """Whether sitemaps and feeds are of use to a strategy."""
    return isinstance(strategy, ReadsLists) and strategy.reads_lists
