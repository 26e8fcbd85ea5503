"""Files that are there whole or not at all, and what the disk's errors mean."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from periplus.errors import ArchiveError, DiskFull

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def disk_error(error: OSError, path: Path) -> ArchiveError:
    """The error of our own tree for an error of the operating system."""
    if error.errno in _NO_ROOM:
        return DiskFull(
            f"no room left for {path} ({error.strerror}): everything committed so far is safe; "
            "free some space and run again"
        )
    return ArchiveError(
        f"cannot write {path} ({error.strerror or error}): everything committed so far is safe; "
        "mend the disk or its permissions and run again"
    )


def sync_directory(directory: Path) -> None:
    """Make created, renamed and removed names durable."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of `path` when all of it is on the disk.

    Raises:
        DiskFull: no room; what was at `path` before is untouched.
        ArchiveError: the disk failed otherwise; untouched as well.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_directory(path.parent)
    except OSError as error:
        raise disk_error(error, path) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
