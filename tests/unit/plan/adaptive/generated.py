"""Crawls of generated sites, for tests: what was asked for, and what it was worth."""

import asyncio
from dataclasses import dataclass

from periplus.bench.scale import SyntheticFetcher
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.exchange import Request, Response
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.synthetic.site import GeneratedSite


@dataclass
class Asked(SyntheticFetcher):
    """Notes the URLs that were asked for."""

    def __init__(self, site: GeneratedSite) -> None:
        super().__init__(site)
        self.urls: list[str] = []

    async def fetch(self, request: Request) -> Response:
        self.urls.append(request.url)
        return await super().fetch(request)


def crawl(
    site: GeneratedSite, strategy: AdaptiveCrawl, max_requests: int | None = None
) -> list[str]:
    """The requests of a crawl, in order."""
    fetcher = Asked(site)
    settings = make_settings(
        {"urls": (site.start_url,), "delay": 0.0, "max_requests": max_requests}
    )
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy))
    store.close()
    return fetcher.urls
