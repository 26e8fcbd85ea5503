"""Starts servers: quietly, each in a process group of its own that can be ended whole."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def start(command: Sequence[str | Path], **environment: str) -> subprocess.Popen[bytes]:
    """A program that serves until it is ended."""
    return subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
        start_new_session=True,
    )


def serve_files(root: Path, port: int) -> subprocess.Popen[bytes]:
    """A directory as it is."""
    return start([sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", root, str(port)])


def serve_php(root: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    """A directory with PHP files, by the interpreter's own server."""
    quiet = ("-d", "display_errors=0", "-d", "log_errors=0", "-d", "date.timezone=UTC")
    address = ("-S", f"127.0.0.1:{port}", "-t", str(root))
    return start(["php", *quiet, *options, *address], PHP_CLI_SERVER_WORKERS="2")
