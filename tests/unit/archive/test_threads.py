"""threads.jsonl."""

import json
from pathlib import Path

from periplus.archive.threads import Thread, ThreadPage, ThreadPost, write_threads


def test_one_object_a_line(tmp_path: Path) -> None:
    page = ThreadPage("http://site.test/t", "2026-01-01T00:00:00Z", "a.warc.gz", 5, 10)
    threads = [Thread(f"http://site.test/{n}", "T", [page], [ThreadPost("hi")]) for n in range(3)]
    path = tmp_path / "threads" / "threads.jsonl"
    assert write_threads(path, iter(threads)) == 3
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert rows[0]["posts"] == [{"text": "hi", "author": None, "date": None}]
    assert rows[2]["pages"][0]["warc_offset"] == 5


def test_no_threads_make_an_empty_file(tmp_path: Path) -> None:
    assert write_threads(tmp_path / "threads.jsonl", []) == 0
    assert (tmp_path / "threads.jsonl").read_bytes() == b""
