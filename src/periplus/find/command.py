"""What `periplus find` does before the crawl: examples read, validator tried, sites searched."""

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from periplus.crawl.examples import Example, read_example
from periplus.crawl.settings import Secrets, Settings
from periplus.errors import ConfigError
from periplus.fetch.http import FetchSettings, HttpFetcher
from periplus.find.archive_engine import ArchiveEngine
from periplus.find.asking import EngineClient, PageFetcher
from periplus.find.making import make_engine
from periplus.find.searching import Searched, Searching
from periplus.limits import DEFAULT_LIMITS
from periplus.plan.xcrawl.tokens import tokens_of
from periplus.validate.making import TEXT, make_validator

_MOST_WORDS = 24
_ITERATIONS = 50


@dataclass(frozen=True, slots=True)
class Search:
    """Where to search, and how much of it to use."""

    engine: str  # as --search gives it
    most_sites: int


def read_examples(names: Sequence[str]) -> list[Example]:
    """The examples of `--like`. Raises ConfigError where one cannot be used."""
    if not names:
        raise ConfigError(
            "no example of what to look for; run for example: "
            "periplus find --like https://example.org/product/1 --site https://example.org/"
        )
    return [read_example(name) for name in names]


def search_sites(
    search: Search,
    examples: Sequence[Example],
    settings: Settings,
    secrets: Secrets,
    noted: Callable[[str], None],
) -> tuple[str, ...]:
    """Accepted pages that a search engine led to, of the sites that have most of them.

    Raises:
        ConfigError: the engine is unknown, fails, or leads to nothing.
    """
    searched = asyncio.run(_search(search, examples, settings, secrets, noted))
    if not searched.accepted:
        raise ConfigError(_nothing(search.engine, searched))
    if searched.trouble:
        noted(f"the engine {_kind(search.engine)} failed before the end: {searched.trouble}")
    sites = searched.sites()[: search.most_sites]
    noted(
        f"{searched.queries} queries led to {len(searched.accepted)} accepted pages on "
        f"{len(searched.sites())} sites; looking through {', '.join(sites)}"
    )
    return tuple(url for url in searched.accepted if url.startswith(tuple(s + "/" for s in sites)))


def _nothing(engine: str, searched: Searched) -> str:
    if searched.trouble:
        return f"the engine {_kind(engine)} is of no use now: {searched.trouble}"
    if not searched.results:
        return (
            f"the engine {_kind(engine)} found nothing for any of {searched.queries} queries; "
            "try another engine with --search, or name sites with --site"
        )
    return (
        f"none of the {searched.results} pages that {_kind(engine)} led to was accepted; "
        "try other examples, another --accept, or name sites with --site"
    )


def _kind(engine: str) -> str:
    return engine.partition(":")[0]


async def _search(
    search: Search,
    examples: Sequence[Example],
    settings: Settings,
    secrets: Secrets,
    noted: Callable[[str], None],
) -> Searched:
    fetcher = HttpFetcher(
        FetchSettings(
            user_agent=settings.user_agent,
            limits=DEFAULT_LIMITS,
            allow_private=settings.allow_private,
            proxy=secrets.proxy,
        )
    )
    client, pages = EngineClient(fetcher, settings.delay), PageFetcher(fetcher, settings)
    engine = None
    validator = None
    try:
        engine = make_engine(search.engine, client, os.environ)
        texts = [example.text() for example in examples if example.body is not None]
        known = [example.url for example in examples if example.body is None]
        texts += [page.text() for page in await pages.pages(known)] if known else []
        tokens = tokens_of(texts, _MOST_WORDS)
        if not tokens:
            raise ConfigError("the examples have no words to search with; name others with --like")
        validator = make_validator(settings.accept or TEXT, lambda: texts)
        if validator is None:
            raise ConfigError(
                "layouts differ from site to site: with --search use --accept text or a rule"
            )
        searching = Searching(
            engine, pages, validator.accepts, noted, settings.iterations or _ITERATIONS
        )
        return await searching.run(tokens)
    finally:
        if isinstance(engine, ArchiveEngine):
            engine.close()
        if validator is not None:
            validator.close()
        pages.close()
        await fetcher.close()
