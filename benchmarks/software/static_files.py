"""Serves sites that are plain files."""

import subprocess
import sys
from pathlib import Path


def serve_files(directory: Path, port: int) -> subprocess.Popen[bytes]:
    """Python's own server over a directory, on loopback."""
    command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "-d", str(directory)]
    return subprocess.Popen(
        [*command, str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
