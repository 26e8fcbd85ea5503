"""Small mirrored sites, made by hand, for tests."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unit.bench.site_writer import MirroredPage, write_site

START = "http://site.test/"
HTML = (("Content-Type", "text/html; charset=utf-8"),)


def page(path: str, text: str = "", links: Sequence[str] = (), status: int = 200) -> MirroredPage:
    anchors = "".join(f'<a href="{link}"></a>' for link in links)
    body = f"<html><body><p>{text}</p>{anchors}</body></html>"
    return MirroredPage(START[:-1] + path, status, HTML, body.encode())


def redirect(path: str, target: str) -> MirroredPage:
    return MirroredPage(START[:-1] + path, 302, (("Location", target),), b"")


def label(path: str, verdict: str = "valuable", **more: Any) -> dict[str, Any]:
    if more.get("dup_of"):
        more["dup_of"] = START[:-1] + more["dup_of"]
    return {"url": START[:-1] + path, "verdict": verdict, **more}


def make_site(
    directory: Path, pages: Sequence[MirroredPage], labels: Sequence[Mapping[str, Any]]
) -> Path:
    write_site(directory, directory.name, START, pages, labels)
    return directory


def forum(directory: Path) -> Path:
    """A home page, a thread of two pages with a copy of the first, a dead and a login page."""
    return make_site(
        directory,
        [
            page("/", "home of boats", ["/t1", "/t1?p=2", "/copy", "/login", "/gone", "/old"]),
            page("/t1", "one two three", ["/t1?p=2", "http://elsewhere.test/x"]),
            page("/t1?p=2", "four five six seven", ["/t1"]),
            page("/copy", "one two three", ["/t1?p=2", "http://elsewhere.test/x"]),
            page("/login", "please log in"),
            page("/gone", "not here", status=404),
            redirect("/old", "/t1"),
        ],
        [
            label("/", entity="home", page=1),
            label("/t1", entity="thread:1", page=1),
            label("/t1?p=2", entity="thread:1", page=2),
            label("/copy", "duplicate", dup_of="/t1", entity="thread:1", page=1),
            label("/login", "invalid"),
            label("/gone", "invalid", status=404),
            label("/old", "duplicate", status=302, dup_of="/t1", entity="thread:1", page=1),
        ],
    )
