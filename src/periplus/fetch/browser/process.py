"""The browser's processes: found by the token on their command line, measured, ended by number.

Playwright starts Chromium and keeps its number to itself. A browser that hangs must end all the
same, and so must one whose driver was killed.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")


def find_process(token: str) -> int | None:
    """The number of the browser's main process; None where there is none (or no /proc)."""
    wanted = f"--periplus-token={token}".encode()
    for entry in _numbers():
        with suppress(OSError):
            words = (_PROC / str(entry) / "cmdline").read_bytes().split(b"\0")
            if wanted in words and not any(word.startswith(b"--type=") for word in words):
                return entry
    return None


def family(number: int) -> list[int]:
    """A process and all below it, parents first."""
    children: dict[int, list[int]] = {}
    for entry in _numbers():
        with suppress(OSError, ValueError, IndexError):
            stat = (_PROC / str(entry) / "stat").read_text()
            parent = int(stat.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(entry)
    found = [number]
    for member in found:  # grows while it is walked
        found += children.get(member, ())
    return found


def resident_bytes(number: int) -> int:
    """The memory that a process and all below it hold, shared pages counted once each."""
    size = os.sysconf("SC_PAGE_SIZE")
    total = 0
    for member in family(number):
        with suppress(OSError, ValueError, IndexError):
            parts = (_PROC / str(member) / "statm").read_text().split()
            total += (int(parts[1]) - int(parts[2])) * size
    return total


def end(number: int) -> None:
    """Kill a process and all below it. Those that are gone already are none the worse."""
    for member in family(number):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)


def _numbers() -> list[int]:
    with suppress(OSError):
        return [int(entry.name) for entry in _PROC.iterdir() if entry.name.isdigit()]
    return []
