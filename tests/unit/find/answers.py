"""Engines' requests answered from memory."""

import json
from typing import Any

from periplus.exchange import Response
from periplus.find.engine import EngineFailed


def response(body: bytes, url: str = "http://engine.test/", status: int = 200) -> Response:
    return Response(url, status, "", (), body, b"", 1.0, 0.0)


class Asked:
    """An `AskEngine` that gives the next of some bodies and notes what it was asked."""

    def __init__(self, *bodies: Any) -> None:
        self._bodies = list(bodies)
        self.urls: list[str] = []
        self.headers: list[tuple[tuple[str, str], ...]] = []

    async def __call__(self, url: str, headers: tuple[tuple[str, str], ...] = ()) -> Response:
        self.urls.append(url)
        self.headers.append(headers)
        body = self._bodies.pop(0)
        if isinstance(body, EngineFailed):
            raise body
        return response(body if isinstance(body, bytes) else json.dumps(body).encode(), url)
