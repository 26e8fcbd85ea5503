"""kill -9 at random moments of a process that appends, syncs and commits."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from periplus.archive.reader import iterate
from periplus.archive.recovery import recover
from periplus.archive.verify import verify

KILLS = int(os.environ.get("PERIPLUS_ARCHIVE_KILLS", "25"))

# Commits by replacing a small file, as the database's transaction does.
WORKER = """
import itertools, json, os, sys
from pathlib import Path
from dataclasses import replace
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.exchange import Response
from periplus.limits import Limits

job = Path(sys.argv[1])
state = job / "committed.json"
done = json.loads(state.read_text()) if state.exists() else {"lengths": {}, "pages": 0}
limits = Limits(free_disk_bytes=0, warc_bytes=400_000)
writer = WarcWriter(job / "archive", lengths=done["lengths"], limits=limits)
print("ready", flush=True)
for number in itertools.count(done["pages"]):
    body = os.urandom(3_000)
    response = Response(
        f"http://forum.example/{number}", 200, "OK", (), body,
        b"GET / HTTP/1.1\\r\\n\\r\\n", 1.79e9 + number, 0.0,
    )
    writer.append(response, payload_digest=payload_digest(body))
    writer.flush()
    if number % 8 == 7:
        done["lengths"] |= writer.sync()
        done["pages"] = number + 1
        part = state.with_suffix(".part")
        with part.open("w") as file:
            json.dump(done, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(state)
"""


@pytest.mark.slow
def test_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    chance = random.Random(5)
    state = tmp_path / "committed.json"
    tails = committed_pages = 0
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0.0, 0.12))
            process.kill()
            process.wait(timeout=20)
        if not state.exists():
            continue
        done = json.loads(state.read_text())
        assert done["pages"] >= committed_pages
        committed_pages = done["pages"]
        tails += any(
            path.stat().st_size != done["lengths"].get(path.name, 0)
            for path in (tmp_path / "archive").iterdir()
        )
    assert committed_pages > KILLS
    assert tails >= KILLS // 3
    recover(tmp_path / "archive", done["lengths"])
    assert verify(tmp_path / "archive", lengths=done["lengths"]) == []
    urls = [
        record.url
        for path in sorted((tmp_path / "archive").iterdir())
        for record in iterate(path)
        if record.type == "response"
    ]
    assert urls == [f"http://forum.example/{number}" for number in range(committed_pages)]
