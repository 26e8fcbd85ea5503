"""threads.jsonl: one object for each thread, its pages in order and its posts joined."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from periplus.archive.durable import replacing

_encode = msgspec.json.Encoder().encode


class ThreadPost(msgspec.Struct, frozen=True):
    """One post. Where the records show no author or date there is none."""

    text: str
    author: str | None = None
    date: str | None = None  # ISO 8601, as the page prints it: without a zone


class ThreadPage(msgspec.Struct, frozen=True):
    """One page of a thread and where its record lies."""

    url: str
    date: str
    warc_file: str
    warc_offset: int
    warc_length: int


class Thread(msgspec.Struct, frozen=True):
    """Pages that are parts of one thing."""

    id: str  # URL of the first page
    title: str
    pages: list[ThreadPage]
    posts: list[ThreadPost]


def write_threads(path: Path, threads: Iterable[Thread]) -> int:
    """One JSON object a line; the number of threads.

    Raises:
        DiskFull: no room; the file that was there before is untouched.
    """
    count = 0
    with replacing(path) as out:
        for thread in threads:
            out.write(_encode(thread) + b"\n")
            count += 1
    return count
