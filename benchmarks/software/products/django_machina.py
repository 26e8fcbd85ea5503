"""django-machina: a forum for Django sites."""

import re

from benchmarks.software.discussions import Size, forum
from benchmarks.software.django_project import DjangoSoftware
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, number, split

_TOPIC = re.compile(r"/forum/[^/]+-\d+/topic/[^/]+-(\d+)/")
_FORUM = re.compile(r"/forum/[^/]+-(\d+)/")
_PROFILE = re.compile(r"/member/profile/(\d+)/(posts/)?")
_SHOWN = re.compile(r'page-item active"><a href="\?page=(\d+)"')


class DjangoMachina(DjangoSoftware):
    """A forum whose permalinks show the page of the thread that the post is on."""

    name = "django-machina"
    title = "django-machina"
    kind = "forum"
    requirements = ("django-machina==1.3.1", "Django<5.3")
    notes = "A permalink (?post=) shows a whole page of the thread; member's posts are duplicates."

    def fill(self, place: Place, prose: Prose) -> None:
        """Make the forum."""
        self.load(place, forum(prose, Size(categories=5, threads=400, people=150)))

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by its path and query."""
        path, query = split(url)
        page = number(query.get("page"))
        first_again = query.get("page") == "1"
        if path == "/":
            return Label("home")
        if topic := _TOPIC.fullmatch(path):
            return self._thread(path, query, topic[1], html)
        if board := _FORUM.fullmatch(path):
            if first_again:
                return Label("board", DUPLICATE, f"forum:{board[1]}", same_as=path)
            return Label("board", entity=f"forum:{board[1]}", page=page)
        if member := _PROFILE.fullmatch(path):
            if member[2]:
                return Label("list", DUPLICATE, f"member:{member[1]}", page)
            return Label("profile", entity=f"member:{member[1]}")
        if path.startswith("/feeds/"):
            return Label("feed", DUPLICATE)
        if path.startswith("/search"):
            return Label("search", INVALID)
        return Label("login", INVALID)

    def _thread(self, path: str, query: dict[str, str], key: str, html: str) -> Label:
        entity = f"topic:{key}"
        shown = _SHOWN.search(html)
        page = int(shown[1]) if shown else 1
        if "post" in query or query.get("page") == "1":
            itself = path if page == 1 else f"{path}?page={page}"
            kind = "post-permalink" if "post" in query else "thread"
            return Label(kind, DUPLICATE, entity, page, itself)
        return Label("thread", entity=entity, page=page)


SOFTWARE = DjangoMachina()
