"""ikiwiki: a blog and a wiki compiled to pages, with a CGI program for everything that changes."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from benchmarks.software.installing import debian, debian_version, run
from benchmarks.software.prose import LAST, Person, Prose, Topic
from benchmarks.software.serving import start
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, Software, split

POSTS = 330
WIKI_PAGES = 120
TAGS = 40
PACKAGES = ("ikiwiki", "git", "gcc", "libc6-dev", "libcgi-pm-perl", "libxml-simple-perl")
FOR_FORMS = ("libcgi-formbuilder-perl", "libcgi-session-perl", "libtimedate-perl")
HOST = "http://ikiwiki.test"
FEEDS = re.compile(r"/(index|[\w.-]+)\.(rss|atom)")


class IkiWiki(Software):
    """Posts with comments and tags, a calendar of archives, and a wiki beside them."""

    name = "ikiwiki"
    title = "ikiwiki (Debian package), blog and wiki, comments, archives by month"
    kind = "blog"
    notes = (
        "Posts, wiki pages (ikiwiki's own help among them), discussions and the list of all posts "
        "are worth having; pages of tags and months repeat titles (duplicate), as do feeds; forms "
        "to edit, comment and sign in are invalid."
    )

    def install(self, place: Place) -> None:
        there = Path("/usr/share/perl5/CGI/FormBuilder.pm")
        debian(*PACKAGES, *FOR_FORMS, there=there)

    def version(self, place: Place) -> str:
        return debian_version("ikiwiki")

    def fill(self, place: Place, prose: Prose) -> None:
        source, out = place.data / "source", place.data / "site"
        (out / "cgi-bin").mkdir(parents=True)
        Content(source, prose).write()
        commit(source, "admin", LAST)
        setup = place.data / "ikiwiki.setup"
        # JSON is YAML, and nothing else has to be installed to write it.
        setup.write_text("# IkiWiki::Setup::Yaml - YAML formatted setup file\n" + settings(place))
        run(["ikiwiki", "--setup", setup, "--gettime"], place.data)

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        server = [sys.executable, "-W", "ignore", "-m", "http.server", "--cgi", "-b", "127.0.0.1"]
        return start([*server, "-d", str(place.data / "site"), str(port)])

    def label(self, url: str, status: int, html: str) -> Label:
        path, query = split(url)
        name = path.strip("/").removesuffix("index.html").strip("/")
        if path.startswith("/cgi-bin/"):
            kind = "login" if query.get("do") in ("signin", "prefs") else "edit"
            return Label(kind, INVALID)
        if FEEDS.search(path):
            return Label("feed", DUPLICATE, same_as=FEEDS.sub("/", path))
        area, _, rest = name.partition("/")
        if area in ("tags", "archives"):
            return Label("list", DUPLICATE, name)
        if area == "recentchanges" or name == "sidebar":
            return Label("other", INVALID)
        if name in ("posts", ""):
            return Label("list" if name else "home", entity=name or "home")
        if not path.endswith(("/", ".html")):
            return Label("other", INVALID)
        kind = "thread" if name.endswith("discussion") else "article"
        return Label(kind, entity=f"{'post' if area == 'posts' else 'page'}:{rest or name}")


def settings(place: Place) -> str:
    """The setup file: what the blog's automatic set-up asks for, and archives."""
    return json.dumps(
        {
            "wikiname": "ikiwiki",
            "adminuser": ["admin"],
            "srcdir": str(place.data / "source"),
            "destdir": str(place.data / "site"),
            "url": f"{HOST}/",
            "cgiurl": f"{HOST}/cgi-bin/ikiwiki.cgi",
            "cgi_wrapper": str(place.data / "site/cgi-bin/ikiwiki.cgi"),
            "cgi_wrappermode": "06755",
            "rcs": "git",
            "gitorigin_branch": "",
            "add_plugins": ["goodstuff", "comments", "sidebar", "calendar"],
            "tagbase": "tags",
            "tag_autocreate": 1,
            "calendar_autocreate": 1,
            "archive_pagespec": "page(posts/*) and !*/Discussion",
            "comments_pagespec": "page(posts/*) and !*/Discussion",
            "rss": 1,
            "atom": 1,
            "timezone": "UTC",
        },
        indent=1,
    )


