"""A generated blog: articles with comments; archives by category, author, tag and month."""

from collections.abc import Iterator
from html import escape
from typing import ClassVar

from periplus.synthetic.collection import CollectionSite
from periplus.synthetic.nature import Nature, Verdict
from periplus.synthetic.scheme import View
from periplus.synthetic.site import Visit
from periplus.synthetic.skin import Document

_MONTH_ITEMS = 14


class BlogSite(CollectionSite):
    """A blog as a pure function of its parameters and a path."""

    kind_name = "blog"
    single: ClassVar[tuple[str, ...]] = ("about", "login", "search", "admin")
    numbered: ClassVar[tuple[str, ...]] = (
        *("article", "category", "tag", "month", "author", "short", "respond", "feed"),
    )
    menu: ClassVar[tuple[str, ...]] = ("about", "login", "search")

    @property
    def tags(self) -> int:
        """How many tags there are; each article has one."""
        return max(2, self.parameters.items // 12) if self.parameters.redundancy >= 2 else 0

    @property
    def months(self) -> int:
        """How many months have articles."""
        if self.parameters.redundancy < 2:
            return 0
        return -(-self.parameters.items // _MONTH_ITEMS)

    def _listed(self, view: View) -> list[int]:
        match view.name:
            case "tag":
                return self.data.by_recency(view.id, self.parameters.items, self.tags)
            case "month":
                return self.data.by_recency(view.id * _MONTH_ITEMS, (view.id + 1) * _MONTH_ITEMS)
            case _:
                return self.data.started_by(view.id)

    def page_count(self, view: View) -> int:
        """Over how many pages an existing view goes; 0 where it doesn't exist."""
        items, size = self.parameters.items, self.parameters.items_per_page
        limits = {
            "article": items,
            "short": items,
            "feed": items,
            "category": self.parameters.groups,
            "tag": self.tags,
            "month": self.months,
            "author": self.data.starters,
            "respond": self.data.parts,
        }
        if view.id >= limits.get(view.name, 0) and view.name in limits:
            return 0
        match view.name:
            case "home":
                return self.data.recent_pages()
            case "article":
                return self.data.item_pages(view.id)
            case "category":
                return self.data.group_pages(view.id)
            case "tag" | "month" | "author":
                return max(1, -(-len(self._listed(view)) // size))
            case "respond":
                return 1 if self.data.place(view.id).index else 0
            case _:
                return 1

    def worth(self, view: View) -> Nature:
        """The nature of an existing view."""
        number, page = view.id, view.page
        match view.name:
            case "home":
                return Nature("home" if page == 1 else "list", Verdict.VALUABLE, "home", page)
            case "about":
                return Nature("other", Verdict.VALUABLE, "about")
            case "article":
                return Nature("article", Verdict.VALUABLE, f"post:{number}", page)
            case "category":
                return Nature("list", Verdict.VALUABLE, f"category:{number}", page)
            case "author":
                return Nature("profile", Verdict.VALUABLE, f"author:{number}", page)
            case "tag" | "month":
                entity = f"{view.name}:{number}"
                return Nature("list", Verdict.DUPLICATE, entity, page, why="repeats-intros")
            case "short" | "respond" | "feed":
                return self._alternative(view)
            case "admin":
                return Nature("login", Verdict.INVALID, status=302, sends_to=View("login"))
            case "search":
                return Nature("search", Verdict.INVALID, why="form")
            case _:
                return Nature("login", Verdict.INVALID, why="form")

    def _alternative(self, view: View) -> Nature:
        original, kind = self._shown(view), "feed" if view.name == "feed" else "article"
        moved = view.name == "short"
        return Nature(
            kind,
            Verdict.DUPLICATE,
            f"post:{original.id}",
            original.page,
            status=301 if moved else 200,
            same_as=original,
            sends_to=original if moved else None,
            why=view.name,
        )

    def _shown(self, view: View) -> View:
        if view.name != "respond":
            return View("article", view.id)
        place = self.data.place(view.id)
        return View("article", place.item, self.data.page_of(place))

    def views(self) -> Iterator[View]:
        """Every view that can be reached by links, endless traps left out; each one once."""
        level = self.parameters.redundancy
        yield from (View(name) for name in ("about", "login", "search", "admin"))
        yield from self._all_pages(View("home"))
        for name, count in (
            ("category", self.parameters.groups),
            ("author", self.data.starters),
            ("tag", self.tags),
            ("month", self.months),
        ):
            for number in range(count):
                if name != "author" or self.data.started_by(number):
                    yield from self._all_pages(View(name, number))
        for item in range(self.parameters.items):
            yield from self._all_pages(View("article", item))
            dead = self.dead_link(item)
            if dead is not None:
                yield dead
            if level >= 1:
                yield View("short", item)
                parts = range(self.data.first_part(item) + 1, self.data.first_part(item + 1))
                yield from (View("respond", part) for part in parts)
            if level >= 3:
                yield View("feed", item)

    def _all_pages(self, view: View) -> Iterator[View]:
        for page in range(1, self.page_count(view) + 1):
            yield View(view.name, view.id, page)

    def content(self, view: View) -> Document:
        """The page of an existing view, without its frame."""
        match view.name:
            case "home":
                return self._list("Articles", view, self.data.recent(view.page))
            case "article" | "respond":
                return self._article(self._shown(view) if view.name == "respond" else view)
            case "category":
                items = self.data.group_items(view.id, view.page)
                return self._list(self.group_title(view.id), view, items)
            case "tag" | "month" | "author":
                return self._archive(view)
            case "about":
                return self.about()
            case "search":
                skin = self.skin
                form = skin.form(self.path(view), skin.ui("search"), ("Words",), skin.ui("search"))
                return Document(skin.ui("search"), form)
            case _:
                return self.wall()

    def _list(self, title: str, view: View, items: list[int], top: str = "") -> Document:
        body = f"<h2>{escape(title)}</h2>{top}{self.intros(items)}"
        return Document(title, body + self.pager(view, self.page_count(view)), aside=self._months())

    def _months(self) -> str:
        months = range(self.months)
        rows = "".join(
            f"<li>{self.link(View('month', m), self.skin.date(6000 - 28 * m))}</li>" for m in months
        )
        return f"<ul{self.skin.css('months')}>{rows}</ul>" if rows else ""

    def _archive(self, view: View) -> Document:
        size = self.parameters.items_per_page
        items = self._listed(view)[(view.page - 1) * size : view.page * size]
        if view.name != "author":
            return self._list(f"{view.name.capitalize()} {view.id + 1}", view, items)
        topic = self.language.topic(6, "bio", view.id)
        bio = f"<p>{self.language.prose(60, topic, 'blog-bio', view.id)}</p>"
        return self._list(self.name(view.id), view, items, bio if view.page == 1 else "")

    def _article(self, view: View) -> Document:
        item, level, skin = view.id, self.parameters.redundancy, self.skin
        title, author = self.title(item), self.data.starter(item)
        about = [
            skin.date(self.day(item)),
            self.link(View("author", author), escape(self.name(author)), "by"),
            self.link(View("category", self.data.group_of(item)), "Category", "in"),
        ]
        if self.tags:
            about.append(self.link(View("tag", self.data.recency(item) % self.tags), "Tag", "tag"))
        if level >= 1:
            about.append(self.link(View("short", item), "Short link", "short"))
        if level >= 3:
            about.append(self.link(View("feed", item), skin.ui("feed"), "feed"))
        text = self.paragraphs(item) if view.page == 1 else f"<p>{self.intro(item)}</p>"
        remarks = []
        for part in self.data.parts_on(item, view.page):
            if self.data.place(part).index:
                reply = self.link(View("respond", part), skin.ui("reply"), "reply", action=True)
                remarks.append(self.remark(part, (reply,) if level >= 1 else ()))
        own = self.link(View("article", item), escape(title))
        body = f"<h2>{own}</h2><p{skin.css('meta')}>{' '.join(about)}</p>{text}"
        body += skin.thread(remarks) + self.pager(view, self.data.item_pages(item))
        return Document(title, body)

    def feed(self, view: View, visit: Visit) -> str | None:
        """The comments of an article as RSS."""
        if view.name != "feed" or not self.page_count(view):
            return None
        target = escape(visit.base_url + self.path(View("article", view.id)))
        texts = [self.paragraphs(view.id)]
        texts += [self.part_text(part) for part in self.data.parts_on(view.id, 1)[1:]]
        rows = "".join(
            f"<item><link>{target}</link><description>{escape(text)}</description></item>\n"
            for text in texts
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
            f"<title>{escape(self.title(view.id))}</title><link>{target}</link>\n{rows}"
            "</channel></rss>\n"
        )
