"""A made-up software and answers of it, without a server."""

import subprocess

from benchmarks.software.crawling import Fetched
from benchmarks.software.prose import Prose
from benchmarks.software.software import DUPLICATE, INVALID, Label, Place, Software, split
from periplus.bench.tokens import WordHashes, read_tokens
from periplus.exchange import Response

HOST = "http://notebook.test"


class Notebook(Software):
    """Notes, forms to edit them and old versions."""

    name = "notebook"
    title = "Notebook"
    kind = "wiki"

    def install(self, place: Place) -> None:
        pass

    def fill(self, place: Place, prose: Prose) -> None:
        pass

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        raise NotImplementedError

    def label(self, url: str, status: int, html: str) -> Label:
        path, _ = split(url)
        if path.startswith("/edit/"):
            return Label("edit", INVALID)
        if path.startswith("/old-version/"):
            return Label("history", DUPLICATE, same_as=path.replace("old-version", "note"))
        if path.startswith("/book/"):
            return Label("book", content=path[:8])
        return Label("note", entity=f"note:{path.rpartition('/')[2]}")


NOTEBOOK = Notebook()


def answered(path: str, body: str, status: int = 200, location: str = "") -> Fetched:
    headers = [(b"Content-Type", b"text/html; charset=utf-8")]
    if location:
        headers.append((b"Location", location.encode()))
    url, raw = HOST + path, f"<body>{body}</body>".encode()
    response = Response(
        url=url,
        status=status,
        reason="",
        headers=tuple(headers),
        body=raw,
        request_head=b"",
        date=1_700_000_000.0,
        seconds=0.0,
    )
    tokens = read_tokens(raw, url, "utf-8", WordHashes()) if status == 200 else None
    return Fetched(response, tokens)
