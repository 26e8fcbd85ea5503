import socket
import time
import urllib.request
from pathlib import Path

from benchmarks.software.static_files import serve_files


def test_files_are_served(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>here")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    server = serve_files(tmp_path, port)
    try:
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                    assert answer.read() == b"<p>here"
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise AssertionError("no answer")
    finally:
        server.terminate()
        server.wait()
