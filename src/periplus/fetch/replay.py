"""A fetcher that answers from a mirrored site, so that a crawl of it needs no network.

Redirects and errors are answered as they were recorded. A URL without a record answers 404, as the
mirror's own server would; so does robots.txt unless it was mirrored. Every request is noted.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from periplus.exchange import Purpose, Request, Response
from periplus.fetch.mirror import Mirror, request_head
from periplus.page.view import PageView, Stage

_NOT_FOUND_BODY = b"<!DOCTYPE html><title>404</title><h1>404 Not Found</h1>"
_NOT_FOUND_HEADERS = (
    (b"Content-Type", b"text/html"),
    (b"Content-Length", str(len(_NOT_FOUND_BODY)).encode()),
)


@runtime_checkable
class ViewSource(Protocol):
    """A fetcher that has already read its pages; the crawl asks it before it parses a body."""

    def view_of(self, response: Response, stages: Stage) -> PageView | None:
        """The view with at least these stages, or None where the body has to be read."""
        ...


class RowViews(Protocol):
    """Views by row of a mirror (`mirror_views.ViewShelf`)."""

    def view(self, row: int, stages: Stage) -> PageView | None:
        """The view of a row, or None where its answer is no page."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that was made, as the server sees it."""

    url: str
    status: int
    purpose: Purpose


class ReplayFetcher:
    """Answers requests from a mirror (a `Fetcher` and a `ViewSource`)."""

    def __init__(self, mirror: Mirror, views: RowViews | None = None) -> None:
        self._mirror = mirror
        self._views = views
        self.asked: list[Asked] = []  # in order; every request counts

    async def fetch(self, request: Request) -> Response:
        """The recorded answer to a GET, or 404."""
        response = self.answer(request.url)
        self.asked.append(Asked(request.url, response.status, request.purpose))
        return response

    def answer(self, url: str) -> Response:
        """What the mirror has for a URL, without counting it as a request."""
        row = self._mirror.find(url)
        if row is None:
            return _not_found(url, self._mirror.entries[0].date)
        return self._mirror.response(row, url)

    def view_of(self, response: Response, stages: Stage) -> PageView | None:
        """The cached view of a page that this fetcher answered with."""
        if self._views is None:
            return None
        row = self._mirror.find(response.url)
        view = self._views.view(row, stages) if row is not None else None
        # Links were joined with the recorded spelling of the URL: another one is read anew.
        return view if view is not None and view.url == response.url else None

    async def close(self) -> None:
        """Nothing to close: the mirror belongs to the caller."""


def _not_found(url: str, date: float) -> Response:
    return Response(
        url=url,
        status=404,
        reason="Not Found",
        headers=_NOT_FOUND_HEADERS,
        body=_NOT_FOUND_BODY,
        request_head=request_head(url),
        date=date,
        seconds=0.0,
    )
