"""Automatic queries: from the words of examples to accepted pages and the sites they are on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from periplus import url as urls
from periplus.find.engine import Engine, EngineFailed
from periplus.plan.xcrawl.queries import queries
from periplus.plan.xcrawl.tokens import Token, combined
from periplus.validate.validator import CheckedPage, ValidatorFailed

MOST_TOKENS = 24  # each costs a query of its own to be weighed
MOST_QUERIES = 300
_LENGTH = 3  # words of a query
_FAILURES = 3  # in a row: the engine is gone


class FetchesPages(Protocol):
    """Fetches pages that were not fetched before."""

    async def pages(self, urls: Sequence[str]) -> list[CheckedPage]: ...


@dataclass(slots=True)
class Searched:
    """What queries have brought."""

    queries: int = 0
    results: int = 0
    accepted: list[str] = field(default_factory=list)  # URLs
    tokens: list[Token] = field(default_factory=list)
    trouble: str = ""  # why it ended early, if it did

    def sites(self) -> list[str]:
        """The sites of accepted pages, those with most of them first."""
        numbers: dict[str, int] = {}
        for url in self.accepted:
            numbers[urls.origin(url)] = numbers.get(urls.origin(url), 0) + 1
        return sorted(numbers, key=lambda site: -numbers[site])


class Searching:
    """One search: weighs words, then asks query after query until nothing new comes."""

    def __init__(
        self,
        engine: Engine,
        fetcher: FetchesPages,
        accepts: Callable[[CheckedPage], bool],
        noted: Callable[[str], None],
        iterations: int,
        most_queries: int = MOST_QUERIES,
    ) -> None:
        self._engine = engine
        self._fetcher = fetcher
        self._accepts = accepts
        self._noted = noted
        self._iterations = iterations
        self._most_queries = most_queries
        self._seen: set[str] = set()

    async def run(self, tokens: Sequence[Token]) -> Searched:
        """Search with these words."""
        searched = Searched()
        searched.tokens = combined(tokens, await self._hits(tokens[:MOST_TOKENS], searched))
        barren = failures = 0
        length = min(_LENGTH, self._engine.most_words)
        for query in queries(searched.tokens, length, self._most_queries):
            try:
                found = await self._engine.search(query)
            except EngineFailed as error:
                failures += 1
                searched.trouble = str(error)
                if failures >= _FAILURES:
                    return searched
                continue
            searched.queries += 1
            failures, searched.trouble = 0, ""
            new = await self._check(found.urls, searched)
            barren = 0 if new else barren + 1
            if new:
                self._noted(f"'{query}': {new} more pages; {len(searched.accepted)} in all")
            if barren >= self._iterations:
                break
        return searched

    async def _hits(self, tokens: Sequence[Token], searched: Searched) -> dict[str, int]:
        """How many pages the engine has for each word alone."""
        hits: dict[str, int] = {}
        failures = 0
        for token in tokens:
            try:
                hits[token.word] = (await self._engine.search(token.word)).hits
            except EngineFailed as error:
                failures += 1
                searched.trouble = str(error)
                if failures >= _FAILURES and not hits:
                    break
                continue
            searched.queries += 1
        return hits

    async def _check(self, found: Sequence[str], searched: Searched) -> int:
        """Fetch and validate what is new; how many were accepted."""
        fresh = []
        for text in found:
            url = urls.canonical(text)
            if url is not None and urls.host(url) and url not in self._seen:
                self._seen.add(url)
                fresh.append(url)
        searched.results += len(fresh)
        accepted = 0
        for page in await self._fetcher.pages(fresh) if fresh else ():
            try:
                is_accepted = self._accepts(page)
            except ValidatorFailed as error:
                self._noted(f"the validator failed on {page.url}: {error}")
                continue
            if is_accepted and page.url not in searched.accepted:
                searched.accepted.append(page.url)
                accepted += 1
        return accepted
