"""public-inbox: mailing lists in git, shown as threads, messages, raw mail, feeds, searches."""

import re
import subprocess
from pathlib import Path
from urllib.parse import urljoin

from benchmarks.software.installing import debian, debian_version, run
from benchmarks.software.letters import discussions, mails, write_mbox
from benchmarks.software.prose import Prose
from benchmarks.software.serving import start
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, Software, split

NOWHERE = "http://lists.example.org"  # until it is served, and the port is known
LISTS = 3
DISCUSSIONS = 130  # of each list
IMPORT = """
use PublicInbox::InboxWritable;
my ($dir, $name, $mbox) = @ARGV;
my $ibx = PublicInbox::InboxWritable->new({inboxdir => $dir, name => $name, version => 2,
    -primary_address => "$name\\@example.org", address => ["$name\\@example.org"]});
open(my $fh, '<', $mbox) or die $!;
$ibx->import_mbox($fh, 'mboxrd');
"""
CONFIG = """[publicinbox]
	wwwlisting = all
"""
MESSAGE = re.compile(r"/(?P<list>\w+)/(?P<thread>\d+)\.(?P<n>\d+)@example\.org/(?P<view>[^/]*)/?")
OLDER = re.compile(r'href="([^"]*)"\s+rel=next>')


class PublicInbox(Software):
    """Lists whose threads can be read whole; each of their messages has five views, too."""

    name = "public-inbox"
    title = "public-inbox (Debian package)"
    kind = "mail archive"
    limit = 16_000
    # Searches for whatever stands in a message.
    never = (r"/\?.*q=",)
    notes = (
        "The flat view of a thread where topics link it and the pages of topics are worth having. "
        "The same view at any other message, the nested view, single messages, raw mail, mboxes "
        "and feeds are duplicates. Every message links the topics of its own moment: duplicates "
        "of the pages that lead from the newest topics to the oldest."
    )

    def __init__(self) -> None:
        self._pages: dict[str, int] = {}  # URLs that links to older topics lead to

    def install(self, place: Place) -> None:
        packages = ("libplack-perl", "libsearch-xapian-perl", "libdbd-sqlite3-perl")
        debian("public-inbox", *packages, there=Path("/usr/bin/public-inbox-httpd"))

    def version(self, place: Place) -> str:
        return debian_version("public-inbox")

    def fill(self, place: Place, prose: Prose) -> None:
        config = place.data / "config"
        config.write_text(CONFIG)
        people = prose.people(60)
        importer = place.data / "import.pl"
        importer.write_text(IMPORT)
        for name in prose.words(LISTS):
            topics = [prose.topic() for _ in range(5)]
            address = f"{name}@example.org"
            messages = [
                mail
                for letters in discussions(prose, DISCUSSIONS, people, topics, most=40)
                for mail in mails(letters, address)
            ]
            mbox, inbox = place.data / f"{name}.mbox", place.data / name
            write_mbox(mbox, messages)
            url = f"{NOWHERE}/{name}"
            self._run(config, "public-inbox-init", "-V2", "-Lmedium", name, inbox, url, address)
            (inbox / "description").write_text(prose.sentence() + "\n")
            run(["perl", importer, inbox, name, mbox])
            self._run(config, "public-inbox-index", inbox)

    def _run(self, config: Path, *command: str | Path) -> None:
        run(["env", f"PI_CONFIG={config}", *command])

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        config = place.data / "config.served"
        here = f"http://127.0.0.1:{port}"
        config.write_text((place.data / "config").read_text().replace(NOWHERE, here))
        return start(["public-inbox-httpd", "-W1", "-l", here], PI_CONFIG=str(config))

    def label(self, url: str, status: int, html: str) -> Label:
        path, query = split(url)
        if path == "/":
            if query:
                return Label("home", DUPLICATE, "home", same_as="/")
            return Label("home", entity="home")
        found = MESSAGE.fullmatch(path)
        if found is None:
            return self._list_label(url, html)
        thread = f"thread:{found['list']}/{found['thread']}"
        if found["view"] == "T":
            return Label("thread", entity=thread, content=thread)
        kind = {"": "post-permalink", "t": "thread"}.get(found["view"], "other")
        return Label(kind, DUPLICATE, thread, content=thread)

    def _list_label(self, url: str, html: str) -> Label:
        """Pages about a list as a whole."""
        path, query = split(url)
        name, _, rest = path.strip("/").partition("/")
        if rest.endswith(".atom"):
            return Label("feed", DUPLICATE, same_as=f"/{name}/")
        if rest:  # help, configuration, what to clone
            return Label("other", INVALID)
        if "q" in query:
            return Label("search", INVALID)
        page = self._pages.get(url, 1)
        older = OLDER.search(html)
        if query and url not in self._pages:
            return Label("list", DUPLICATE, f"list:{name}", same_as=f"/{name}/")
        if older is not None:
            self._pages.setdefault(urljoin(url, older[1]), page + 1)
        return Label("list", entity=f"list:{name}", page=page)


SOFTWARE = PublicInbox()
