"""A generated wiki: articles, talk, categories, and for each a history, an editor, diffs."""

from collections.abc import Iterator
from html import escape
from typing import ClassVar

from periplus.synthetic.collection import CollectionSite
from periplus.synthetic.nature import Nature, Verdict
from periplus.synthetic.scheme import NO_ID, View
from periplus.synthetic.skin import Document

_TALK_SHARE = 0.3
_INLINE_LINKS = 4
_META = {"history": "history", "edit": "edit", "backlinks": "other", "enter": "login"}


class WikiSite(CollectionSite):
    """A wiki as a pure function of its parameters and a path."""

    kind_name = "wiki"
    single: ClassVar[tuple[str, ...]] = ("titles", "recent", "login", "admin", "random")
    numbered: ClassVar[tuple[str, ...]] = (
        *("article", "talk", "category", "history", "edit", "backlinks", "enter"),
        *("old", "diff", "alias"),
    )
    menu: ClassVar[tuple[str, ...]] = ("titles", "recent", "random", "login")

    def has_talk(self, item: int) -> bool:
        """Whether anybody has talked about an article."""
        return self.draw.chance(_TALK_SHARE, "talk", item)

    def page_count(self, view: View) -> int:
        """Over how many pages an existing view goes; 0 where it doesn't exist."""
        limits = {
            "category": self.parameters.groups,
            "old": self.data.parts,
            "diff": self.data.parts,
        }
        if view.id != NO_ID and view.id >= limits.get(view.name, self.parameters.items):
            return 0
        match view.name:
            case "talk":
                return int(self.has_talk(view.id))
            case "category":
                return self.data.group_pages(view.id)
            case "titles":
                return self.data.recent_pages()
            case "diff":
                return int(self.data.place(view.id).index > 0)
            case _:
                return 1

    def worth(self, view: View) -> Nature:
        """The nature of an existing view."""
        number, page = view.id, view.page
        match view.name:
            case "home":
                return Nature("home", Verdict.VALUABLE, "home")
            case "article" | "talk":
                return Nature("article", Verdict.VALUABLE, f"{view.name}:{number}")
            case "category" | "titles":
                entity = view.name if number == NO_ID else f"category:{number}"
                return Nature("list", Verdict.VALUABLE, entity, page)
            case "old" | "diff":
                item = self.data.place(number).item
                original = View("article", item) if view.name == "old" else None
                return Nature(
                    "history", Verdict.DUPLICATE, f"article:{item}", same_as=original, why=view.name
                )
            case "alias" | "random":
                return self._moved(view)
            case "history" | "edit" | "backlinks" | "enter":
                return Nature(_META[view.name], Verdict.INVALID, f"article:{number}", why=view.name)
            case "recent":
                return Nature("list", Verdict.DUPLICATE, "recent", why="repeats-titles")
            case "admin":
                return Nature("login", Verdict.INVALID, status=403, why="forbidden")
            case _:
                return Nature("login", Verdict.INVALID, why="form")

    def _moved(self, view: View) -> Nature:
        item = view.id if view.name == "alias" else self.data.recent(1)[0]
        original = View("article", item)
        return Nature(
            "article",
            Verdict.DUPLICATE,
            f"article:{item}",
            status=301 if view.name == "alias" else 302,
            same_as=original,
            sends_to=original,
            why=view.name,
        )

    def views(self) -> Iterator[View]:
        """Every view that can be reached by links, endless traps left out; each one once."""
        level = self.parameters.redundancy
        yield from (View(name) for name in ("home", "recent", "login", "admin", "random"))
        for page in range(1, self.data.recent_pages() + 1):
            yield View("titles", page=page)
        for group in range(self.parameters.groups):
            for page in range(1, self.data.group_pages(group) + 1):
                yield View("category", group, page)
        for item in range(self.parameters.items):
            yield from (View(name, item) for name in ("article", "talk", *_META))
            if level >= 1:
                yield from (View("old", part) for part in self._revisions(item))
            if level >= 2:
                yield from (View("diff", part) for part in self._revisions(item)[1:])
            if level >= 3:
                yield View("alias", item)
            dead = self.dead_link(item)
            if dead is not None:
                yield dead

    def _revisions(self, item: int) -> range:
        first = self.data.first_part(item)
        return range(first, first + self.data.length(item))

    def content(self, view: View) -> Document:
        """The page of an existing view, without its frame."""
        match view.name:
            case "home":
                return self._titles("Main page", self.data.recent(1), intro=True)
            case "article":
                return self._article(view.id, None)
            case "old":
                return self._article(self.data.place(view.id).item, view.id)
            case "talk":
                return self._talk(view.id)
            case "category":
                page = self._titles(
                    self.group_title(view.id), self.data.group_items(view.id, view.page)
                )
                body = page.body + self.pager(view, self.data.group_pages(view.id))
                return Document(page.title, body)
            case "titles":
                page = self._titles("All pages", self.data.recent(view.page))
                return Document(page.title, page.body + self.pager(view, self.data.recent_pages()))
            case "recent":
                return self._titles("Recent changes", self.data.recent(1))
            case "history":
                return self._history(view.id)
            case "diff":
                return self._diff(view.id)
            case "backlinks":
                return Document("Links", "<h2>What links here</h2><p>No page links here.</p>")
            case "edit":
                text = "You do not have permission to edit this page. Log in to see its source."
                return Document("Edit", f"<h2>Permission error</h2><p>{text}</p>{self._form()}")
            case _:
                return self.wall()

    def _form(self) -> str:
        return self.wall().body

    def _titles(self, title: str, items: list[int], *, intro: bool = False) -> Document:
        rows = [
            (
                self.link(View("article", item), escape(self.title(item))),
                self.intro(item) if intro else "",
                self.skin.date(self.day(item)),
            )
            for item in items
        ]
        head = ("Page", "Text", "Changed")
        return Document(title, f"<h2>{title}</h2>{self.skin.listing('pages', head, rows)}")

    def _tabs(self, item: int) -> str:
        names = ["article", "talk", "edit", "history", "backlinks", "enter"]
        if self.parameters.redundancy >= 3:
            names.append("alias")
        links = [
            f"<li>{self.link(View(name, item), name.capitalize(), f'tab-{name}')}</li>"
            for name in names
        ]
        return f"<ul{self.skin.css('tabs')}>{''.join(links)}</ul>"

    def _revision_text(self, item: int, revision: int | None) -> list[str]:
        sentences = self.sentences(item)
        if revision is None:
            return sentences
        missing = self._revisions(item)[-1] - revision
        return sentences[: max(len(sentences) - missing, len(sentences) * 3 // 5)]

    def _article(self, item: int, revision: int | None) -> Document:
        title = self.title(item)
        sentences = self._revision_text(item, revision)
        for place in range(min(_INLINE_LINKS, len(sentences))):
            other = self.draw.below(self.parameters.items, "inline", item, place)
            words = sentences[place].split(" ", 2)
            words[1] = self.link(View("article", other), words[1])
            sentences[place] = " ".join(words)
        size = 5
        chunks = [sentences[at : at + size] for at in range(0, len(sentences), size)]
        text = "".join(f"<p>{' '.join(chunk)}</p>" for chunk in chunks)
        dead = self.dead_link(item)
        if dead is not None:
            text += f"<p>{self.link(dead, 'Unwritten page', 'absent')}</p>"
        group = self.data.group_of(item)
        inside = self.link(View("category", group), escape(self.group_title(group)))
        body = f"{self._tabs(item)}<h2>{escape(title)}</h2>{text}<p>{inside}</p>"
        return Document(title, body)

    def _talk(self, item: int) -> Document:
        topic = self.topic(item)
        parts = [
            f"<p>{self.language.prose(50, topic, 'wiki-talk', item, turn)}</p>"
            for turn in range(2 + self.draw.below(6, "talk-size", item))
        ]
        title = f"Talk: {self.title(item)}"
        body = f"{self._tabs(item)}<h2>{escape(title)}</h2>{''.join(parts)}"
        return Document(title, body)

    def _history(self, item: int) -> Document:
        level, rows = self.parameters.redundancy, []
        for part in reversed(self._revisions(item)):
            index = self.data.place(part).index
            date = self.skin.date(self.day(item) + index)
            diff = self.link(View("diff", part), "diff") if level >= 2 and index else ""
            shown = self.link(View("old", part), date) if level >= 1 else date
            rows.append((shown, escape(self.name(self.data.author(part))), diff))
        listing = self.skin.listing("revisions", ("Revision", "By", "Difference"), rows)
        return Document("History", f"{self._tabs(item)}<h2>History</h2>{listing}")

    def _diff(self, part: int) -> Document:
        item = self.data.place(part).item
        added = self._revision_text(item, part)[-1]
        kept = self._revision_text(item, part)[-2]
        rows = [(kept, kept), ("", added)]
        listing = self.skin.listing("changes", ("Before", "After"), rows)
        return Document("Difference", f"{self._tabs(item)}<h2>Difference</h2>{listing}")
