"""Pages of a little site for xCrawl's tests: lists that link items, items that look alike."""

from collections.abc import Mapping, Sequence

from periplus.page import read_page
from periplus.page.view import PageView, Stage
from periplus.plan.strategy import Offered, Verdict, Visit

BASE = "http://site.test"


def view(markup: str, path: str = "/") -> PageView:
    return read_page(markup.encode(), BASE + path, stages=Stage.ALL)


def item(number: int, *, more: str = "") -> str:
    """A page with a table and a text of its own."""
    words = " ".join(f"word{number}x{i}" for i in range(40))
    return (
        f"<html><body><nav><a href='/'>home</a></nav><main class='item'><h1>item {number}</h1>"
        f"<table class='spec'><tr><td>size</td><td>{number}</td></tr><tr><td>mass</td>"
        f"<td>{number}</td></tr><tr><td>zoom</td><td>4x</td></tr></table>"
        f"<p>{words}</p><div class='buy'><a href='/cart/{number}'>"
        f"buy</a></div>{more}</main></body></html>"
    )


def listing(numbers: Sequence[int], *, more: str = "") -> str:
    rows = "".join(f"<li class='row'><a href='/item/{n}'>item {n}</a></li>" for n in numbers)
    return (
        "<html><body><nav><a href='/'>home</a></nav>"
        f"<ul class='list'>{rows}</ul>{more}</body></html>"
    )


def other(number: int) -> str:
    words = " ".join(f"other{number}y{i}" for i in range(30))
    return (
        "<html><body><nav><a href='/'>home</a></nav><form><input name='q'></form>"
        f"<blockquote>{words}</blockquote></body></html>"
    )


def form(number: int) -> str:
    """A page that has nothing in common with items."""
    fields = "".join(f"<p><label><input name='f{i}'></label></p>" for i in range(3))
    return (
        f"<html><body><section><form><fieldset>{fields}<select><option>{number}</select>"
        "<textarea></textarea><button>send</button></fieldset></form></section></body></html>"
    )


class Crawl:
    """Gives URL ids, and visits with the links of a page offered in order."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.fetched: set[int] = set()

    def id_of(self, url: str) -> int:
        return self.ids.setdefault(url, len(self.ids) + 1)

    def url_of(self, url_id: int) -> str:
        return next(url for url, known in self.ids.items() if known == url_id)

    def visit(self, path: str, markup: str | None, *, group: str = "g", status: int = 200) -> Visit:
        url = path if "://" in path else BASE + path
        page = self.id_of(url)
        self.fetched.add(page)
        seen = read_page(markup.encode(), url, stages=Stage.ALL) if markup is not None else None
        links = []
        for row, target in enumerate(seen.links.urls if seen is not None else []):
            fresh = target not in self.ids
            known = self.id_of(target)
            if known != page:
                links.append(Offered(row, known, target, fresh, known in self.fetched))
        return Visit(page, url, status, 1, group, Verdict.VALUABLE, seen, links)

    def redirect(self, path: str, to: str) -> Visit:
        page, target = self.id_of(BASE + path), self.id_of(BASE + to)
        self.fetched.add(page)
        links = [Offered(-1, target, BASE + to, False, target in self.fetched)]
        return Visit(page, BASE + path, 302, 1, "g", Verdict.DUPLICATE, None, links)


def site(
    items: int, others: int = 20, per_list: int = 10, *, front: bool = False
) -> Mapping[str, str]:
    """Path -> markup: a front page, lists that turn pages, items, and other pages.

    With `front`, the front page links all lists.
    """
    pages = {}
    lists = range(0, items, per_list)
    for start in lists:
        following = start + per_list
        more = f"<a class='next' href='/list/{following}'>next</a>" if following < items else ""
        pages[f"/list/{start}"] = listing(range(start, min(items, following)), more=more)
    for number in range(items):
        pages[f"/item/{number}"] = item(number, more="<a href='/list/0'>all</a>")
    links = "".join(f"<p><a href='/other/{n}'>other {n}</a></p>" for n in range(others))
    starts = "".join(f"<b><a href='/list/{n}'>list</a></b>" for n in (lists if front else [0]))
    pages["/"] = f"<html><body><h1>start</h1>{starts}{links}</body></html>"
    for number in range(others):
        pages[f"/other/{number}"] = other(number)
    return pages
