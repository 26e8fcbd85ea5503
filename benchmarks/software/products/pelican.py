"""Pelican: a blog of static files, with its default theme."""

import re
import subprocess
from pathlib import Path

from benchmarks.software.blog_posts import BlogPost, blog
from benchmarks.software.installing import python_version, run, venv
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, Label, Place, Software, split
from benchmarks.software.static_files import serve_files

POSTS = 720
SETTINGS = """
SITENAME = {title!r}
SITEURL = ""
PATH = "content"
PAGE_PATHS = ["pages"]
ARTICLE_PATHS = ["posts"]
TIMEZONE = "UTC"
DEFAULT_PAGINATION = 10
FEED_ALL_RSS = "feeds/all.rss.xml"
TAG_FEED_ATOM = "feeds/tag-{{slug}}.atom.xml"
YEAR_ARCHIVE_SAVE_AS = "posts/{{date:%Y}}/index.html"
MONTH_ARCHIVE_SAVE_AS = "posts/{{date:%Y}}/{{date:%m}}/index.html"
MENUITEMS = [
    ("Archives", "/archives.html"),
    ("Tags", "/tags.html"),
    ("Authors", "/authors.html"),
    ("Categories", "/categories.html"),
]
LINKS = [(str(year), f"/posts/{{year}}/") for year in range(2019, 2026)]
"""
_LIST = re.compile(r"/(?:(tag|author|category)/)?([a-z-]*?|index)(\d*)\.html")
_OVERVIEWS = {"archives", "tags", "categories", "authors"}


class Pelican(Software):
    """Articles at the root; pages of the index, of categories, authors and tags by number."""

    name = "pelican"
    title = "Pelican, theme notmyidea"
    kind = "blog"
    notes = (
        "Lists of everything, of categories and of authors are worth having; those of tags, years "
        "and months repeat their intros."
    )

    def install(self, place: Place) -> None:
        """Make the virtual environment."""
        venv(place.programs / "venv", "pelican[markdown]==4.12.0")

    def version(self, place: Place) -> str:
        """The package's version."""
        return python_version(place.programs / "venv" / "bin", "pelican")

    def fill(self, place: Place, prose: Prose) -> None:
        """Write the sources and build the site."""
        made = blog(prose, POSTS, lambda slug: f"/{slug}.html")
        (place.data / "pelicanconf.py").write_text(SETTINGS.format(title=prose.title()))
        for folder, posts in (("posts", made.posts), ("pages", made.pages)):
            (place.data / "content" / folder).mkdir(parents=True)
            for post in posts:
                write_source(place.data / "content" / folder, post)
        run([place.programs / "venv" / "bin" / "pelican", "-s", "pelicanconf.py"], place.data)

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        """Start a file server."""
        return serve_files(place.data / "output", port)

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by its path."""
        path, _ = split(url)
        if path.endswith(".xml"):
            return Label("feed", DUPLICATE, same_as="/")
        if path == "/":
            return Label("home")
        if path.startswith("/posts/"):
            return Label("list", DUPLICATE, f"date:{path[7:].strip('/')}")
        if path.startswith("/pages/"):
            return Label("other", entity=path[1:])
        listed = _LIST.fullmatch(path)
        if listed and (listed[1] or listed[2] == "index" or listed[2] in _OVERVIEWS):
            page = int(listed[3] or 1)
            verdict = {"verdict": DUPLICATE} if listed[1] == "tag" else {}
            return Label("list", entity=f"{listed[1] or 'all'}:{listed[2]}", page=page, **verdict)
        return Label("article", entity=f"post:{path[1:-5]}")


def write_source(folder: Path, post: BlogPost) -> None:
    """A Markdown file with the head that Pelican reads."""
    head = {
        "Title": post.title,
        "Slug": post.slug,
        "Date": f"{post.date:%Y-%m-%d %H:%M}",
        "Author": post.author,
    }
    if post.category:
        head |= {"Category": post.category, "Tags": ", ".join(post.tags)}
    lines = "\n".join(f"{name}: {value}" for name, value in head.items())
    (folder / f"{post.slug}.md").write_text(f"{lines}\n\n{post.text}\n")


SOFTWARE = Pelican()
