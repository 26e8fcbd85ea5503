"""Engines that answer with JSON: SearXNG, MediaWiki, Brave, Google."""

from urllib.parse import urljoin

from periplus.find.engine import (
    RESULTS,
    AskEngine,
    EngineFailed,
    Found,
    json_of,
    number,
    urls_in,
    with_query,
)

BRAVE = "https://api.search.brave.com/res/v1/web/search"
GOOGLE = "https://customsearch.googleapis.com/customsearch/v1"


class SearXng:
    """A SearXNG instance whose settings allow the JSON format."""

    name = "searxng"
    most_words = 8

    def __init__(self, ask: AskEngine, base: str) -> None:
        self._ask = ask
        self._address = urljoin(base if base.endswith("/") else base + "/", "search")

    async def search(self, query: str) -> Found:
        answer = json_of(
            await self._ask(with_query(self._address, q=query, format="json")), "SearXNG"
        )
        found = urls_in(answer.get("results"), "url", "SearXNG")
        return Found(found[:RESULTS], number(answer.get("number_of_results"), len(found)))


class MediaWiki:
    """The search of a MediaWiki site through its api.php."""

    name = "mediawiki"
    most_words = 8

    def __init__(self, ask: AskEngine, address: str) -> None:
        self._ask = ask
        self._address = address

    async def search(self, query: str) -> Found:
        asked = with_query(
            self._address, action="query", list="search", srsearch=query, srlimit=RESULTS,
            format="json",
        )  # fmt: skip
        answer = json_of(await self._ask(asked), "MediaWiki").get("query")
        if not isinstance(answer, dict) or not isinstance(answer.get("search"), list):
            raise EngineFailed("MediaWiki answers no search results; is that its api.php?")
        titles = [str(found["title"]) for found in answer["search"] if "title" in found]
        info = answer.get("searchinfo")
        hits = number(info.get("totalhits") if isinstance(info, dict) else None, len(titles))
        return Found(await self._urls(titles), hits)

    async def _urls(self, titles: list[str]) -> tuple[str, ...]:
        if not titles:
            return ()
        asked = with_query(
            self._address, action="query", titles="|".join(titles), prop="info", inprop="url",
            format="json",
        )  # fmt: skip
        answer = json_of(await self._ask(asked), "MediaWiki").get("query")
        pages = answer.get("pages") if isinstance(answer, dict) else None
        if isinstance(pages, dict):
            pages = list(pages.values())
        return urls_in(pages, "fullurl", "MediaWiki")


class Brave:
    """Brave's web search, by a key of one's own."""

    name = "brave"
    most_words = 20

    def __init__(self, ask: AskEngine, key: str, address: str = BRAVE) -> None:
        self._ask = ask
        self._headers = (("X-Subscription-Token", key), ("Accept", "application/json"))
        self._address = address

    async def search(self, query: str) -> Found:
        response = await self._ask(with_query(self._address, q=query, count=RESULTS), self._headers)
        web = json_of(response, "Brave").get("web")
        found = urls_in(web.get("results") if isinstance(web, dict) else None, "url", "Brave")
        return Found(found, len(found))


class Google:
    """Google's programmable search, by a key and an engine of one's own."""

    name = "google"
    most_words = 20

    def __init__(self, ask: AskEngine, key: str, engine: str, address: str = GOOGLE) -> None:
        self._ask = ask
        self._key = key
        self._engine = engine
        self._address = address

    async def search(self, query: str) -> Found:
        asked = with_query(self._address, key=self._key, cx=self._engine, q=query, num=RESULTS)
        answer = json_of(await self._ask(asked), "Google")
        found = urls_in(answer.get("items"), "link", "Google")
        info = answer.get("searchInformation")
        total = info.get("totalResults") if isinstance(info, dict) else None
        return Found(found, number(total, len(found)))
