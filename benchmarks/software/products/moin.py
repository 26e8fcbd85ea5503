"""MoinMoin 2: a wiki with its default theme; guests may read."""

import json
import re
import subprocess

from benchmarks.software.django_project import PROJECTS
from benchmarks.software.installing import python_version, run, venv
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, Software, split
from benchmarks.software.wiki_tree import WikiWriter

_VIEW = re.compile(r"/\+(?P<view>[a-z_-]+)(?:/(?P<rest>.*))?")
_REVISION = re.compile(r"\+[0-9a-f]+/")
_COPIES = {"show", "indexable", "content", "slideshow", "get", "download", "highlight", "diff"}
_FORMS = {"login", "register", "lostpass", "modify", "rename", "delete", "destroy", "revert"}


class Moin(Software):
    """Pages with tags in a tree, users' pages in a name space, ten views of each page."""

    name = "moin"
    title = "MoinMoin"
    kind = "wiki"
    start = "/Home"
    limit = 4_000  # its server is slow; every page is among them
    never = (r"/\+sitemap/",)  # walks all links of the wiki, for minutes
    notes = (
        "Pages, tags and the index are worth having; sources, old revisions and differences are "
        "duplicates; histories, meta data, references, site maps and forms are invalid."
    )

    def install(self, place: Place) -> None:
        """Make the virtual environment."""
        venv(place.programs / "venv", "moin==2.0.0b5")

    def version(self, place: Place) -> str:
        """The package's version."""
        return python_version(place.programs / "venv" / "bin", "moin")

    def fill(self, place: Place, prose: Prose) -> None:
        """Make the wiki."""
        writer = WikiWriter(prose, _link, lambda text: f"== {text.capitalize()} ==")
        content = writer.wiki(pages=520, people=40, revisions=8)
        for person in content["people"]:
            person["page"] = prose.paragraph()
        commands = place.programs / "venv" / "bin"
        run([commands / "moin", "create-instance", "-p", place.data], place.data)
        run([commands / "moin", "index-create"], place.data)
        loader = PROJECTS / "moin" / "load.py"
        run([commands / "python", loader], place.data, json.dumps(content).encode())
        run([commands / "moin", "index-destroy"], place.data)
        run([commands / "moin", "index-create"], place.data)
        run([commands / "moin", "index-build"], place.data)

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        """Start the server that comes with it."""
        program = place.programs / "venv" / "bin" / "moin"
        return subprocess.Popen(
            [str(program), "run", "-p", str(port), "--no-reload", "--no-debugger"],
            cwd=place.data,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(place.data / "server.log").open("wb"),
            start_new_session=True,
        )

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by the view in its path."""
        path, query = split(url)
        if path.startswith(("/help-", "/external_docs")):
            return Label("other", INVALID)
        if path.startswith(("/users/+", "/all")):  # views of other name spaces, or of all
            return Label("list", INVALID)
        view = _VIEW.fullmatch(path)
        if view is None:
            return self._page(path)
        return self._view(view["view"], view["rest"] or "", query)

    def _page(self, path: str) -> Label:
        name = path.strip("/")
        if name.startswith("@itemid/"):
            return Label("article", DUPLICATE)
        if name == "Home":
            return Label("home", entity="page:Home")
        if path.startswith("/users/"):
            return Label("profile", entity=f"page:{name}")
        return Label("article", entity=f"page:{name}")

    def _view(self, view: str, rest: str, query: dict[str, str]) -> Label:
        item = _REVISION.sub("", rest)
        if view in _COPIES:
            kind = "history" if view == "diff" or item != rest else "article"
            return Label(kind, DUPLICATE, f"page:{item}", same_as=f"/{item}")
        if view == "tags":
            return Label("list", entity=f"tag:{item}" if item else "tags")
        if view == "index":
            if item or query:
                return Label("list", DUPLICATE, f"index:{item}")
            return Label("list", entity="index")
        if view in _FORMS:
            return Label("login" if view in ("login", "register", "lostpass") else "edit", INVALID)
        return Label("history" if view == "history" else "other", INVALID, f"page:{item}")


def _link(path: str, title: str) -> str:
    return f"[[{path}|{title}]]"


SOFTWARE = Moin()
