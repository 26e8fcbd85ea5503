"""A fetcher over a dictionary of pages."""

from collections.abc import Mapping

from periplus import url as urls
from periplus.exchange import Purpose, Request, Response


class PathFetcher:
    """Answers 200 for the pages that it has, else 404; notes the paths that were asked for."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self._pages = pages
        self.asked: list[str] = []

    async def fetch(self, request: Request) -> Response:
        path = urls.path_and_query(request.url)
        if request.purpose is not Purpose.ROBOTS:
            self.asked.append(path)
        markup = self._pages.get(path)
        return Response(
            request.url,
            200 if markup is not None else 404,
            "",
            ((b"Content-Type", b"text/html"),),
            (markup or "<p>none</p>").encode(),
            b"GET / HTTP/1.1\r\n\r\n",
            1_700_000_000.0,
            0.01,
        )

    async def close(self) -> None:
        pass
