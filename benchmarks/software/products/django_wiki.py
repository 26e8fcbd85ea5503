"""django-wiki: a wiki for Django sites, with its plugins."""

import re

from benchmarks.software.django_project import DjangoSoftware
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, number, split
from benchmarks.software.wiki_tree import WikiWriter

_ACTION = re.compile(r"(/(?:.*/)?)_([a-z]+)/(.*)")
_FORMS = {"accounts", "edit", "create", "delete", "move", "settings", "preview", "admin", "search"}


class DjangoWiki(DjangoSoftware):
    """Articles in a tree, each with its source, changes, directory and plugins' pages."""

    name = "django-wiki"
    title = "django-wiki"
    kind = "wiki"
    requirements = ("wiki==0.13", "Django<5.3")
    notes = (
        "Articles are worth having, and the directory of the whole wiki; directories of parts are "
        "duplicates. Sources repeat articles. Histories, forms and plugins' pages are invalid."
    )

    def fill(self, place: Place, prose: Prose) -> None:
        """Make the wiki."""
        writer = WikiWriter(prose, _link, lambda text: f"## {text.capitalize()}")
        self.load(place, writer.wiki(pages=640, people=30))

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by the action in its path."""
        path, query = split(url)
        page = number(query.get("page"))
        action = _ACTION.fullmatch(path)
        if action is None:
            if path == "/":
                return Label("home", entity="page:")
            return Label("article", entity=f"page:{path.strip('/')}")
        article, name = action[1], action[2]
        entity = f"page:{article.strip('/')}"
        if name == "dir":
            if article == "/" and set(query) <= {"page"}:
                return Label("list", entity="directory", page=page)
            return Label("list", DUPLICATE, f"directory:{article}", page)
        if name == "source":
            return Label("edit", DUPLICATE, entity, same_as=article)
        if name == "history":
            return Label("history", INVALID, entity, page)
        if name in _FORMS:
            return Label("login" if name == "accounts" else "edit", INVALID)
        return Label("other", INVALID, entity)


def _link(path: str, title: str) -> str:
    return f"[{title}](wiki:/{path}/)"


SOFTWARE = DjangoWiki()
