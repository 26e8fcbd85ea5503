"""MHonArc: mail as pages, an archive for each list and year, with indexes by date and by thread."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

from benchmarks.software.installing import debian, debian_version, run
from benchmarks.software.letters import discussions, mails, write_mbox
from benchmarks.software.prose import Prose
from benchmarks.software.serving import serve_files
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, Software, split

LISTS = 3
DISCUSSIONS = 75  # of each list
FILE = re.compile(
    r"/(?P<archive>\w+/\d{4})/(?P<kind>msg|maillist|mail|threads|thrd)(?P<n>\d*)\.html"
)


class MHonArc(Software):
    """Lists that people write to; every message is a page."""

    name = "mhonarc"
    title = "MHonArc (Debian package), default layout, 50 messages on an index page"
    kind = "mail archive"
    notes = (
        "Messages and the indexes by date are worth having; the indexes by thread name the same "
        "messages in another order (duplicate)."
    )

    def install(self, place: Place) -> None:
        debian("mhonarc", there=Path("/usr/bin/mhonarc"))

    def version(self, place: Place) -> str:
        return debian_version("mhonarc")

    def fill(self, place: Place, prose: Prose) -> None:
        root = place.data / "site"
        archives: list[str] = []
        people = prose.people(50)
        for name in prose.words(LISTS):
            years: dict[int, list[str]] = defaultdict(list)
            topics = [prose.topic() for _ in range(4)]
            for letters in discussions(prose, DISCUSSIONS, people, topics):
                for letter, mail in zip(
                    letters, mails(letters, f"{name}@example.org"), strict=True
                ):
                    years[letter.moment.year].append(mail)
            for year, messages in sorted(years.items()):
                mbox = place.data / "mail" / f"{name}-{year}"
                write_mbox(mbox, messages)
                out = root / name / str(year)
                out.mkdir(parents=True)
                title = ["-title", f"{name} {year} by date", "-ttitle", f"{name} {year} by thread"]
                pages = ["-multipg", "-idxsize", "50", "-quiet", "-nomailto"]
                run(["mhonarc", *pages, *title, "-outdir", out, mbox])
                archives.append(f"{name}/{year}")
        (root / "index.html").write_text(front_page(prose, archives))

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        return serve_files(place.data / "site", port)

    def label(self, url: str, status: int, html: str) -> Label:
        path, _ = split(url)
        if path in ("/", "/index.html"):
            return Label("home", entity="home")
        found = FILE.fullmatch(path)
        if found is None:
            return Label("other", INVALID)
        archive, page = found["archive"], int(found["n"] or 1)
        if found["kind"] == "msg":
            return Label("article", entity=f"message:{archive}/{page}")
        if found["kind"] in ("maillist", "mail"):
            return Label("list", entity=f"index:{archive}", page=page)
        same = f"/{archive}/maillist.html" if page == 1 else f"/{archive}/mail{page}.html"
        return Label("list", DUPLICATE, f"threads:{archive}", page, same_as=same)


def front_page(prose: Prose, archives: list[str]) -> str:
    """What the owner of the lists would write by hand."""
    rows = "".join(
        f'<tr><td>{archive}</td><td><a href="{archive}/maillist.html">by date</a></td>'
        f'<td><a href="{archive}/threads.html">by thread</a></td></tr>\n'
        for archive in archives
    )
    return f"<h1>{prose.title()}</h1>\n<p>{prose.paragraph()}</p>\n<table>\n{rows}</table>\n"


SOFTWARE = MHonArc()
