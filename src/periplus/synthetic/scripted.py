"""A generated site that is built by scripts: without a browser its pages are empty.

Each page is the same few lines of markup; `scripted.js` fetches the text and builds menus on hover,
buttons with handlers, client-side routes, an endless list, dialogs, pop-ups and a download. The
labels say of every page how it is reached.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any
from urllib.parse import parse_qs, urlsplit

from periplus.synthetic.nature import Answer, Label, Verdict
from periplus.synthetic.words import coin

_HTML = "text/html; charset=utf-8"
_JSON = "application/json"
_SHELL = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Loading</title></head>
<body><div id="main"></div>{links}<script src="/app.js" defer></script></body></html>
"""
_PLAIN = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><h1>{title}</h1><p>{text}</p></body></html>
"""
_WORDS = 80


@dataclass(frozen=True, slots=True)
class ScriptedParameters:
    """How large the site is."""

    seed: int = 0
    items: int = 24
    news: int = 12
    articles: int = 8
    page_items: int = 6  # that one request of a list brings


@dataclass(frozen=True, slots=True)
class ScriptedPage:
    """One page and the way to it: what a visitor has to do for its link to be there."""

    path: str
    way: str  # link, hover, click, menu, route, scroll, more, dialog, popup, download, shadow, ...
    view: str = ""
    is_plain: bool = False  # whole as it is sent


class ScriptedSite:
    """Answers for every path, and knows which pages there are."""

    stateless = True

    def __init__(self, parameters: ScriptedParameters | None = None) -> None:
        self.parameters = parameters or ScriptedParameters()

    @cached_property
    def pages(self) -> dict[str, ScriptedPage]:
        """Every page by its path."""
        number = self.parameters
        found = [
            ScriptedPage("/", "link", "home"),
            ScriptedPage("/plain.html", "link", is_plain=True),
            ScriptedPage("/catalogue", "hover", "catalogue"),
            ScriptedPage("/news", "hover", "news"),
            ScriptedPage("/office", "hover handler", "office"),
            ScriptedPage("/guide", "menu in a menu", "guide"),
            ScriptedPage("/endless", "menu in a menu", "endless"),
            ScriptedPage("/terms", "dialog"),
            ScriptedPage("/greeting", "dialog"),
            ScriptedPage("/brochure", "popup"),
            ScriptedPage("/late", "popup", is_plain=True),
            ScriptedPage("/contact", "javascript link"),
            ScriptedPage("/office/2", "form without fields"),
            ScriptedPage("/staff", "shadow tree", is_plain=True),
            ScriptedPage("/hours", "tab"),
            ScriptedPage("/map", "tab"),
            ScriptedPage("/branch/north", "list of choices"),
            ScriptedPage("/branch/south", "list of choices", is_plain=True),
        ]
        found += [ScriptedPage(f"/item/{n}", "scroll") for n in range(1, number.items + 1)]
        found += [ScriptedPage(f"/news/{n}", "more") for n in range(1, number.news + 1)]
        found += [ScriptedPage(f"/article/{n}", "route") for n in range(1, number.articles + 1)]
        return {page.path: page for page in found}

    def labels(self, base_url: str) -> Iterator[Label]:
        """The truth about each page and the one file to download."""
        base = base_url.rstrip("/")
        for path, page in self.pages.items():
            yield Label(
                base + path, 200, page.way, Verdict.VALUABLE, None, path, 1, base + path, page.way
            )
        file = f"{base}/prices.pdf"
        yield Label(file, 200, "download", Verdict.VALUABLE, None, file, 1, file, "download")

    def text(self, name: str) -> str:
        """The words of a page, or of anything else that has a name: always the same."""
        seed = sum((at + 1) * ord(letter) for at, letter in enumerate(name)) + self.parameters.seed
        return " ".join(coin((seed * 7919 + at * 104729) ^ (at << 21), 3) for at in range(_WORDS))

    def answer(
        self, target: str, cookies: Mapping[str, str] | None = None, base_url: str | None = None
    ) -> Answer:
        """The response to a GET."""
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = parts.path
        if path.startswith("/api/"):
            return self._data(path, query)
        if path in self.pages and not (parts.query.strip("?") and path != "/search"):
            return self._page(self.pages[path])
        match path:
            case "/app.js":
                return _made("text/javascript", _script())
            case "/robots.txt":
                return _made("text/plain", "User-agent: *\nDisallow: /private/\n")
            case "/prices.pdf":
                file = Answer(200, (("Content-Type", "application/pdf"),), b"%PDF-1.4 prices")
                disposition = ("Content-Disposition", 'attachment; filename="prices.pdf"')
                return Answer(200, (*file.headers, disposition), file.body)
        return Answer(
            404, (("Content-Type", _HTML),), b"<title>404</title><p>There is no such page"
        )

    def _page(self, page: ScriptedPage) -> Answer:
        if page.is_plain:
            return _made(_HTML, _PLAIN.format(title=_title(page.path), text=self.text(page.path)))
        links = '<a href="/plain.html">Plain</a>' if page.path == "/" else ""
        return _made(_HTML, _SHELL.format(links=links))

    def _data(self, path: str, query: Mapping[str, str]) -> Answer:
        name = query.get("path", "")
        number = int(query.get("page", "1")) if query.get("page", "1").isdecimal() else 1
        match path:
            case "/api/page" if name in self.pages:
                return _made(_JSON, json.dumps(self._page_data(self.pages[name])))
            case "/api/items":
                return _made(_JSON, json.dumps(self._list("/item/", self.parameters.items, number)))
            case "/api/news":
                return _made(_JSON, json.dumps(self._list("/news/", self.parameters.news, number)))
            case "/api/route":
                return _made(_JSON, json.dumps(self._route(query.get("name", ""))))
        return Answer(404, (("Content-Type", _JSON),), b"{}")

    def _page_data(self, page: ScriptedPage) -> dict[str, Any]:
        data: dict[str, Any] = {
            "title": _title(page.path),
            "text": self.text(page.path),
            "view": page.view,
        }
        match page.view:
            case "home":
                data["menu"] = [
                    ["Catalogue", "/catalogue", "link"],
                    ["News", "/news", "link"],
                    ["Office", "/office", "handler"],
                ]
                data["drawer"] = [["Guide", "/guide"], ["Endless", "/endless"]]
            case "office":
                data |= {"terms": "/terms", "greeting": "/greeting", "brochure": "/brochure"}
                data |= {"late": "/late", "download": "/prices.pdf", "contact": "/contact"}
                data |= {"next": "/office/2", "staff": "/staff"}
                data["tabs"] = [["Hours", "/hours"], ["Map", "/map"]]
                data["branches"] = [["North", "/branch/north"], ["South", "/branch/south"]]
            case "guide":
                data["routes"] = [["Beginning", "begin"], ["Going on", "on"]]
        return data

    def _list(self, stem: str, total: int, number: int) -> dict[str, Any]:
        size = self.parameters.page_items
        first = (number - 1) * size + 1
        shown = range(first, min(first + size, total + 1))
        items = [{"path": f"{stem}{n}", "title": _title(f"{stem}{n}")} for n in shown]
        return {"items": items, "next": number + 1 if first + size <= total else 0}

    def _route(self, name: str) -> dict[str, Any]:
        """Views behind `#`: the second one is only linked from the first ones' articles' list."""
        half = self.parameters.articles // 2
        numbers = range(1, half + 1) if name == "begin" else range(half + 1, 2 * half + 1)
        links = [[_title(f"/article/{n}"), f"/article/{n}"] for n in numbers]
        if self.parameters.articles % 2 and name != "begin":
            last = self.parameters.articles
            links.append([_title(f"/article/{last}"), f"/article/{last}"])
        return {"title": name, "text": self.text(f"#{name}"), "links": links}


def _title(path: str) -> str:
    return path.strip("/").replace("/", " ").replace(".html", "").title() or "Home"


def _made(media_type: str, text: str) -> Answer:
    return Answer(200, (("Content-Type", media_type),), text.encode())


def _script() -> str:
    place = resources.files("periplus.synthetic").joinpath("scripted.js")
    return place.read_text(encoding="utf-8")
