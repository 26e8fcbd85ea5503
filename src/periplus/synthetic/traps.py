"""Places where a crawler gets lost, each one switchable, and one that only looks like one.

Endless calendar, faceted search, growing paths, session ids that change on every page and a link
farm bring nothing, however long they are followed. Deep pagination is honest: each of its pages
has new text.
"""

from dataclasses import dataclass, fields
from html import escape

from periplus.synthetic.nature import Nature, Verdict
from periplus.synthetic.scheme import NO_ID, UrlScheme, View
from periplus.synthetic.skin import Document, Skin
from periplus.synthetic.words import Language

SESSION = "session"
TRAP_TOKEN_LETTERS = 16  # a site's honest session ids are shorter
TRAP_VIEWS_NUMBERED = ("calendar", "day", "farm")
TRAP_VIEWS_SINGLE = ("facets", "deep", "grow")
FACETS = ("facet-a", "facet-b", "facet-c", "facet-d", "facet-e")
_FACET_VALUES = 7
_FIRST_MONTH = 240
_DAYS = 28
_FARM_LINKS = 20
_FARM_SPACE = 1 << 28
_DEEP_ROWS = 12
_DECOYS = 5


@dataclass(frozen=True, slots=True)
class Traps:
    """Which traps a site has. `deep_pages` is no trap: a list with that many honest pages."""

    calendar: bool = False
    facets: bool = False
    growing_paths: bool = False
    sessions: bool = False
    link_farm: bool = False
    deep_pages: int = 0

    @classmethod
    def all(cls, deep_pages: int = 500) -> "Traps":
        """Every trap, and the honest list."""
        return cls(True, True, True, True, True, deep_pages)

    @property
    def endless(self) -> bool:
        """Whether a blind crawl of the site never ends."""
        return any(getattr(self, field.name) is True for field in fields(self))


NO_TRAPS = Traps()


