"""A little site of items on loopback, with a SearXNG of its own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from unit.find.web import Answer, Web, served
from unit.plan.xcrawl.site_pages import site

THEME = "camera lens sensor shutter zoom battery flash tripod"


@contextmanager
def little_web(items: int = 30, *, results: bool = True) -> Iterator[Web]:
    """Items speak of cameras, other pages do not; the engine names some items and others."""
    pages = {
        path: markup.replace("<h1>item", f"<h1>{THEME} item").replace("other", "politics")
        for path, markup in site(items, others=25, front=True).items()
    }
    pages = {path.replace("other", "politics"): markup for path, markup in pages.items()}

    def handler(path: str, query: dict[str, str], headers: dict[str, str]) -> Answer:
        if path == "/search":
            count = len(query.get("q", "").split())
            named = [f"{web.base}/item/{count * 3 + n}" for n in range(3)]
            named += [f"{web.base}/politics/{count}"]
            found = [{"url": url} for url in named] if results else []
            answer = {"results": found, "number_of_results": 50 if results else 0}
            return 200, "application/json", json.dumps(answer).encode(), {}
        markup = pages.get(path)
        status = 200 if markup is not None else 404
        return status, "text/html", (markup or "<p>none</p>").encode(), {}

    with served(handler) as web:
        yield web
