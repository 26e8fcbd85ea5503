"""Visits made of markup, for the tests of crawls by topic."""

from periplus.page import read_page
from periplus.page.text import visible_text
from periplus.plan.strategy import Offered, Verdict, Visit

SITE = "http://a.test"


class Site:
    """Hands out URL ids as a crawl does."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self._fetched: set[str] = set()

    def visit(
        self,
        path: str,
        markup: str,
        group: str = "seed",
        verdict: Verdict = Verdict.VALUABLE,
        status: int = 200,
    ) -> Visit:
        url = SITE + path
        page = self.ids.setdefault(url, len(self.ids) + 1)
        self._fetched.add(url)
        body = f"<html lang=en><body>{markup}</body></html>".encode()
        view = read_page(body, url)
        links = []
        for row, target in enumerate(view.links.urls):
            fresh = target not in self.ids
            number = self.ids.setdefault(target, len(self.ids) + 1)
            links.append(Offered(row, number, target, fresh, target in self._fetched))
        return Visit(page, url, status, 0, group, verdict, view, links, visible_text(body))


def link(path: str, anchor: str = "more") -> str:
    return f'<li><a href="{path}">{anchor}</a></li>'
