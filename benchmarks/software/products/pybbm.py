"""PyBBM: a forum for Django sites."""

import re

from benchmarks.software.discussions import Size, forum
from benchmarks.software.django_project import DjangoSoftware
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, number, split

_ITEM = re.compile(r"/forum/(category|forum|topic)/(\d+)/")
_USER = re.compile(r"/forum/users/([^/]+)/(topics/|posts/)?")


class PyBBM(DjangoSoftware):
    """A forum with a redirecting permalink for every post and three lists for every member."""

    name = "pybbm"
    title = "PyBBM"
    kind = "forum"
    start = "/forum/"
    requirements = (
        "pybbm==0.19.0",
        "Django<3",
        "bbcode",
        "markdown",
        "pillow",
    )
    notes = "Lists of a member's topics and posts repeat what threads say: duplicate."

    def fill(self, place: Place, prose: Prose) -> None:
        """Make the forum."""
        self.load(place, forum(prose, Size(threads=330, longest=90)))

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by its path."""
        path, query = split(url)
        page = number(query.get("page"))
        if path == "/forum/":
            return Label("home")
        if path.startswith("/forum/feeds/"):
            return Label("feed", DUPLICATE)
        if path == "/forum/topic/latest/":
            return Label("list", DUPLICATE, "latest", page)
        if item := _ITEM.fullmatch(path):
            return self._item(item[1], item[2], page, query)
        if user := _USER.fullmatch(path):
            if user[2]:
                return Label("list", DUPLICATE, f"user:{user[1]}", page)
            return Label("profile", entity=f"user:{user[1]}")
        return Label("login", INVALID)

    def _item(self, what: str, key: str, page: int, query: dict[str, str]) -> Label:
        kind = "thread" if what == "topic" else "board"
        entity = f"{what}:{key}"
        if "first-unread" in query or query.get("page") == "1":
            return Label(kind, DUPLICATE, entity, page, f"/forum/{what}/{key}/")
        return Label(kind, entity=entity, page=page)


SOFTWARE = PyBBM()
