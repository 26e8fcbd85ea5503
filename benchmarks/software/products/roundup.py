"""Roundup with its classic template: issues with messages, keywords, searches; guests may read."""

import json
import re
import subprocess
from datetime import datetime
from typing import Any

from benchmarks.software.installing import python_version, run, venv
from benchmarks.software.prose import Prose
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

ISSUES = 520
PEOPLE = 30
KEYWORDS = 18
NOWHERE = "http://tracker.example.org/"  # until it is served, and the port is known
ITEM = re.compile(r"(issue|msg|user|keyword|file|query)(\d+)")
# Run by the interpreter that has Roundup: the journal's dates are those of the letters.
IMPORT = """
import json, sys
from roundup import instance
from roundup.date import Date
content = json.load(open(sys.argv[2]))
db = instance.open(sys.argv[1]).open("admin")
people = {p[0]: db.user.create(username=p[0], realname=p[1], address=p[2], roles="User")
          for p in content["people"]}
keywords = [db.keyword.create(name=name) for name in content["keywords"]]
dates = []
def act(login, kind, stamp, change):
    db.setCurrentUser(login)
    id = change()
    dates.append((kind, id, Date(stamp).serialise(), people[login]))
    return id
for issue in content["issues"]:
    ids, said = None, []
    for login, stamp, text in issue["letters"]:
        said.append(act(login, "msg", stamp, lambda: db.msg.create(
            author=people[login], date=Date(stamp), content=text, summary=text[:60])))
        if ids is None:
            ids = act(login, "issue", stamp, lambda: db.issue.create(
                title=issue["title"], messages=list(said), priority=issue["priority"],
                status=issue["status"], assignedto=people[issue["owner"]],
                keyword=[keywords[place] for place in issue["keywords"]]))
        else:
            db.issue.set(ids, messages=list(said))
    dates.append(("issue-end", ids, Date(stamp).serialise(), people[login]))
    db.commit()
for kind, id, stamp, user in dates:
    table = kind.partition("-")[0]
    if kind != "issue-end":
        db.sql(f"UPDATE _{table} SET _creation=?, _activity=? WHERE id=?", (stamp, stamp, id))
        db.sql(f"UPDATE {table}__journal SET date=? WHERE nodeid=?", (stamp, id))
    else:
        db.sql("UPDATE _issue SET _activity=?, _actor=? WHERE id=?", (stamp, user, id))
db.conn.commit()
"""
# Its own server refuses to run as root, which installing Debian packages needs.
SERVE = """
import sys
from wsgiref.simple_server import make_server
from roundup.cgi.wsgi_handler import RequestDispatcher
make_server("127.0.0.1", int(sys.argv[2]), RequestDispatcher(sys.argv[1])).serve_forever()
"""


class Roundup(Software):
    """An issue tracker."""

    name = "roundup"
    title = "Roundup, classic template"
    kind = "tracker"
    limit = 10_000
    notes = (
        "Issues and the list of open issues are worth having; single messages and other lists of "
        "the same issues are duplicates; forms, searches without results and lists of classes "
        "are invalid."
    )

    def install(self, place: Place) -> None:
        venv(place.programs / "venv", "roundup==2.6.0")

    def version(self, place: Place) -> str:
        return python_version(place.programs / "venv/bin", "roundup")

    def fill(self, place: Place, prose: Prose) -> None:
        commands, site = place.programs / "venv/bin", place.data / "site"
        admin = (str(commands / "roundup-admin"), "-i", str(site))
        run([*admin, "install", "classic", "sqlite"])
        settings = site / "config.ini"
        text = settings.read_text()
        for name, value in (("web", NOWHERE), ("domain", "example.org"), ("host", "localhost")):
            text = text.replace(f"#{name} = NO DEFAULT", f"{name} = {value}", 1)
        settings.write_text(text)
        run([*admin, "initialise", prose.word()])
        content, importer = place.data / "content.json", place.data / "import.py"
        content.write_text(json.dumps(generated(prose)))
        importer.write_text(IMPORT)
        mute = ["env", "SENDMAILDEBUG=/dev/null"]
        run([*mute, commands / "python", importer, site, content], place.data)

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        site = place.data / "site"
        settings = site / "config.ini"
        here = f"web = http://127.0.0.1:{port}/"
        settings.write_text(re.sub(r"(?m)^web = .*", here, settings.read_text()))
        python = place.programs / "venv/bin/python"
        return start([python, "-c", SERVE, str(site), str(port)])

    def label(self, url: str, status: int, html: str) -> Label:
        path, query = split(url)
        name = path.strip("/")
        template = query.pop("@template", "")
        item = ITEM.fullmatch(name)
        if template not in ("", "index", "item") or "@action" in query:
            kind = "feed" if query.get("@action", "").startswith("export") else "login"
            return Label(kind, DUPLICATE if kind == "feed" else INVALID)
        if item is not None:
            return item_label(item[1], item[2], query)
        if name == "":
            return Label("home", DUPLICATE if query else VALUABLE, "open", content="open 1")
        if name != "issue" or template == "item":
            return Label("other", INVALID)
        if not re.search(r'href="issue\d', html):
            return Label("search", INVALID)
        page = 1 + number(query.get("@startwith"), 0) // 50
        if "assignedto" in query:
            return Label("list", DUPLICATE, "unassigned", page)
        return Label("list", VALUABLE, "open", page, content=f"open {page}")


def item_label(kind: str, id_: str, query: dict[str, str]) -> Label:
    """One thing: an issue shows its messages whole."""
    if kind == "issue":
        same = f"/issue{id_}"
        return Label("thread", DUPLICATE if query else VALUABLE, f"issue:{id_}", same_as=same)
    if kind == "msg":
        return Label("post-permalink", DUPLICATE, f"msg:{id_}")
    return Label("profile" if kind == "user" else "other", INVALID)


def generated(prose: Prose) -> dict[str, Any]:
    """Everything that is imported."""
    people = prose.people(PEOPLE)
    topics = [prose.topic() for _ in range(7)]
    issues = []
    for moment in prose.moments(ISSUES):
        topic, letters = prose.often_first(topics), []
        for _ in range(prose.long_tail(40, 0.9)):
            said = "\n\n".join(prose.paragraphs(prose.long_tail(4), topic, 45))
            letters.append((prose.often_first(people).login, stamp(moment), said))
            moment = prose.soon_after(moment)
        drawn = {prose.random.randrange(KEYWORDS) for _ in range(prose.random.randrange(3))}
        issue = {
            "title": prose.title(topic),
            "letters": letters,
            "priority": str(prose.random.randint(1, 5)),
            "status": str(prose.random.randint(1, 8)),
            "owner": prose.often_first(people).login,
            "keywords": sorted(drawn),
        }
        issues.append(issue)
    persons = [(person.login, person.name, person.mail) for person in people]
    return {"people": persons, "keywords": prose.words(KEYWORDS), "issues": issues}


def stamp(moment: datetime) -> str:
    """A date as Roundup reads it."""
    return moment.strftime("%Y-%m-%d.%H:%M:%S")


SOFTWARE = Roundup()
