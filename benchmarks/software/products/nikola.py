"""Nikola: a blog of static files, with its default theme and the pages it makes by itself."""

import json
import re
import subprocess
from pathlib import Path

from benchmarks.software.blog_posts import BlogPost, blog
from benchmarks.software.installing import python_version, run, venv
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, Label, Place, Software, split
from benchmarks.software.static_files import serve_files

POSTS = 640
SETTINGS = """
BLOG_TITLE = {title}
CREATE_MONTHLY_ARCHIVE = True
CATEGORY_PAGES_ARE_INDEXES = True
AUTHOR_PAGES_ARE_INDEXES = True
ENABLE_AUTHOR_PAGES = True
GENERATE_ATOM = True
INDEX_TEASERS = True
FEED_TEASERS = True
COMMENT_SYSTEM = ""
SHOW_SOURCELINK = True
NAVIGATION_LINKS = {{
    DEFAULT_LANG: (
        ("/archive.html", "Archives"),
        ("/categories/index.html", "Tags"),
        ("/authors/index.html", "Authors"),
        ("/pages/about/", "About"),
        ("/pages/contact/", "Contact"),
        ("/pages/imprint/", "Imprint"),
        ("/rss.xml", "RSS feed"),
    ),
}}
"""
_PAGE = re.compile(r"index-(\d+)\.html")
_ARCHIVE = re.compile(r"/\d{4}/(\d\d/)?(index\.html)?")


class Nikola(Software):
    """Posts with their sources; indexes of everything, of authors and categories."""

    name = "nikola"
    title = "Nikola, theme bootblog4"
    kind = "blog"
    notes = (
        "Indexes of everything, categories and authors are worth having; lists of tags, years and "
        "months, sources and feeds repeat them."
    )

    def install(self, place: Place) -> None:
        """Make the virtual environment."""
        venv(place.programs / "venv", "nikola==8.3.3")

    def version(self, place: Place) -> str:
        """The package's version."""
        return python_version(place.programs / "venv" / "bin", "nikola")

    def fill(self, place: Place, prose: Prose) -> None:
        """Write the sources and build the site."""
        program = place.programs / "venv" / "bin" / "nikola"
        site = place.data / "site"
        run([program, "init", "-q", site], place.data)
        made = blog(prose, POSTS, lambda slug: f"/posts/{slug}/")
        with (site / "conf.py").open("a") as settings:
            settings.write(SETTINGS.format(title=json.dumps(prose.title())))
        for folder, posts in (("posts", made.posts), ("pages", made.pages)):
            for post in posts:
                write_source(site / folder, post)
        run([program, "build", "-q"], site)

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        """Start a file server."""
        return serve_files(place.data / "site" / "output", port)

    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is by its path."""
        path, _ = split(url)
        if path.endswith((".xml", ".atom")):
            return Label("feed", DUPLICATE, same_as="/" if path.count("/") == 1 else None)
        if path == "/":
            return Label("home")
        if path.startswith("/posts/"):
            slug = path.split("/")[2]
            if path.endswith(".md"):
                return Label("article", DUPLICATE, f"post:{slug}", same_as=f"/posts/{slug}/")
            return Label("article", entity=f"post:{slug}")
        if path.startswith("/pages/"):
            return self._page(path)
        return self._list(path)

    def _page(self, path: str) -> Label:
        folder = path.rpartition("/")[0] + "/"
        if path.endswith(".md"):
            return Label("other", DUPLICATE, folder, same_as=folder)
        return Label("other", entity=folder)

    def _list(self, path: str) -> Label:
        numbered = _PAGE.search(path)
        page = int(numbered[1]) + 1 if numbered else 1
        name = _PAGE.sub("", path).removesuffix("index.html").strip("/")
        is_tag = name.startswith("categories/") and not name.startswith("categories/cat_")
        if is_tag or _ARCHIVE.fullmatch(path):
            return Label("list", DUPLICATE, f"list:{name}", page)
        return Label("list", entity=f"list:{name}", page=page)


def write_source(folder: Path, post: BlogPost) -> None:
    """A Markdown file with the head that Nikola reads."""
    first, _, rest = post.text.partition("\n\n")
    head = {
        "title": post.title,
        "slug": post.slug,
        "date": f"{post.date:%Y-%m-%d %H:%M:%S} UTC",
        "author": post.author,
        "category": post.category,
        "tags": ", ".join(post.tags),
        "type": "text",
    }
    lines = "\n".join(f".. {name}: {value}" for name, value in head.items() if value)
    text = f"<!--\n{lines}\n-->\n\n{first}\n\n<!-- TEASER_END -->\n\n{rest}\n"
    (folder / f"{post.slug}.md").write_text(text)


SOFTWARE = Nikola()
