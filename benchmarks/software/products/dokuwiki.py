"""DokuWiki from the Debian package, with its default template and settings; guests may read."""

import gzip
import os
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from benchmarks.software.installing import debian, debian_files, debian_version, run
from benchmarks.software.prose import Person, Prose, Topic
from benchmarks.software.serving import serve_php
from benchmarks.software.software import (
    DUPLICATE,
    INVALID,
    Label,
    Place,
    Software,
    number,
    split,
)

LIBRARIES = Path("/usr/share/php")
SPACES = 14
PAGES = 560
PEOPLE = 40
SETTINGS = """<?php
$conf['title'] = '{title}';
$conf['savedir'] = './data';
$conf['license'] = 'cc-by-sa';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
"""
FORMS = {"login", "register", "resendpwd", "profile", "subscribe", "edit", "source", "draft"}


@dataclass(slots=True)
class WikiPage:
    """A page before it is written: what it is about and who changed it when."""

    id: str
    title: str
    topic: Topic
    edits: list[tuple[datetime, Person]] = field(default_factory=list)

    @property
    def space(self) -> str:
        return self.id.rpartition(":")[0]


class DokuWiki(Software):
    """Name spaces, some of them nested, with pages that link each other and have histories."""

    name = "dokuwiki"
    title = "DokuWiki (Debian package), default template"
    kind = "wiki"
    start = "/doku.php?id=start"
    limit = 14_000
    # The media manager and the index open at any name space, on every page.
    never = (r"id=[^&]*:[^&]*&idx=", r"[?&](tab_files|tab_details|image|difftype)=")
    notes = (
        "Articles and the index are worth having; revisions and differences are duplicates; page "
        "sources, histories, back links, recent changes, forms and the media manager are invalid."
    )

    def install(self, place: Place) -> None:
        debian("php-cli", "php-xml", "php-mbstring", there=Path("/usr/bin/php"))
        debian("php-geshi", "libphp-simplepie", "php-phpseclib", there=LIBRARIES / "phpseclib")
        files = debian_files("dokuwiki", place.programs)
        tree = place.programs / "tree"
        if tree.exists():
            return
        shutil.copytree(files / "usr/share/dokuwiki", tree, symlinks=True)
        for name in ("plugins", "tpl"):
            (tree / "lib" / name).unlink()
            shutil.copytree(files / "var/lib/dokuwiki/lib" / name, tree / "lib" / name)
        shutil.copytree(files / "etc/dokuwiki", tree / "conf", symlinks=True)
        (tree / "inc/preload.php").unlink()

    def version(self, place: Place) -> str:
        return debian_version("dokuwiki")

    def fill(self, place: Place, prose: Prose) -> None:
        tree, data = place.data / "tree", place.data / "tree/data"
        shutil.copytree(place.programs / "tree", tree, symlinks=True)
        shutil.copytree(place.programs / "dokuwiki/var/lib/dokuwiki/data", data, symlinks=True)
        for name in ("pages", "attic", "meta", "index", "cache", "locks", "tmp", "log", "media"):
            (data / name).mkdir(exist_ok=True)
        people = prose.people(PEOPLE)
        self._configure(tree / "conf", prose, people)
        pages = plan_pages(prose, people)
        changes: list[tuple[int, str]] = []
        for page in pages:
            changes += write_page(data, page, pages, prose)
        recent = "".join(line for _, line in sorted(changes))
        (data / "meta/_dokuwiki.changes").write_text(recent)
        run(["php", "-d", "display_errors=0", tree / "bin/indexer.php", "-q"])

    def _configure(self, conf: Path, prose: Prose, people: list[Person]) -> None:
        (conf / "local.php").write_text(SETTINGS.format(title=prose.title()))
        (conf / "acl.auth.php").unlink()
        (conf / "acl.auth.php").write_text("*\t@ALL\t1\n*\t@user\t8\n")
        (conf / "users.auth.php").unlink()
        lines = [f"{person.login}:x:{person.name}:{person.mail}:user\n" for person in people]
        (conf / "users.auth.php").write_text("".join(lines))

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        return serve_php(place.data / "tree", port)

    def label(self, url: str, status: int, html: str) -> Label:
        path, query = split(url)
        page, action = query.get("id", "start"), query.get("do") or "show"
        itself = f"/doku.php?id={page}"
        if path == "/feed.php":
            return Label("feed", DUPLICATE, same_as="/doku.php?id=start")
        if path.startswith("/lib/"):
            return Label("other", INVALID)
        if action == "index" or "idx" in query:
            canonical = "/doku.php?id=start&do=index"
            if page == "start" and "idx" not in query:
                return Label("list", entity="index")
            return Label("list", DUPLICATE, "index", same_as=canonical)
        if action == "revisions":
            first = number(query.get("first"), 0)
            return Label("history", INVALID, f"history:{page}", 1 + first // 20)
        if action in FORMS:
            return Label("edit" if action in ("edit", "source") else "login", INVALID)
        if action == "diff" or "rev" in query or action.startswith("export"):
            return Label("history", DUPLICATE, f"page:{page}", same_as=itself)
        if action != "show":  # recent, backlink, media, search
            return Label("search" if action == "search" else "other", INVALID)
        if "This topic does not exist yet" in html:
            return Label("error", INVALID, f"missing:{page}")
        if "do" in query:  # the way back from a form: an action without a name
            return Label("article", DUPLICATE, f"page:{page}", same_as=itself)
        if "id" not in query:
            return Label("home", DUPLICATE, "page:start", same_as=itself)
        return Label("home" if page == "start" else "article", entity=f"page:{page}")


def plan_pages(prose: Prose, people: list[Person]) -> list[WikiPage]:
    """Every page with its place and history, a start page for each name space first."""
    spaces = prose.words(SPACES)
    spaces += [f"{prose.often_first(spaces)}:{word}" for word in prose.words(SPACES // 2)]
    topics = {space: prose.topic() for space in spaces}
    pages = [WikiPage("start", "Start", prose.topic())]
    pages += [
        WikiPage(f"{space}:start", prose.title(topics[space]), topics[space]) for space in spaces
    ]
    pages += [WikiPage(f"user:{person.login}", person.name, prose.topic()) for person in people]
    known = {page.id for page in pages}
    while len(pages) < PAGES:
        space = prose.often_first(spaces)
        title = prose.title(topics[space])
        id_ = f"{space}:{title.lower().replace(' ', '_').replace(',', '')}"
        if id_ not in known:
            known.add(id_)
            pages.append(WikiPage(id_, title, topics[space]))
    for page in pages:
        moments = prose.moments(prose.long_tail(30, 1.0))
        page.edits = [(moment, prose.often_first(people)) for moment in moments]
    return pages


def write_page(
    data: Path, page: WikiPage, pages: list[WikiPage], prose: Prose
) -> list[tuple[int, str]]:
    """Write all versions of a page; its lines of the change log with their times."""
    file = Path(*page.id.split(":"))
    sections = [section(page, pages, prose) for _ in range(1 + prose.long_tail(5))]
    lines, size = [], 0
    for turn, (moment, person) in enumerate(page.edits):
        if turn:
            sections[prose.random.randrange(len(sections))] = section(page, pages, prose)
        text = body(page, pages, sections)
        stamp, kind = int(moment.timestamp()), "E" if turn else "C"
        old = data / "attic" / file.parent / f"{file.name}.{stamp}.txt.gz"
        old.parent.mkdir(parents=True, exist_ok=True)
        old.write_bytes(gzip.compress(text.encode(), mtime=stamp))
        summary = prose.title(page.topic) if turn else "created"
        fields = (stamp, "127.0.0.1", kind, page.id, person.login, summary, "", len(text) - size)
        lines.append((stamp, "\t".join(str(part) for part in fields) + "\n"))
        size = len(text)
    current = data / "pages" / f"{file}.txt"
    log = data / "meta" / f"{file}.changes"
    for path, content in ((current, text), (log, "".join(line for _, line in lines))):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    os.utime(current, (stamp, stamp))
    return lines


def body(page: WikiPage, pages: list[WikiPage], sections: list[str]) -> str:
    """The source of a page; start pages list what is in their name space."""
    listed = ""
    if page.id == "start":
        listed = listing([other for other in pages if other.id.endswith(":start")])
    elif page.id.endswith(":start"):
        listed = listing([other for other in pages if other.space == page.space])
    return f"====== {page.title} ======\n\n" + "\n\n".join(sections) + listed


def listing(pages: list[WikiPage]) -> str:
    """Links to pages under the letter they begin with."""
    by_letter: dict[str, list[str]] = defaultdict(list)
    for page in sorted(pages, key=lambda page: page.title):
        by_letter[page.title[0]].append(f"  * [[:{page.id}|{page.title}]]\n")
    return "\n\n" + "\n".join(
        f"===== {letter} =====\n\n{''.join(links)}" for letter, links in by_letter.items()
    )


def section(page: WikiPage, pages: list[WikiPage], prose: Prose) -> str:
    """A heading, paragraphs with links, and now and then a list, a table or code."""
    parts = [f"===== {prose.title(page.topic)} ====="]
    parts += prose.paragraphs(prose.random.randint(1, 3), page.topic)
    for _ in range(prose.random.randrange(3)):
        other = prose.often_first(pages)
        parts.append(f"{prose.sentence(page.topic)} See [[:{other.id}|{other.title}]].")
    kind = prose.random.random()
    if kind < 0.2:
        parts.append("".join(f"  * {prose.sentence(page.topic)}\n" for _ in range(4)))
    elif kind < 0.3:
        cells = (" | ".join(prose.words(3)) for _ in range(5))
        parts.append("".join(f"| {row} |\n" for row in cells))
    elif kind < 0.35:
        parts.append(f"<code>\n{prose.sentence(page.topic)}\n</code>")
    elif kind < 0.45:
        parts.append(f"[[{page.space}:{prose.word()}]] is still to be written.")
    return "\n\n".join(parts)


SOFTWARE = DokuWiki()
