"""What a search engine is: a query in, URLs and a number of hits out; and what may go wrong."""

import json
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

from periplus.exchange import Response

RESULTS = 10  # asked for with each query, as in the paper


class EngineFailed(Exception):
    """The engine refused, failed or answered nonsense; the message names neither key nor query."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one query brought."""

    urls: tuple[str, ...]
    hits: int  # how many there are, by the engine's own count


class AskEngine(Protocol):
    """Makes one request of an engine, with patience for rate limits."""

    async def __call__(self, url: str, headers: tuple[tuple[str, str], ...] = ()) -> Response:
        """The engine's answer, a 2xx one.

        Raises:
            EngineFailed: there is none.
        """
        ...


class Engine(Protocol):
    """A search engine."""

    name: str
    most_words: int  # of a query

    async def search(self, query: str) -> Found:
        """The first results of a query.

        Raises:
            EngineFailed: with what is known about why.
        """
        ...


def with_query(base: str, **parameters: str | int) -> str:
    """A URL with these parameters behind it."""
    joint = "&" if "?" in base else "?"
    return f"{base}{joint}{urlencode(parameters)}"


def json_of(response: Response, engine: str) -> dict[str, Any]:
    """The JSON object that an engine answered with.

    Raises:
        EngineFailed: it is none.
    """
    try:
        answer = json.loads(response.body)
    except (ValueError, RecursionError) as error:
        raise EngineFailed(
            f"{engine} answers something that is not JSON; is that the address of its API?"
        ) from error
    if not isinstance(answer, dict):
        raise EngineFailed(f"{engine} answers JSON of another form than expected")
    return answer


def urls_in(items: Any, key: str, engine: str) -> tuple[str, ...]:
    """The URLs under a key of each of a list of objects.

    Raises:
        EngineFailed: that is no list.
    """
    if items is None:
        return ()
    if not isinstance(items, list):
        raise EngineFailed(f"{engine} answers JSON of another form than expected")
    found = (item.get(key) for item in items if isinstance(item, dict))
    return tuple(url for url in found if isinstance(url, str) and "://" in url)


def number(value: Any, at_least: int) -> int:
    """A number of hits as engines write them; never fewer than there are results."""
    try:
        return max(int(value), at_least)
    except (TypeError, ValueError):
        return at_least
