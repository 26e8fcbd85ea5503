"""The lock that keeps two runs off one job: an OS lock, so a dead process never holds it."""

import errno
import fcntl
import os
from pathlib import Path
from types import TracebackType

from periplus.errors import ConfigError, JobLocked
from periplus.store.database import unwritable

_NAME = ".lock"


class JobLock:
    """Held inside `with`. The file stays: removing it would let two processes lock two files."""

    def __init__(self, job: Path) -> None:
        self._path = job / _NAME
        self._descriptor: int | None = None

    def __enter__(self) -> "JobLock":
        """Take the lock.

        Raises: JobLocked, DiskFull, ConfigError where the directory is missing or cannot be locked.
        """
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise unwritable(self._path, error) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = _pid_in(descriptor)
            os.close(descriptor)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise JobLocked(str(self._path.parent), holder) from error
            raise ConfigError(
                f"{self._path}: this file system has no locks ({error.strerror}); "
                "put the job on a local disk"
            ) from error
        self._descriptor = descriptor
        _note_pid(descriptor)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _note_pid(descriptor: int) -> None:
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError:
        # A full disk: the number only names the holder to others, the lock itself is held.
        return


def _pid_in(descriptor: int) -> int | None:
    text = os.pread(descriptor, 32, 0).strip()
    return int(text) if text.isdigit() else None
