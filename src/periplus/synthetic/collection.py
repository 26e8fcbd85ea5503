"""What blogs, shops and wikis have in common: items in groups, lists of them, a frame around."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import ClassVar

from periplus.errors import ConfigError
from periplus.synthetic.holdings import Holdings, Shape
from periplus.synthetic.nature import Nature, Verdict
from periplus.synthetic.scheme import Options, UrlScheme, UrlStyle, View
from periplus.synthetic.site import GeneratedSite, Visit
from periplus.synthetic.skin import Document, Entry, Skin
from periplus.synthetic.traps import (
    FACETS,
    NO_TRAPS,
    SESSION,
    TRAP_VIEWS_NUMBERED,
    TRAP_VIEWS_SINGLE,
    Traps,
)
from periplus.synthetic.words import language

MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CollectionParameters:
    """How large a blog, shop or wiki is and in how many ways it shows its items.

    An item is an article or a product; its parts are comments, reviews or revisions. `redundancy`
    0 … 3 adds alternative views level by level. `dead_links` is the share of items that link to
    something that is gone.
    """

    seed: int = 0
    groups: int = 6
    items: int = 80
    parts_per_item: float = 4.0
    people: int = 15
    items_per_page: int = 10
    parts_per_page: int = 8
    redundancy: int = 3
    dead_links: float = 0.2
    style: UrlStyle | None = None
    coined_names: float = 0.5
    traps: Traps = NO_TRAPS

    def __post_init__(self) -> None:
        for name in ("groups", "items", "people", "items_per_page", "parts_per_page"):
            if getattr(self, name) < 1:
                raise ConfigError(f"a generated site needs {name} of at least 1")
        if self.parts_per_item < 1:
            raise ConfigError("a generated site needs parts_per_item of at least 1")
        if not 0 <= self.redundancy <= 3:
            raise ConfigError("redundancy of a generated blog, shop or wiki goes from 0 to 3")
        if not 0 <= self.dead_links <= 1:
            raise ConfigError("dead_links of a generated site goes from 0 to 1")

    def shape(self) -> Shape:
        """How many of everything there are."""
        return Shape(
            groups=self.groups,
            depth=1,
            items=self.items,
            parts_per_item=self.parts_per_item,
            people=self.people,
            items_per_page=self.items_per_page,
            parts_per_page=self.parts_per_page,
        )


class CollectionSite(GeneratedSite):
    """Items in groups, with text, lists and a frame."""

    single: ClassVar[tuple[str, ...]]
    numbered: ClassVar[tuple[str, ...]]
    menu: ClassVar[tuple[str, ...]]
    option_names: ClassVar[tuple[str, ...]] = ()
    item_view: ClassVar[str] = "article"
    group_view: ClassVar[str] = "category"

    def __init__(
        self,
        parameters: CollectionParameters | None = None,
        *,
        base_url: str | None = None,
        skin_seed: int | None = None,
    ) -> None:
        self.parameters = parameters or CollectionParameters()
        words = language(self.parameters.seed)
        noise = words.noise.child(f"{self.kind_name}-site")
        scheme = UrlScheme(
            words,
            self.parameters.style or noise.pick(tuple(UrlStyle), "style"),
            numbered=(*self.numbered, *TRAP_VIEWS_NUMBERED),
            single=(*self.single, *TRAP_VIEWS_SINGLE),
            options=(*self.option_names, SESSION, *FACETS),
            coined=self.parameters.coined_names,
        )
        title = words.phrase(2, words.topic(4, self.kind_name), f"{self.kind_name}-title").title()
        look = noise.seed if skin_seed is None else skin_seed
        skin = Skin(look, title, self.parameters.coined_names)
        address = base_url or f"http://{self.kind_name}.test"
        super().__init__(words, scheme, skin, self.parameters.traps, address)
        self.data = Holdings(self.parameters.shape(), noise)
        self.draw = noise.child("collection")

    # what a kind of collection defines

    @abstractmethod
    def page_count(self, view: View) -> int:
        """Over how many pages an existing view goes; 0 where it doesn't exist."""

    @abstractmethod
    def worth(self, view: View) -> Nature:
        """The nature of an existing view."""

    @abstractmethod
    def content(self, view: View) -> Document:
        """The page of an existing view, without its frame."""

    # what follows from that

    def nature(self, view: View) -> Nature:
        """What a view is. Views that don't exist have one too."""
        if 1 <= view.page <= self.page_count(view):
            return self.worth(view)
        return Nature("error", Verdict.INVALID, status=404, why=MISSING)

    def document(self, view: View, visit: Visit) -> Document:
        """The page of a view that answers 200 or an error; never called for redirects."""
        if self.nature(view).why == MISSING:
            return self._framed(Document("Not found", "<h2>Not found</h2><p>Nothing here.</p>"))
        return self._framed(self.content(view))

    def decoys(self) -> tuple[View, ...]:
        """The newest items."""
        return tuple(View(self.item_view, item) for item in self.data.recent(1)[:5])

    def _framed(self, document: Document) -> Document:
        nav = [self.link(View("home"), self.skin.ui("home"))]
        nav += [self.link(View(name), self.skin.ui(name)) for name in self.menu]
        groups = range(self.parameters.groups)
        rows = [
            f"<li>{self.link(View(self.group_view, g), escape(self.group_title(g)))}</li>"
            for g in groups
        ]
        box = f"<ul{self.skin.css('groups')}>{''.join(rows)}</ul>"
        return replace(
            document,
            nav=tuple(nav),
            crumbs=(nav[0], *document.crumbs),
            aside=box + document.aside,
            footer=(self.link(View("admin"), "Staff", action=True), *document.footer),
        )

    # words

    def topic(self, item: int) -> tuple[str, ...]:
        """The words that an item is about."""
        group = self.language.topic(7, f"{self.kind_name}-group", self.data.group_of(item))
        return (*group[:5], *self.language.topic(9, f"{self.kind_name}-item", item))

    def group_title(self, group: int) -> str:
        """The name of a group, beginning with the words of its URL."""
        return " ".join(self.scheme.slug(self.group_view, group)).title()

    def title(self, item: int) -> str:
        """The title of an item, beginning with the words of its URL."""
        slug = " ".join(self.scheme.slug(self.item_view, item)).capitalize()
        rest = self.language.phrase(3, self.topic(item), f"{self.kind_name}-title", item)
        return f"{slug} {rest.lower()}"

    def name(self, person: int) -> str:
        """A person's name."""
        return self.language.name(f"{self.kind_name}-person", person)

    def sentences(self, item: int) -> list[str]:
        """An item's text."""
        count = 120 + self.draw.below(260, "size", item)
        return self.language.sentences(count, self.topic(item), f"{self.kind_name}-text", item)

    def part_text(self, part: int) -> str:
        """A comment, review or the like."""
        item = self.data.place(part).item
        count = 12 + self.draw.below(60, "part-size", part)
        return self.language.prose(count, self.topic(item), f"{self.kind_name}-part", part)

    def intro(self, item: int) -> str:
        """The beginning of an item's text, as lists show it."""
        return " ".join(self.sentences(item)[:3])

    def dead_link(self, item: int) -> View | None:
        """What an item links to that is gone."""
        if not self.draw.chance(self.parameters.dead_links, "dead", item):
            return None
        return View(self.item_view, self.parameters.items + item)

    # parts of pages

    def link(self, view: View, text: str, role: str = "", *, action: bool = False) -> str:
        """An anchor to a view; `text` is HTML."""
        return self.skin.link(self.path(view), text, role, action=action)

    def paragraphs(self, item: int) -> str:
        """An item's text as HTML, with an external link now and then and what is gone."""
        sentences = self.sentences(item)
        size = 4 + self.draw.below(3, "paragraph", item)
        chunks = [sentences[at : at + size] for at in range(0, len(sentences), size)]
        parts = [f"<p>{' '.join(chunk)}</p>" for chunk in chunks]
        if self.draw.chance(0.4, "external", item):
            host, page = self.language.topic(2, f"{self.kind_name}-external", item)
            parts.append(f'<p><a href="https://{host}.example/{page}">{host} {page}</a></p>')
        dead = self.dead_link(item)
        if dead is not None:
            parts.append(f"<p>{self.link(dead, 'See also')}</p>")
        return "".join(parts)

    def pager(self, view: View, pages: int) -> str:
        """Links to the other pages of a view."""
        return self.skin.pager(view.page, pages, lambda n: self.path(replace(view, page=n)))

    def intros(self, items: Sequence[int], options: Options = ()) -> str:
        """A list of items with the beginning of each text."""
        rows = [
            (
                self.link(View(self.item_view, item, options=options), escape(self.title(item))),
                self.intro(item),
                self.skin.date(self.day(item)),
                str(self.data.length(item) - 1),
            )
            for item in items
        ]
        return self.skin.listing("items", ("Title", "Text", "Date", "Answers"), rows)

    def day(self, item: int) -> int:
        """The day of an item."""
        return 6000 - 3 * self.data.recency(item) % 5000

    def remark(self, part: int, tools: tuple[str, ...] = ()) -> Entry:
        """A comment or review as an entry."""
        place, author = self.data.place(part), self.data.author(part)
        return Entry(
            anchor=f"c{part}",
            author=escape(self.name(author)),
            side=(f"No. {place.index}",),
            heading=self.skin.date(self.day(place.item) + place.index),
            text=f"<p>{self.part_text(part)}</p>",
            tools=tools,
        )

    def wall(self) -> Document:
        """A login form."""
        skin = self.skin
        form = skin.form(
            self.path(View("login")), skin.ui("login"), ("Name", "Password"), skin.ui("login")
        )
        return Document(skin.ui("login"), form)

    def about(self) -> Document:
        """A page of its own."""
        text = self.language.prose(180, self.language.topic(8, "about"), f"{self.kind_name}-about")
        return Document("About", f"<h2>About</h2><p>{text}</p>")
