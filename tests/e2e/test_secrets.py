"""Secrets are used and written nowhere: not into the job, not to the terminal."""

import base64
import contextlib
import gzip
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from periplus.errors import ExitCode
from unit.cli.samples import Ran, Shell

PLANTED = "pl4nted-s3cret"


class Listening(ThreadingHTTPServer):
    """An HTTP server that remembers the headers of every request; also a proxy."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.heard: list[tuple[str, dict[str, str]]] = []

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Listening

    def do_GET(self) -> None:
        self.server.heard.append((self.path, dict(self.headers.items())))
        path = self.path.removeprefix("http://behind.test")
        status = 404 if path == "/robots.txt" else 200
        body = f'<p>This is {path}</p><a href="/next">next</a>'.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@pytest.fixture
def server() -> Iterator[Listening]:
    listening = Listening()
    thread = threading.Thread(target=listening.serve_forever, args=(0.05,))
    thread.start()
    yield listening
    listening.shutdown()
    thread.join()
    listening.server_close()


def contents(file: Path) -> bytes:
    """A file as it is and, where it is compressed, its members inflated."""
    data = file.read_bytes()
    if file.suffix == ".gz":
        return data + gzip.decompress(data)
    return data + _inflated_parts(data)


def _inflated_parts(data: bytes) -> bytes:
    """What zlib streams inside a file (a database's packed columns, a ZIP) unpack to."""
    found = []
    start = data.find(b"\x78\x9c")
    while start >= 0:
        with contextlib.suppress(zlib.error):
            found.append(zlib.decompressobj().decompress(data[start:], 1 << 20))
        start = data.find(b"\x78\x9c", start + 1)
    return b"".join(found)


def leaks(job: Path, ran: Ran) -> list[str]:
    """Where the secret can be found, plain or encoded."""
    encoded = base64.b64encode(f"me:{PLANTED}".encode())
    spellings = (PLANTED.encode(), encoded, encoded.rstrip(b"="))
    places = {str(file): contents(file) for file in job.rglob("*") if file.is_file()}
    places |= {"stdout": ran.out.encode(), "stderr": ran.err.encode()}
    return [name for name, data in places.items() if any(word in data for word in spellings)]


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_password_for_the_start_is_sent_to_it_and_kept_nowhere(
    shell: Shell,
    server: Listening,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: list[str],
) -> None:
    monkeypatch.setenv("PERIPLUS_BASIC_AUTH", f"me:{PLANTED}")
    job = tmp_path / "job"
    command = ("crawl", server.base_url, "-o", job, "--delay", 0, "--allow-private", *flags)
    ran = shell(*command)
    assert ran.code == ExitCode.DONE
    token = base64.b64encode(f"me:{PLANTED}".encode()).decode()
    assert [path for path, _ in server.heard] == ["/robots.txt", "/", "/next"]
    assert {headers["Authorization"] for _, headers in server.heard} == {f"Basic {token}"}
    assert leaks(job, ran) == []
    assert shell("export", job, "-q").code == ExitCode.DONE
    with gzip.open(next((job / "archive").glob("*.warc.gz"))) as warc:
        assert b"GET /next HTTP/1.1" in warc.read()  # requests are archived, less the secret


def test_the_secret_of_a_proxy_is_sent_to_it_and_kept_nowhere(
    shell: Shell, server: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = server.base_url.replace("//", f"//me:{PLANTED}@")
    monkeypatch.setenv("PERIPLUS_PROXY", proxy)
    job = tmp_path / "job"
    ran = shell(
        "crawl", "http://behind.test/", "-o", job, "--delay", 0, "--allow-private", "--json"
    )
    assert ran.code == ExitCode.DONE
    token = base64.b64encode(f"me:{PLANTED}".encode()).decode()
    assert [path for path, _ in server.heard] == [
        f"http://behind.test{path}" for path in ("/robots.txt", "/", "/next")
    ]
    assert {headers["Proxy-Authorization"] for _, headers in server.heard} == {f"Basic {token}"}
    assert leaks(job, ran) == []


def test_a_proxy_that_is_not_there_is_told_without_its_secret(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERIPLUS_PROXY", f"http://me:{PLANTED}@127.0.0.1:1")
    job = tmp_path / "job"
    ran = shell("crawl", "http://behind.test/", "-o", job, "--delay", 0, "--allow-private")
    assert ran.code == ExitCode.UNREACHABLE
    assert leaks(job, ran) == []


def test_proxies_of_the_usual_variables_are_not_used(
    shell: Shell, server: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    ran = shell("crawl", server.base_url, "-o", "job", "--delay", 0, "--allow-private", "-q")
    assert ran.code == ExitCode.DONE
    assert len(server.heard) == 3