class TrapField:
    """The trap views of one site: their URLs, natures, pages, and the links that lead into them."""

    def __init__(self, traps: Traps, language: Language, scheme: UrlScheme, skin: Skin) -> None:
        self.traps = traps
        self.skin = skin
        self._language = language
        self._noise = language.noise.child("traps")
        self._scheme = scheme
        self._topic = language.topic(12, "traps")
        self._grow = "/" + scheme.word("grow") + "/"

    # URLs

    def path(self, view: View) -> str | None:
        """The path of a growing view; other traps are spelled by the site's scheme."""
        return None if view.name != "grow" else self._grow + self._grow[1:] * (view.page - 1)

    def parse(self, target: str) -> View | None:
        """The growing view of a path."""
        if not self.traps.growing_paths or not target.startswith(self._grow):
            return None
        times = len(target) // (len(self._grow) - 1)
        view = View("grow", page=max(times, 1))
        return view if self.path(view) == target else None

    def _href(self, view: View) -> str:
        return self.path(view) or self._scheme.path(view)

    # natures

    def nature(self, view: View) -> Nature | None:
        """The nature of a trap view, None for views of the site proper."""
        if view.option(SESSION) is not None:
            return None
        if view.name in ("calendar", "day"):
            return _trap("calendar") if self.traps.calendar else _missing()
        if view.name == "farm":
            return _trap("link-farm") if self.traps.link_farm else _missing()
        if view.name == "facets":
            return _trap("facets", Verdict.DUPLICATE) if self.traps.facets else _missing()
        if view.name == "grow":
            if view.page == 1:
                return Nature("other", Verdict.VALUABLE, "page:grow")
            return _trap("growing-path", Verdict.DUPLICATE, View("grow"))
        if view.name == "deep":
            if view.id == NO_ID and 1 <= view.page <= self.traps.deep_pages and not view.options:
                return Nature("list", Verdict.VALUABLE, "deep", view.page)
            return _missing()
        return None

    def finite_views(self) -> list[View]:
        """The trap views that belong to the finite part of the site."""
        found = [View("deep", page=page) for page in range(1, self.traps.deep_pages + 1)]
        if self.traps.growing_paths:
            found.append(View("grow"))
        return found

    # pages

    def boxes(self, target: str, decoys: tuple[View, ...]) -> str:
        """The side box that links a page to the traps."""
        traps, skin = self.traps, self.skin
        links = []
        if traps.calendar:
            links.append((View("calendar", _FIRST_MONTH), skin.ui("calendar")))
        if traps.facets:
            links.append((View("facets"), "Browse by property"))
        if traps.growing_paths:
            links.append((View("grow"), "About us"))
        if traps.link_farm:
            links.append((View("farm", 0), "Partners"))
        if traps.deep_pages:
            links.append((View("deep"), "Notes"))
        if traps.sessions:
            token = f"{self._noise.integer('session' + target):016x}"
            for turn, decoy in enumerate(decoys[:_DECOYS]):
                links.append((decoy.with_option(SESSION, token), f"Hot {turn + 1}"))
        if not links:
            return ""
        rows = "".join(f"<li>{skin.link(self._href(view), text)}</li>" for view, text in links)
        return f"<ul{skin.css('box')}>{rows}</ul>"

    def document(self, view: View) -> Document | None:
        """The page of a trap view, None for views of the site proper."""
        nature = self.nature(view)
        if nature is None:
            return None
        if nature.kind == "error":
            return Document("Not found", "<h2>Not found</h2><p>There is nothing here.</p>")
        match view.name:
            case "calendar":
                return self._calendar(view.id)
            case "day":
                return self._day(view.id)
            case "farm":
                return self._farm(view.id)
            case "facets":
                return self._facets(view)
            case "grow":
                return self._growing()
            case _:
                return self._deep(view.page)

    def _calendar(self, month: int) -> Document:
        skin = self.skin
        rows = []
        for week in range(_DAYS // 7):
            days = range(month * _DAYS + week * 7, month * _DAYS + week * 7 + 7)
            rows.append([skin.link(self._href(View("day", d)), str(d % _DAYS + 1)) for d in days])
        title = f"{skin.ui('calendar')} {skin.date(month * _DAYS)}"
        steps = [skin.link(self._href(View("calendar", month + 1)), skin.ui("next"))]
        if month:
            steps.insert(0, skin.link(self._href(View("calendar", month - 1)), skin.ui("previous")))
        week_days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        body = f"<h2>{title}</h2>{skin.listing('month', week_days, rows)}<p>{' '.join(steps)}</p>"
        return Document(title, body)

    def _day(self, day: int) -> Document:
        skin = self.skin
        title = f"Events on {skin.date(day)}"
        after = skin.link(self._href(View("day", day + 1)), skin.ui("next"))
        up = skin.link(self._href(View("calendar", day // _DAYS)), skin.ui("calendar"))
        return Document(title, f"<h2>{title}</h2><p>No events on this day.</p><p>{up} {after}</p>")

    def _farm(self, number: int) -> Document:
        skin = self.skin
        base = self._language.sentences(180, self._topic, "farm-text")
        turn = self._noise.below(len(base), "farm-turn", number)
        base[turn] = self._language.prose(7, self._topic, "farm-own", number)
        rows = []
        for place in range(_FARM_LINKS):
            target = self._noise.below(_FARM_SPACE, "farm-link", number, place)
            title = self._language.phrase(3, self._topic, "farm-title", target % 50)
            rows.append([skin.link(self._href(View("farm", target)), escape(title))])
        body = f"<h2>Partners</h2><p>{' '.join(base)}</p>" + skin.listing("farm", ["Site"], rows)
        return Document("Partners", body)

    def _facets(self, view: View) -> Document:
        skin = self.skin
        chosen = dict(view.options)
        boxes = []
        for facet in FACETS:
            if facet in chosen:
                continue
            links = [
                skin.link(self._href(view.with_option(facet, str(value))), f"{facet} {value}")
                for value in range(1, _FACET_VALUES + 1)
            ]
            boxes.append(f"<div{skin.css('facet')}>{' '.join(links)}</div>")
        shown = max(1, 12 - 2 * len(chosen))
        rows = [
            [escape(self._language.phrase(5, self._topic, "facet-item", item % 40)), str(item)]
            for item in range(shown)
        ]
        body = "<h2>Browse</h2>" + "".join(boxes) + skin.listing("result", ["Item", "No"], rows)
        return Document("Browse", body)

    def _growing(self) -> Document:
        word = self._scheme.word("grow")
        text = self._language.prose(160, self._topic, "grow-text")
        return Document("About us", f'<h2>About us</h2><p>{text}</p><a href="{word}/">More</a>')

    def _deep(self, page: int) -> Document:
        skin = self.skin
        first = (page - 1) * _DEEP_ROWS
        rows = [
            [
                escape(self._language.prose(22, self._topic, "deep-note", row)),
                skin.date(row),
                str(self._noise.below(900, "deep-count", row)),
            ]
            for row in range(first, first + _DEEP_ROWS)
        ]
        pager = skin.pager(page, self.traps.deep_pages, lambda n: self._href(View("deep", page=n)))
        body = skin.listing("note", ["Note", "Date", "Reads"], rows) + pager
        return Document(f"Notes, page {page}", f"<h2>Notes</h2>{body}")


def _trap(why: str, verdict: Verdict = Verdict.INVALID, same_as: View | None = None) -> Nature:
    return Nature("trap", verdict, same_as=same_as, why=f"trap:{why}")


def _missing() -> Nature:
    return Nature("error", Verdict.INVALID, why="missing")
