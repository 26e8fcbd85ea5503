"""Fossil: check-ins, files, wiki, tickets and forum of one project, with the default skin."""

import re
import subprocess
from datetime import datetime
from pathlib import Path

from benchmarks.software.artifacts import Artifacts
from benchmarks.software.installing import debian, debian_version, run
from benchmarks.software.prose import Person, Prose, Topic
from benchmarks.software.serving import start
from benchmarks.software.software import (
    DUPLICATE,
    INVALID,
    VALUABLE,
    Label,
    Place,
    Software,
    number,
    split,
)

CHECKINS = 110
WIKI_PAGES = 130
TICKETS = 150
THREADS = 160
FOLDERS = ("src", "doc", "test", "tools")
FIRST_POST = re.compile(r"<div id='forum(\d+)'")
LISTS = {"reportlist", "wcontent", "brlist", "taglist", "ticket", "rptview"}
HISTORIES = {"whistory", "finfo", "tkthistory", "forumhist", "tkttimeline"}
VIEWS = {"timeline", "wdiff", "vdiff", "fdiff", "artifact", "tinfo", "timeline.rss", "wpatch"}
VIEWS |= {"info", "ci", "vinfo", "file"}


class Fossil(Software):
    """A project; guests may read everything and see links."""

    name = "fossil"
    title = "Fossil (Debian package)"
    kind = "project site"
    start = "/wiki?name=Home"
    limit = 20_000
    # Every check-in as an archive, compared with or around any other; timelines of everything.
    never = (
        r"/(tarball|zip|sqlar|annotate|blame|praise|hexdump|vpatch|raw|doc)[/?]",
        r"/timeline\?.*&",
        r"/(vdiff|fdiff|finfo|file|dir|tree|artifact|uvlist|info)[/?].*&.*&",
        r"&unf",
    )
    notes = (
        "Check-ins, wiki pages, tickets, forum threads, files of the trunk and plain lists are "
        "worth having; timelines, old versions, differences and other views are duplicates; "
        "histories and forms are invalid."
    )

    def install(self, place: Place) -> None:
        debian("fossil", there=Path("/usr/bin/fossil"))

    def version(self, place: Place) -> str:
        return debian_version("fossil")

    def fill(self, place: Place, prose: Prose) -> None:
        content = Content(Artifacts(place.data / "artifacts"), prose)
        content.write()
        repository = place.data / "site.fossil"
        home = ["env", f"HOME={place.data}", "USER=admin", "fossil"]
        run([*home, "reconstruct", repository, place.data / "artifacts"])
        run([*home, "user", "capabilities", "nobody", "ghjorz2", "-R", repository])
        name = prose.title().replace("'", "")
        settings = f"REPLACE INTO config VALUES ('project-name', '{name}', 0);"
        settings += "REPLACE INTO config VALUES ('index-page', '/wiki?name=Home', 0);"
        run([*home, "sql", "-R", repository, settings])

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        repository = place.data / "site.fossil"
        command = ["fossil", "server", "--localhost", "--port", str(port), str(repository)]
        return start(command, HOME=str(place.data))

    def label(self, url: str, status: int, html: str) -> Label:
        path, query = split(url)
        area, _, rest = path.strip("/").partition("/")
        name = query.pop("name", rest)
        now = query.pop("ci", "tip") in ("tip", "trunk")
        if area in ("wiki", "home", "tktview"):
            key = f"ticket:{name[:10]}" if area == "tktview" else f"page:{name or 'Home'}"
            kind = "thread" if area == "tktview" else "article"
            return Label(kind, DUPLICATE if query else VALUABLE, key, content=key)
        if area in ("forumpost", "forumthread"):
            return thread_label(query, html)
        if area in ("dir", "tree"):
            shown = now and not query and area == "dir"
            folder = f"folder:{name}" if now else None
            return Label("list", VALUABLE if shown else DUPLICATE, folder, content=folder)
        if area == "file" and now and not query:
            return Label("file", entity=f"file:{name}", content=f"file:{name}")
        if area == "info" and "Overview" in html and "/vdiff" in html and not query:
            key = f"checkin:{name[:10]}"
            return Label("article", entity=key, content=None if name == "tip" else key)
        if area == "forum":
            return Label("list", entity="forum", page=1 + number(query.get("x"), 0) // 25)
        if area in LISTS:
            return Label("list", DUPLICATE if query else VALUABLE, area)
        if area in HISTORIES:
            return Label("history", INVALID)
        return Label("other", DUPLICATE if area in VIEWS else INVALID)


def thread_label(query: dict[str, str], html: str) -> Label:
    """A thread: every post of it shows the whole, in one of several layouts."""
    first = FIRST_POST.search(html)
    key = f"forum:{first[1]}" if first else None
    return Label("thread", DUPLICATE if query else VALUABLE, key, content=key)


class Content:
    """Writes what people of a project would have written."""

    def __init__(self, artifacts: Artifacts, prose: Prose) -> None:
        self.artifacts = artifacts
        self.prose = prose
        self.people: list[Person] = prose.people(25)
        self.topics: list[Topic] = [prose.topic() for _ in range(6)]
        self.pages = ["Home", *(prose.title(self.topics[0]) for _ in range(WIKI_PAGES))]
        self.tickets = [prose.random.randbytes(20).hex() for _ in range(TICKETS)]

    def write(self) -> None:
        """Everything."""
        self._checkins()
        for page in dict.fromkeys(self.pages):
            self._wiki_page(page)
        for id_, moment in zip(self.tickets, self.prose.moments(TICKETS), strict=True):
            self._ticket(id_, moment)
        for moment in self.prose.moments(THREADS):
            self._thread(moment)

    def _somebody(self) -> str:
        return self.prose.often_first(self.people).login

    def _checkins(self) -> None:
        prose, parent = self.prose, None
        files: dict[str, str] = {}
        for turn, moment in enumerate(prose.moments(CHECKINS)):
            for _ in range(1 + prose.long_tail(6)):
                topic = prose.often_first(self.topics)
                new = prose.random.random() < 0.35 or not files
                name = f"{prose.often_first(FOLDERS)}/{prose.word()}.txt"
                name = name if new else prose.random.choice(sorted(files))
                files[name] = self.artifacts.add(self._text(topic, 1 + prose.long_tail(5)).encode())
            tags = [] if parent else ["*branch * trunk", "*sym-trunk *"]
            tags += [f"+sym-version-{turn // 30}.{turn % 30} *"] if turn % 10 == 9 else []
            comment = prose.sentence(self.topics[0])
            if prose.random.random() < 0.3:
                comment += f" Ticket [{prose.random.choice(self.tickets)[:10]}]."
            parent = self.artifacts.checkin(moment, self._somebody(), comment, files, parent, tags)

    def _text(self, topic: Topic, paragraphs: int) -> str:
        return "\n\n".join(self.prose.paragraphs(paragraphs, topic)) + "\n"

    def _wiki_page(self, title: str) -> None:
        prose, topic, parent = self.prose, self.prose.often_first(self.topics), None
        for moment in prose.moments(prose.long_tail(15)):
            linked = [prose.often_first(self.pages) for _ in range(prose.random.randrange(4))]
            linked = self.pages[:30] if title == "Home" else linked
            links = "".join(f"  *  [{page}](wiki:{page})\n" for page in linked)
            text = f"# {title}\n\n{self._text(topic, 1 + prose.long_tail(5))}\n{links}\n"
            parent = self.artifacts.wiki(moment, self._somebody(), title, text, parent)

    def _ticket(self, id_: str, moment: datetime) -> None:
        prose, topic = self.prose, self.prose.often_first(self.topics)
        user = self._somebody()
        fields = {
            "title": prose.title(topic),
            "type": prose.often_first(("Code_Defect", "Feature_Request", "Documentation")),
            "status": prose.often_first(("Open", "Closed", "Verified", "Review")),
            "severity": prose.often_first(("Important", "Minor", "Severe", "Critical")),
            "priority": prose.often_first(("Medium", "Low", "High")),
            "icomment": self._text(topic, prose.long_tail(4)),
        }
        kind = {"login": user, "mimetype": "text/x-fossil-plain"}
        self.artifacts.ticket(moment, user, id_, fields | kind)
        for _ in range(prose.long_tail(25) - 1):
            moment, user = prose.soon_after(moment), self._somebody()
            change = {"icomment": self._text(topic, prose.long_tail(3)), "login": user}
            change["mimetype"] = "text/x-fossil-plain"
            self.artifacts.ticket(moment, user, id_, change)

    def _thread(self, moment: datetime) -> None:
        prose, topic = self.prose, self.prose.often_first(self.topics)
        text, title = self._text(topic, prose.long_tail(4)), prose.title(topic)
        first = self.artifacts.post(moment, self._somebody(), text, title, None, None)
        posts = [first]
        for _ in range(prose.long_tail(25) - 1):
            moment, to = prose.soon_after(moment), prose.random.choice(posts[-4:])
            text = self._text(topic, prose.long_tail(3))
            posts.append(self.artifacts.post(moment, self._somebody(), text, "", first, to))


SOFTWARE = Fossil()
