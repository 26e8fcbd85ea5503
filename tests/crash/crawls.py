"""What the crash tests of whole crawls share: small sites, command lines, and looking at jobs."""

import io
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from periplus.cli import run
from periplus.store import JobStore
from periplus.synthetic.nature import Answer

QUICK = ("--delay", "0", "--concurrency", "4", "--allow-private", "--strategy", "bfs")


class Pages:
    """A site of hand-made answers; what it does not hold is a 404."""

    stateless = True

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self.answers = dict(answers)

    def answer(
        self, target: str, cookies: Mapping[str, str] | None = None, base_url: str | None = None
    ) -> Answer:
        return self.answers.get(target) or page(f"no {target}", status=404)


def page(text: str, *links: str, status: int = 200) -> Answer:
    """An HTML page with a text and links."""
    anchors = "".join(f'<p><a href="{link}">to {link}</a></p>' for link in links)
    body = f"<html><head><title>{text}</title></head><body><p>{text}</p>{anchors}</body></html>"
    return Answer(status, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def plain(text: str, status: int = 200) -> Answer:
    """A text, such as a robots.txt."""
    return Answer(status, (("Content-Type", "text/plain"),), text.encode())


def redirect(location: str, status: int = 302) -> Answer:
    """A redirect without a body."""
    return Answer(status, (("Content-Type", "text/html"), ("Location", location)), b"")


def star(number: int, robots: str = "") -> Pages:
    """A start page that links to so many others: `/1`, `/2` ..."""
    names = [f"/{i}" for i in range(1, number + 1)]
    answers = {name: page(f"page {name}", "/") for name in names}
    return Pages({"/": page("start", *names), "/robots.txt": plain(robots), **answers})


@dataclass(frozen=True)
class Outcome:
    """How a command line ended and what it said."""

    code: int
    out: str
    err: str


def periplus(*arguments: str | Path) -> Outcome:
    """Run a command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    assert "Traceback" not in err.getvalue()
    return Outcome(int(code), out.getvalue(), err.getvalue())


def pages_of(job: Path) -> set[tuple[str, int, str]]:
    """URL, status and payload digest of every page of a job that is not running.

    Only robots.txt may be there twice: it is asked for again when it has expired or was lost.
    """
    store = JobStore.open(job / "job.db")
    try:
        rows = [(store.url(p.url_id), p.status, p.digest) for p in store.pages()]
    finally:
        store.close()
    pages = [url for url, _, _ in rows if not url.endswith("/robots.txt")]
    assert len(pages) == len(set(pages))
    return set(rows)