def commit(source: Path, author: str, moment: datetime) -> None:
    """Everything that is new, as one change of that author."""
    stamp = moment.isoformat()
    who = f"{author} <{author}@example.org>"
    names = [f"GIT_{role}_{what}" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    dates = (f"GIT_AUTHOR_DATE={stamp}", f"GIT_COMMITTER_DATE={stamp}")
    git = ["env", *dates, *(f"{name}={author}" for name in names), "git", "-C", str(source)]
    run([*git, "add", "-A"])
    run([*git, "commit", "-q", "--allow-empty", "--author", who, "-m", "changes"])


class Content:
    """Writes the sources of a site."""

    def __init__(self, source: Path, prose: Prose) -> None:
        self.source = source
        self.prose = prose
        self.people: list[Person] = prose.people(30)
        self.topics: list[Topic] = [prose.topic() for _ in range(6)]
        self.tags = prose.words(TAGS)
        self.pages = prose.words(WIKI_PAGES)
        self.slugs: list[str] = []

    def write(self) -> None:
        """Everything, a change for each few posts."""
        self.source.mkdir()
        run(["git", "init", "-q", "-b", "master", self.source])
        prose = self.prose
        for turn, moment in enumerate(prose.moments(POSTS)):
            self._post(moment)
            if turn % 6 == 5:
                commit(self.source, prose.often_first(self.people).login, moment)
        for page in self.pages:
            self._wiki_page(page)
        posts = 'pages="page(posts/*) and !*/Discussion"'
        years = " ".join(f"[[archives/{year}]]" for year in range(2019, 2026))
        lists = f"[[All posts|posts]], [[wiki|{self.pages[0]}]], {years}"
        self._file(
            "index", f'{prose.paragraph()}\n\n{lists}\n\n[[!inline {posts} show="10"]]', LAST
        )
        self._file("posts", f'[[!inline {posts} archive="yes" show="0" feeds="no"]]', LAST)
        recent = " ".join(f"[[!taglink {tag}]]" for tag in self.tags[:12])
        self._file("sidebar", f"[[Home|index]] [[RecentChanges]]\n\n{recent}", LAST)

    def _file(self, name: str, text: str, moment: datetime) -> None:
        path = self.source / (name if name.endswith("._comment") else f"{name}.mdwn")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
        os.utime(path, (moment.timestamp(), moment.timestamp()))

    def _links(self, names: Sequence[str], most: int) -> str:
        drawn = [self.prose.often_first(names) for _ in range(self.prose.random.randrange(most))]
        return "".join(f" * [[{name}]] {self.prose.sentence()}\n" for name in drawn)

    def _post(self, moment: datetime) -> None:
        prose, topic = self.prose, self.prose.often_first(self.topics)
        title = prose.title(topic)
        slug = title.lower().replace(" ", "_")
        drawn = {prose.often_first(self.tags) for _ in range(prose.random.randint(1, 4))}
        text = "\n\n".join(prose.paragraphs(1 + prose.long_tail(6), topic))
        author = prose.often_first(self.people).name
        head = f'[[!meta title="{title}"]]\n[[!meta date="{moment:%Y-%m-%d %H:%M}"]]\n'
        head += f'[[!meta author="{author}"]]\n[[!tag {" ".join(sorted(drawn))}]]\n'
        body = f"{head}\n{text}\n\n{self._links(self.slugs or self.pages, 3)}"
        self._file(f"posts/{slug}", body, moment)
        self.slugs.append(slug)
        for count in range(1, prose.long_tail(30)):
            moment = prose.soon_after(moment)
            said = "\n\n".join(prose.paragraphs(prose.long_tail(3), topic, 35))
            fields = f'format=mdwn username="{prose.often_first(self.people).login}"'
            fields += f' subject="{prose.title(topic)}" date="{moment:%Y-%m-%dT%H:%M:%SZ}"'
            name = f"posts/{slug}/comment_{count}_{prose.random.randbytes(16).hex()}._comment"
            self._file(name, f'[[!comment {fields} content="""\n{said}\n"""]]', moment)

    def _wiki_page(self, name: str) -> None:
        prose, topic = self.prose, self.prose.often_first(self.topics)
        sections = [
            f"## {prose.title(topic)}\n\n" + "\n\n".join(prose.paragraphs(2, topic))
            for _ in range(1 + prose.long_tail(4))
        ]
        links = self._links([*self.pages, prose.word()], 6)
        if name == self.pages[0]:
            links = "".join(f" * [[{page}]]\n" for page in self.pages)
        self._file(name, "\n\n".join([prose.paragraph(topic), *sections, links]), prose.moment())
        if prose.random.random() < 0.15:
            talk = "\n\n".join(prose.paragraphs(3, topic))
            self._file(f"{name}/discussion", talk, prose.moment())


SOFTWARE = IkiWiki()
