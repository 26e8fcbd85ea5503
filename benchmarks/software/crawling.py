"""Serves a software on loopback and fetches all of it as a guest, breadth first, with Periplus."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.software.software import Place, Software
from periplus.archive.reader import iterate
from periplus.archive.record import RecordType
from periplus.bench.tokens import PageTokens, WordHashes, read_tokens
from periplus.exchange import Response
from periplus.fetch.decode import decode_payload
from periplus.limits import DEFAULT_LIMITS

HOST = "127.0.0.1"
_DONE = (0, 6)  # complete, or the request budget used up: docs/reference/exit-codes.md
_PATIENCE_SECONDS = 60.0
_OF_THE_WIRE = frozenset(
    {b"content-encoding", b"transfer-encoding", b"content-length", b"connection", b"keep-alive"}
)


@dataclass(frozen=True, slots=True)
class Fetched:
    """One URL of the crawl and what it answered, under the mirror's host name."""

    response: Response
    tokens: PageTokens | None  # of HTML with status 200

    @property
    def html(self) -> str:
        """The page as text; empty for anything but HTML."""
        if "html" not in self.response.header("content-type"):
            return ""
        return self.response.body.decode("utf-8", "replace")


@contextmanager
def served(software: Software, place: Place) -> Iterator[int]:
    """The port of a running server, which is ended afterwards with all that it started."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    server = software.serve(place, port)
    try:
        _await(server, port)
        yield port
    finally:
        _end(server)


def _await(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended by itself with {server.returncode}")
        try:
            socket.create_connection((HOST, port), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the server does not answer")


def _end(server: subprocess.Popen[bytes]) -> None:
    leads_a_group = server.poll() is None and os.getpgid(server.pid) == server.pid
    if leads_a_group:
        os.killpg(server.pid, signal.SIGTERM)
    else:
        server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()


def crawl(software: Software, port: int, job: Path) -> None:
    """Fetch everything that links lead to, into a job directory. Raises RuntimeError."""
    settings = ["--strategy", "bfs", "--allow-private", "--ignore-robots", "--quiet"]
    settings += ["--delay", "0", "--concurrency", "4", "--max-requests", str(software.limit)]
    for pattern in software.never:
        settings += ["--exclude", pattern]
    url = f"http://{HOST}:{port}{software.start}"
    command = [sys.executable, "-m", "periplus", "crawl", url, "-o", str(job), *settings]
    done = subprocess.run(command, check=False)
    if done.returncode not in _DONE:
        raise RuntimeError(f"the crawl ended with {done.returncode}")


def fetched(job: Path, host: str) -> list[Fetched]:
    """The answers of a crawl in their order, with the mirror's host for the server's address."""
    payloads: dict[str, bytes] = {}
    found: dict[str, Response] = {}
    for path in sorted((job / "archive").glob("*.warc.gz")):
        for record in iterate(path):
            if record.type not in (RecordType.RESPONSE, RecordType.REVISIT):
                continue
            digest = record.payload_digest or ""
            if record.type == RecordType.RESPONSE:
                payloads[digest] = record.payload
            response = record.response(body=payloads.get(digest, b""))
            if response is not None:
                found[response.url] = response
    words = WordHashes()
    return [_read(_renamed(response, host), words) for response in found.values()]


def _renamed(response: Response, host: str) -> Response:
    """The answer decoded, and as the server of the mirror's host would give it."""
    served_at = urlsplit(response.url).netloc
    port = served_at.rpartition(":")[2]
    address = re.compile(rf"({re.escape(HOST)}|localhost)(:|%3[Aa]){port}".encode())
    name = host.encode()
    kept = [
        (key, address.sub(name, value))
        for key, value in response.headers
        if key.lower() not in _OF_THE_WIRE
    ]
    body = address.sub(name, decode_payload(response, DEFAULT_LIMITS).body)
    # A small CGI server says 200 before the program says what it means (RFC 3875, 6.3.3).
    meant = response.header("status")[:3]
    status = HTTPStatus(int(meant) if meant.isdecimal() else response.status)
    return replace(
        response,
        status=status.value,
        reason=status.phrase,
        url=response.url.replace(served_at, host, 1),
        headers=(*kept, (b"Content-Length", str(len(body)).encode())),
        body=body,
    )


def _read(response: Response, words: WordHashes) -> Fetched:
    is_page = response.status == 200 and "html" in response.header("content-type")
    if not is_page:
        return Fetched(response, None)
    return Fetched(response, read_tokens(response.body, response.url, "utf-8", words))
