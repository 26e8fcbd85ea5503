"""Trac with its default settings: wiki with help pages, tickets, milestones, reports, timeline."""

import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime

from benchmarks.software.installing import python_version, run, venv
from benchmarks.software.prose import FIRST, LAST, Person, Prose, Topic
from benchmarks.software.serving import start
from benchmarks.software.software import (
    DUPLICATE,
    INVALID,
    Label,
    Place,
    Software,
    number,
    split,
)

TICKETS = 430
WIKI_PAGES = 190
PEOPLE = 35
TYPES = ("defect", "enhancement", "task")
PRIORITIES = ("major", "minor", "critical", "trivial", "blocker")
RESOLUTIONS = ("fixed", "invalid", "wontfix", "duplicate", "worksforme")
INSERT_TICKET = (
    "INSERT INTO ticket (id, type, time, changetime, component, severity, priority, owner, "
    "reporter, cc, version, milestone, status, resolution, summary, description, keywords) "
    "VALUES (?, ?, ?, ?, ?, '', ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_CHANGE = "INSERT OR IGNORE INTO ticket_change VALUES (?, ?, ?, ?, ?, ?)"
INSERT_PAGE = "INSERT OR REPLACE INTO wiki VALUES (?, ?, ?, ?, ?, ?, 0)"


class Trac(Software):
    """A project with a wiki and a ticket tracker, without a repository."""

    name = "trac"
    title = "Trac"
    kind = "tracker"
    start = "/"
    limit = 12_000
    # Queries by any field can be sorted and grouped by any other, the timeline cut in any way.
    never = (r"/query\?.*(order|desc|group|format)=", r"/timeline\?.*(author|format|daysback)=")
    notes = (
        "Wiki pages (Trac's own help among them), tickets, milestones and reports in their own "
        "order are worth having; queries and the timeline repeat what tickets say (duplicate); "
        "old versions, differences and other formats are duplicates; histories, forms invalid."
    )

    def install(self, place: Place) -> None:
        venv(place.programs / "venv", "Trac==1.6", "setuptools<81")

    def version(self, place: Place) -> str:
        return python_version(place.programs / "venv/bin", "Trac")

    def fill(self, place: Place, prose: Prose) -> None:
        admin, site = place.programs / "venv/bin/trac-admin", place.data / "site"
        run([admin, site, "initenv", prose.title(), "sqlite:db/trac.db"])
        with closing(sqlite3.connect(site / "db/trac.db")) as database, database:
            Content(database, prose).write()

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        tracd = place.programs / "venv/bin/tracd"
        site = place.data / "site"
        return start([tracd, "-s", "--hostname", "127.0.0.1", "--port", str(port), site])

    def label(self, url: str, status: int, html: str) -> Label:
        path, query = split(url)
        area, _, name = path.strip("/").partition("/")
        if area in ("wiki", ""):
            return wiki_label(name or "WikiStart", query)
        if area == "ticket":
            verdict = Label("thread", entity=f"ticket:{name}")
            return verdict if not query else Label("other", DUPLICATE, same_as=path)
        if area == "report":
            return report_label(path, query)
        if area == "milestone" or area == "roadmap":
            kind = Label("list", entity=f"milestone:{name or 'roadmap'}")
            return kind if not query else Label("list", DUPLICATE, same_as=path)
        if area == "query":
            empty = "No tickets found" in html
            return Label("search", INVALID if empty else DUPLICATE, page=number(query.get("page")))
        if area == "timeline":
            return Label("other", DUPLICATE if 'class="day' in html or "<dt " in html else INVALID)
        return Label("login" if area in ("login", "prefs", "newticket") else "other", INVALID)


def wiki_label(name: str, query: dict[str, str]) -> Label:
    """Wiki pages and what can be asked about them."""
    entity, path = f"page:{name}", f"/wiki/{name}"
    if query.get("action") == "history":
        return Label("history", INVALID, entity)
    if "version" in query or "action" in query or "format" in query:
        return Label("history", DUPLICATE, entity, same_as=path)
    if query:
        return Label("other", DUPLICATE, entity, same_as=path)
    if name in ("TitleIndex", "RecentChanges"):
        return Label("list", entity=entity)
    return Label("home" if name == "WikiStart" else "article", entity=entity)


def report_label(path: str, query: dict[str, str]) -> Label:
    """Stored queries: their pages in the order that they ask for are worth having."""
    page = number(query.get("page"))
    same = path if page == 1 else f"{path}?page={page}"
    other = {name for name, value in query.items() if value} - {"page"}
    default = not other or (other <= {"asc", "max", "USER"} and query.get("asc", "1") == "1")
    if query.get("action") == "view" or not default:
        return Label("list", DUPLICATE, f"report:{path}", page, same_as=same)
    return Label("list", entity=f"report:{path}", page=page)


def micro(moment: datetime) -> int:
    """A time as Trac keeps it."""
    return int(moment.timestamp()) * 1_000_000


class Content:
    """Writes what people would have written, straight into the tables."""

    def __init__(self, database: sqlite3.Connection, prose: Prose) -> None:
        self.database = database
        self.prose = prose
        self.people: list[Person] = prose.people(PEOPLE)
        self.topics: list[Topic] = [prose.topic() for _ in range(9)]
        self.components = [word.capitalize() for word in prose.words(9)]
        self.milestones = [f"{turn // 4}.{turn % 4}" for turn in range(2, 16)]
        self.pages = [self._page_name(topic) for topic in self.topics for _ in range(1)]
        while len(set(self.pages)) < WIKI_PAGES:
            self.pages.append(self._page_name(prose.often_first(self.topics)))
        self.pages = list(dict.fromkeys(self.pages))

    def write(self) -> None:
        """Everything."""
        self._plans()
        for page in self.pages:
            self._wiki_page(page)
        for id_, moment in enumerate(self.prose.moments(TICKETS), 1):
            self._ticket(id_, moment)

    def _page_name(self, topic: Topic) -> str:
        words = self.prose.random.sample(topic, 2)
        return "".join(word.capitalize() for word in words) + self.prose.word().capitalize()

    def _plans(self) -> None:
        execute, prose = self.database.execute, self.prose
        for table in ("component", "milestone", "version"):
            execute(f"DELETE FROM {table}")
        for name in self.components:
            execute(
                "INSERT INTO component VALUES (?, ?, ?)",
                (name, prose.often_first(self.people).login, prose.paragraph(words=25)),
            )
        for name, due in zip(self.milestones, prose.moments(len(self.milestones)), strict=True):
            done = micro(due) if name < self.milestones[-3] else 0
            text = "\n\n".join(prose.paragraphs(2, self.topics[0]))
            execute("INSERT INTO milestone VALUES (?, ?, ?, ?)", (name, micro(due), done, text))
            execute("INSERT INTO version VALUES (?, ?, ?)", (name, micro(due), prose.sentence()))
        execute("UPDATE wiki SET time = ?", (micro(FIRST),))  # the help pages
        links = "".join(f" * [wiki:{page}]\n" for page in self.pages[:40])
        front = f"= {prose.title()} =\n{prose.paragraph()}\n{links}"
        stamp = micro(LAST)
        execute(INSERT_PAGE, ("WikiStart", 2, stamp, self.people[0].login, front, "front page"))

    def _wiki_page(self, name: str) -> None:
        prose, topic = self.prose, self.prose.often_first(self.topics)
        sections = [self._section(topic) for _ in range(1 + prose.long_tail(4))]
        for version, moment in enumerate(prose.moments(prose.long_tail(25)), 1):
            sections[prose.random.randrange(len(sections))] = self._section(topic)
            author, comment = prose.often_first(self.people).login, prose.title(topic)
            text = f"= {name} =\n" + "\n".join(sections)
            self.database.execute(
                INSERT_PAGE, (name, version, micro(moment), author, text, comment)
            )

    def _section(self, topic: Topic) -> str:
        prose = self.prose
        parts = [f"== {prose.title(topic)} ==", *prose.paragraphs(2, topic)]
        for _ in range(prose.random.randrange(3)):
            link = f"wiki:{prose.often_first(self.pages)}"
            if prose.random.random() < 0.5:
                link = f"ticket:{prose.random.randint(1, TICKETS)}"
            parts.append(f" * [{link}] {prose.sentence(topic)}")
        if prose.random.random() < 0.15:
            parts.append(f"[wiki:{self._page_name(topic)}] is missing.")
        return "\n\n".join(parts)

    def _ticket(self, id_: int, moment: datetime) -> None:
        prose, when = self.prose, moment
        place = prose.random.randrange(len(self.components))
        topic, status, resolution = self.topics[place], "new", ""
        owner = prose.often_first(self.people).login
        reporter = prose.often_first(self.people).login
        for count in range(1, prose.long_tail(40, 1.0)):
            when = prose.soon_after(when)
            author = prose.often_first(self.people).login
            text = "\n\n".join(prose.paragraphs(prose.long_tail(3), topic, 40))
            self._change(id_, when, author, "comment", str(count), text)
            if prose.random.random() < 0.25 and status == "new":
                self._change(id_, when, author, "status", status, "closed")
                status, resolution = "closed", prose.often_first(RESOLUTIONS)
                self._change(id_, when, author, "resolution", "", resolution)
        if status == "new" and prose.random.random() < 0.4:
            status = "accepted"
        milestone = prose.often_first(self.milestones[::-1])
        text = "\n\n".join(prose.paragraphs(prose.long_tail(4), topic))
        named = (self.components[place], prose.often_first(PRIORITIES), owner, reporter)
        planned = (prose.often_first(self.milestones), milestone, status, resolution)
        said = (prose.title(topic), text, " ".join(prose.random.sample(topic, 2)))
        times = (prose.often_first(TYPES), micro(moment), micro(when))
        self.database.execute(INSERT_TICKET, (id_, *times, *named, *planned, *said))

    def _change(
        self, id_: int, when: datetime, author: str, field: str, old: str, new: str
    ) -> None:
        self.database.execute(INSERT_CHANGE, (id_, micro(when), author, field, old, new))


SOFTWARE = Trac()
