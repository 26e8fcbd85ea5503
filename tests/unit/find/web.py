"""A loopback server that answers as it is told: engines and sites for the tests of searching."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

Answer = tuple[int, str, bytes, dict[str, str]]  # status, media type, body, more headers
Handler = Callable[[str, dict[str, str], dict[str, str]], Answer]


@dataclass
class Web:
    """Where it listens, and what was asked."""

    base: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def served(handler: Handler) -> Iterator[Web]:
    """Serve on a free port; the handler gets path, query and headers."""

    class Requests(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {key: values[0] for key, values in parse_qs(parts.query).items()}
            web.asked.append(self.path)
            headers = {key.lower(): value for key, value in self.headers.items()}
            status, media_type, body, more = handler(parts.path, query, headers)
            self.send_response(status)
            for name, value in {"Content-Type": media_type, **more}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Requests)
    server.daemon_threads = True
    web = Web(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
