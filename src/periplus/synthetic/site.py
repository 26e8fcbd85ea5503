"""A generated site: views, their natures (the labels) and their pages, as pure functions.

A kind of site says which views there are, what each one is worth and how it looks. Everything
else (URLs, redirects, labels, robots.txt, sitemap, cookies) is the same for all kinds.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from itertools import islice

from periplus.synthetic.nature import Answer, Label, Nature, Verdict
from periplus.synthetic.noise import Noise
from periplus.synthetic.scheme import UrlScheme, View
from periplus.synthetic.skin import Document, Skin
from periplus.synthetic.traps import SESSION, TRAP_TOKEN_LETTERS, TrapField, Traps
from periplus.synthetic.words import Language

HTML = "text/html; charset=utf-8"
_SITEMAP_URLS = 50_000  # the most that the sitemap protocol allows in one file
_STYLE_SHEET = b"body { margin: 0 auto; max-width: 72em }\n"


@dataclass(frozen=True, slots=True)
class Visit:
    """Who asks: the page's own view, whether a session cookie came along, and by which name."""

    view: View
    has_cookie: bool
    base_url: str


class GeneratedSite(ABC):
    """The part that all kinds of generated sites share."""

    kind_name = "site"
    stateless = True

    def __init__(
        self, language: Language, scheme: UrlScheme, skin: Skin, traps: Traps, base_url: str
    ) -> None:
        self.language = language
        self.noise: Noise = language.noise
        self.scheme = scheme
        self.skin = skin
        self.base_url = base_url.rstrip("/")
        self.traps = TrapField(traps, language, scheme, skin)

    # what a kind of site defines

    @abstractmethod
    def views(self) -> Iterator[View]:
        """Every view that can be reached by links, endless traps left out; each one once."""

    @abstractmethod
    def nature(self, view: View) -> Nature:
        """What a view is. Views that don't exist have one too."""

    @abstractmethod
    def document(self, view: View, visit: Visit) -> Document:
        """The page of a view that answers 200 or an error; never called for redirects."""

    def feed(self, view: View, visit: Visit) -> str | None:
        """The XML of a view that is a feed, else None."""
        return None

    @abstractmethod
    def decoys(self) -> tuple[View, ...]:
        """A few views of content that session traps lead to."""

    has_sitemap = False

    def sitemap_views(self) -> Iterator[View]:
        """The views that the sitemap lists."""
        return iter(())

    @property
    def start_url(self) -> str:
        """Where a crawl begins."""
        return self.base_url + "/"

    # URLs

    def path(self, view: View) -> str:
        """Path and query of a view."""
        return self.traps.path(view) or self.scheme.path(view)

    def parse(self, target: str) -> View | None:
        """The view of a path and query."""
        return self.traps.parse(target) or self.scheme.parse(target)

    # labels

    def labels(self, base_url: str | None = None) -> Iterator[Label]:
        """The label of every URL that can be reached, endless traps left out."""
        base = (base_url or self.base_url).rstrip("/")
        for view in self.views():
            yield self._label(base + self.path(view), view, base)
        for view in self.traps.finite_views():
            yield self._label(base + self.path(view), view, base)

    def label_of(self, url: str, base_url: str | None = None) -> Label:
        """The label of any URL of this site, also of endless parts and of ones that don't exist."""
        base = (base_url or self.base_url).rstrip("/")
        target = url.removeprefix(base).partition("#")[0] or "/"
        view = self.parse(target)
        if view is None:
            return Label(url, 404, "error", Verdict.INVALID, None, None, 1, url)
        return self._label(url, view, base)

    def _label(self, url: str, view: View, base: str) -> Label:
        nature = self.nature_of(view)
        own = base + self.path(view)
        original = None if nature.same_as is None else base + self.path(nature.same_as)
        if url != own and nature.verdict is Verdict.VALUABLE:
            nature, original = replace(nature, verdict=Verdict.DUPLICATE, why="spelling"), own
        final = url if nature.sends_to is None else base + self.path(nature.sends_to)
        return Label(
            url=url,
            status=nature.status,
            kind=nature.kind,
            verdict=nature.verdict,
            dup_of=original,
            entity=nature.entity,
            page=nature.page,
            final_url=final,
            why=nature.why,
        )

    def nature_of(self, view: View) -> Nature:
        """The nature of any view: traps and session ids included."""
        trap = self.traps.nature(view)
        if trap is not None:
            return trap
        if view.option(SESSION) is None:
            return self.nature(view)
        options = tuple(pair for pair in view.options if pair[0] != SESSION)
        base = replace(view, options=options)
        nature = self.nature_of(base)
        if nature.verdict is not Verdict.VALUABLE:
            return nature
        endless = len(view.option(SESSION) or "") == TRAP_TOKEN_LETTERS
        why = "trap:sessions" if endless else "session"
        return replace(nature, verdict=Verdict.DUPLICATE, same_as=base, why=why)

    # answers

    def answer(
        self,
        target: str,
        cookies: Mapping[str, str] | None = None,
        base_url: str | None = None,
    ) -> Answer:
        """The response to a GET of a path and query: the same bytes whenever it is asked."""
        base = (base_url or self.base_url).rstrip("/")
        target = target.partition("#")[0]
        extra = self._plain_file(target, base)
        if extra is not None:
            return extra
        view = self.parse(target)
        has_cookie = bool(cookies) and self.scheme.parameter(SESSION) in (cookies or {})
        if view is None:
            page = self.skin.message("404", "The page was not found on this server.")
            return self._html(404, page, target, has_cookie)
        visit = Visit(view, has_cookie, base)
        nature = self.nature_of(view)
        if nature.sends_to is not None:
            where = self.path(nature.sends_to)
            location = base + where if nature.status == 301 else where
            return Answer(nature.status, (("Location", location), ("Content-Type", HTML)), b"")
        bare = replace(view, options=tuple(p for p in view.options if p[0] != SESSION))
        feed = self.feed(bare, visit)
        if feed is not None:
            headers = (("Content-Type", "application/rss+xml; charset=utf-8"),)
            return Answer(nature.status, headers, feed.encode())
        trap = self.traps.document(view)
        document = trap or self.document(bare, visit)
        if nature.same_as is not None and self.skin.names_original:
            document = replace(document, canonical=self.path(nature.same_as))
        decoys = self.decoys() if self.traps.traps.sessions else ()
        boxes = self.traps.boxes(target, decoys)
        return self._html(nature.status, self.skin.page(document, boxes), target, has_cookie)

    def _html(self, status: int, page: str, target: str, has_cookie: bool) -> Answer:
        headers = [("Content-Type", HTML)]
        if not has_cookie:
            token = f"{self.noise.integer('cookie' + target):016x}"
            headers.append(("Set-Cookie", f"{self.scheme.parameter(SESSION)}={token}; Path=/"))
        return Answer(status, tuple(headers), page.encode())

    def _plain_file(self, target: str, base: str) -> Answer | None:
        if target == "/robots.txt":
            return Answer(200, (("Content-Type", "text/plain"),), self._robots(base).encode())
        if target == "/sitemap.xml" and self.has_sitemap:
            return Answer(200, (("Content-Type", "application/xml"),), self._sitemap(base).encode())
        if target.startswith("/static/"):
            return Answer(200, (("Content-Type", "text/css"),), _STYLE_SHEET)
        return None

    def _robots(self, base: str) -> str:
        lines = ["User-agent: *", f"Disallow: {self.path(View('admin'))}"]
        if self.has_sitemap:
            lines.append(f"Sitemap: {base}/sitemap.xml")
        return "\n".join(lines) + "\n"

    def _sitemap(self, base: str) -> str:
        rows = "".join(
            f"<url><loc>{escape(base + self.path(view))}</loc></url>\n"
            for view in islice(self.sitemap_views(), _SITEMAP_URLS)
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' + rows + "</urlset>\n"
        )
