"""Pages and small forums for iRobot's tests: made by hand, or crawled in memory."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.exchange import Request, Response
from periplus.page.view import AnchorKind
from periplus.plan.irobot.pages import PageLink, PageRegion, SampledPage
from periplus.plan.irobot.strategy import IRobot
from periplus.store import JobStore
from periplus.synthetic.forum import ForumParameters, ForumSite

BASE = "http://forum.test"
WORD, NUMBER, NEXT = int(AnchorKind.WORD), int(AnchorKind.NUMBER), int(AnchorKind.NEXT)
PARAMETERS = ForumParameters(seed=5, boards=5, threads=90, posts_per_thread=6.0, members=30)


def link(target: int, path: str, place: str = "body/a", kind: int = WORD) -> PageLink:
    return PageLink(target, target, BASE + path, place, kind)


def page(
    number: int,
    path: str,
    *,
    links: Iterable[PageLink] = (),
    labels: Iterable[str] = ("body/a",),
    words: Sequence[int] | None = None,
    **more: Any,
) -> SampledPage:
    """A page whose text is as many hashes as `words` names; its own by default."""
    values = words if words is not None else range(1000 * number, 1000 * number + 40)
    form = more.pop("form", "")
    return SampledPage(
        number,
        BASE + path,
        more.pop("status", 200),
        more.pop("depth", 1),
        more.pop("is_html", True),
        size=more.pop("size", 1000),
        text_hash=hash(tuple(values)) & (2**63 - 1),
        main_chars=500,
        noindex=more.pop("noindex", False),
        form=BASE + form if form else "",
        sketch=np.array(sorted(values), np.uint64),
        labels=frozenset(labels),
        regions=tuple(more.pop("regions", ())),
        links=list(links),
    )


def region(pattern: int, *columns: str, label: str = "body/ul", area: float = 0.5) -> PageRegion:
    return PageRegion(pattern, label, columns, area)


class AnsweringSite(Protocol):
    def answer(self, target: str, cookies: Any = None, base_url: str | None = None) -> Any: ...


class SiteFetcher:
    """Answers requests from a generated site, without a socket."""

    def __init__(self, site: AnsweringSite) -> None:
        self._site = site
        self.asked: list[str] = []

    async def fetch(self, request: Request) -> Response:
        self.asked.append(request.url)
        target = request.url.removeprefix(BASE) or "/"
        answer = self._site.answer(target, None, BASE)
        headers = tuple((name.encode(), value.encode()) for name, value in answer.headers)
        return Response(
            url=request.url,
            status=answer.status,
            reason="",
            headers=headers,
            body=answer.body,
            request_head=b"",
            date=1_790_000_000.0,
            seconds=0.0,
        )

    async def close(self) -> None:
        pass


def crawl(site: AnsweringSite, strategy: IRobot, limit: int = 3_000) -> tuple[list[str], JobStore]:
    """Crawl a generated site; the URLs asked for, robots.txt aside, and the job's store."""
    fetcher = SiteFetcher(site)
    settings = make_settings({"urls": (BASE + "/",), "delay": 0.0, "max_requests": limit})
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy))
    return [url for url in fetcher.asked if not url.endswith("/robots.txt")], store


def forum(**changes: Any) -> ForumSite:
    from dataclasses import replace

    return ForumSite(replace(PARAMETERS, **changes))
