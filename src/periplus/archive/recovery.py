"""Bringing the archive back to its last commit: what was appended after it never happened."""

import os
from collections.abc import Mapping
from pathlib import Path

from periplus.archive.durable import sync_directory
from periplus.errors import ArchiveDamaged

SUFFIX = ".warc.gz"
_ADVICE = "restore it from a copy, or run `periplus verify JOB --repair` to go on without it"


def recover(directory: Path, lengths: Mapping[str, int]) -> None:
    """Cut every file at its committed length and remove files that were never committed.

    Raises:
        ArchiveDamaged: a committed file is missing or shorter than it was when committed.
    """
    sizes = {name: _size(directory / name) for name in lengths}
    for name, length in lengths.items():  # before anything is changed
        size = sizes[name]
        if size is None:
            raise ArchiveDamaged(str(directory / name), 0, f"the file is missing; {_ADVICE}")
        if size < length:
            raise ArchiveDamaged(
                str(directory / name),
                size,
                f"the file ends here but {length} bytes were committed; {_ADVICE}",
            )
    changed = False
    for path in sorted(directory.glob("*" + SUFFIX)):
        committed = lengths.get(path.name, 0)
        if not committed:
            path.unlink()
            changed = True
        elif sizes[path.name] != committed:
            _cut(path, committed)
    if changed:
        sync_directory(directory)


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None


def _cut(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(length)
        os.fsync(file.fileno())
