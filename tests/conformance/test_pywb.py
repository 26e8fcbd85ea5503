"""Our archives, indexes and WACZ files in tools that are not ours: pywb and the WACZ validator."""

import contextlib
import http.client
import json
import os
import random
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance import pywb_env
from periplus.archive.index import timestamp14, write_cdxj
from periplus.archive.pages import write_pages
from periplus.archive.surt import surt
from periplus.archive.wacz import WaczInfo, write_wacz
from periplus.url import canonical
from unit.archive import samples

START_SECONDS = 60
QUIET = {**os.environ, "PYTHONWARNINGS": "ignore"}

# pywb 2.10 can't decode zstd, so it can't rewrite such a page; it replays its bytes as they are.
NOT_REWRITTEN = {"http://forum.example/zstd"}


@dataclass(frozen=True, slots=True)
class Replay:
    """A running pywb that serves two collections: our files as they are, and an unpacked WACZ."""

    port: int
    sample: samples.Sample

    def get(self, collection: str, url: str, timestamp: str, mode: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(
                "GET",
                f"/{collection}/{timestamp}{mode}/{url}",
                headers={"Accept-Encoding": "gzip, br, zstd, deflate"},
            )
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()


def make_job(job: Path) -> samples.Sample:
    sample = samples.write_shapes(job / "archive")
    write_cdxj(job / "indexes" / "index.cdxj", sample.pages)
    write_pages(job / "pages" / "pages.jsonl", sample.pages, title="Shelves")
    write_wacz(job, job / "job.wacz", WaczInfo("periplus", samples.DATE, title="Shelves"))
    return sample


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError("pywb did not start")


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replay]:
    wayback, manager = pywb_env.need("wayback"), pywb_env.need("wb-manager")
    root = tmp_path_factory.mktemp("pywb")
    sample = make_job(root / "collections" / "job")
    for command in (["init", "packed"], ["add", "packed", "collections/job/job.wacz"]):
        extra = ["--unpack-wacz"] if command[0] == "add" else []
        subprocess.run(
            [manager, *command, *extra],
            cwd=root,
            env=QUIET,
            check=True,
            capture_output=True,
            timeout=START_SECONDS,
        )
    port = free_port()
    log = (root / "wayback.log").open("wb")
    process = subprocess.Popen(
        [wayback, "-b", "127.0.0.1", "-p", str(port)], cwd=root, env=QUIET, stdout=log, stderr=log
    )
    try:
        wait_for(port, process)
        yield Replay(port, sample)
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


@pytest.mark.parametrize("collection", ["job", "packed"])
def test_every_page_is_replayed_byte_for_byte(replay: Replay, collection: str) -> None:
    for page, response in zip(replay.sample.pages, replay.sample.responses, strict=True):
        status, body = replay.get(collection, page.url, timestamp14(page.date), "id_")
        assert (page.url, status, body) == (page.url, response.status, response.body)


def test_every_page_is_rewritten_for_a_browser(replay: Replay) -> None:
    for page, response in zip(replay.sample.pages, replay.sample.responses, strict=True):
        status, body = replay.get("job", page.url, timestamp14(page.date), "mp_")
        assert (page.url, status) == (page.url, response.status)
        if len(response.body) and page.url not in NOT_REWRITTEN and samples.is_shelf(response):
            assert b"A shelf of books about maps." in body, page.url


def test_a_url_that_was_not_archived_is_not_found(replay: Replay) -> None:
    assert replay.get("job", "http://forum.example/other", "2026", "id_")[0] == 404


def test_the_wacz_is_valid(tmp_path: Path) -> None:
    make_job(tmp_path)
    done = subprocess.run(
        [pywb_env.need("wacz"), "validate", "-f", str(tmp_path / "job.wacz")],
        env=QUIET,
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert "Validation succeeded" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_the_validator_sees_an_altered_wacz(tmp_path: Path) -> None:
    make_job(tmp_path)
    package = tmp_path / "job.wacz"
    data = package.read_bytes()
    altered = bytearray(data)
    altered[data.index(b".warc.gz") + 200] ^= 0xFF  # inside the stored archive
    package.write_bytes(altered)
    done = subprocess.run(
        [pywb_env.need("wacz"), "validate", "-f", str(package)],
        env=QUIET,
        capture_output=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert done.returncode != 0


def test_keys_are_those_that_pywb_looks_up() -> None:
    chance = random.Random(7)
    alphabet = "abAB/.%2;=&?+~'()*[]|^`\"<> \\é_-:@,!$1"
    hosts = ["a.example", "www.b.example:81", "WWW2.c.d.example", "192.0.2.7", "[2001:db8::1]:8080"]
    texts = [
        f"http://{chance.choice(hosts)}/"
        + "".join(chance.choices(alphabet, k=chance.randint(0, 16)))
        for _ in range(3_000)
    ]
    urls = [url for text in texts if (url := canonical(text))]
    assert len(urls) > 2_900
    script = (
        "import json, sys; from pywb.utils.canonicalize import canonicalize;"
        "json.dump([canonicalize(url) for url in json.load(sys.stdin)], sys.stdout)"
    )
    done = subprocess.run(
        [pywb_env.need("python"), "-c", script],
        input=json.dumps(urls),
        env=QUIET,
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=True,
    )
    theirs = json.loads(done.stdout)
    different = [(u, surt(u), key) for u, key in zip(urls, theirs, strict=True) if surt(u) != key]
    assert different == []
