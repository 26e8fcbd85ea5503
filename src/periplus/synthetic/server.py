"""A loopback HTTP/1.1 server for generated sites, fast enough never to be what is measured.

It writes its own protocol instead of using a framework: a benchmark of a crawler must not measure
the server. It remembers every request, so that politeness can be proven from the server's side.
"""

import asyncio
import gzip
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol

from periplus.synthetic.faults import Fault, RequestRecord
from periplus.synthetic.nature import Answer

_HEAD_LIMIT = 64 * 1024
_REASONS = {status.value: status.phrase for status in HTTPStatus}
_COMPRESSIBLE = 512


class AnsweringSite(Protocol):
    """What the server needs of a site."""

    @property
    def stateless(self) -> bool:
        """Whether the same request always gets the same answer."""

    def answer(
        self, target: str, cookies: Mapping[str, str] | None = None, base_url: str | None = None
    ) -> Answer:
        """The response to a GET of a path and query."""


@dataclass(slots=True)
class ServerSettings:
    """How a server behaves. `faults` maps a path with query, or `*`, to a misbehaviour."""

    cache_pages: int = 0
    compress: bool = False
    delay: float = 0.0
    faults: dict[str, Fault] = field(default_factory=dict)
    on_request: Callable[[RequestRecord], None] | None = None


class LoopbackServer:
    """A running server: where it is, and what it was asked."""

    def __init__(self, site: AnsweringSite, settings: ServerSettings | None = None) -> None:
        self.site = site
        self.settings = settings or ServerSettings()
        self.requests: list[RequestRecord] = []
        self.in_flight = 0
        self.peak_in_flight = 0
        self.connections = 0
        self.base_url = ""
        self._fault_counts: dict[str, int] = {}
        self._cache: OrderedDict[tuple[str, str, bool], tuple[int, bytes, bytes]] = OrderedDict()
        self._server: asyncio.Server | None = None
        self._open: set[_Connection] = set()

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listens; port 0 takes a free one."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Connection(self), host, port)
        bound = self._server.sockets[0].getsockname()[1]
        name = f"[{host}]" if ":" in host else host
        self.base_url = f"http://{name}:{bound}"

    async def stop(self) -> None:
        """Closes the socket and every connection."""
        if self._server is not None:
            self._server.close()
            for connection in list(self._open):
                connection.abort()
            await self._server.wait_closed()

    @property
    def url(self) -> str:
        """The start URL."""
        return self.base_url + "/"

    def targets(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [record.target for record in self.requests]

    def fault_for(self, target: str) -> Fault | None:
        """The misbehaviour that is due for a path now."""
        faults = self.settings.faults
        if not faults:
            return None
        key = target if target in faults else "*"
        fault = faults.get(key)
        if fault is None:
            return None
        done = self._fault_counts.get(key, 0)
        if fault.times is not None and done >= fault.times:
            return None
        self._fault_counts[key] = done + 1
        return fault

    def respond(self, target: str, cookie: str, zipped: bool) -> tuple[int, bytes, bytes]:
        """Status, head and body of the site's answer, from the cache where there is one."""
        size = self.settings.cache_pages if self.site.stateless else 0
        key = (target, cookie, zipped)
        if size:
            kept = self._cache.get(key)
            if kept is not None:
                self._cache.move_to_end(key)
                return kept
        answer = self.site.answer(target, _cookies(cookie), self.base_url)
        made = _serialise(answer, zipped)
        if size:
            self._cache[key] = made
            if len(self._cache) > size:
                self._cache.popitem(last=False)
        return made

    def connected(self, connection: "_Connection", is_open: bool) -> None:
        """Notes that a connection was opened or closed."""
        if is_open:
            self.connections += 1
            self._open.add(connection)
        else:
            self._open.discard(connection)


def _cookies(header: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, separator, value in pairs if separator}


def _serialise(answer: Answer, zipped: bool) -> tuple[int, bytes, bytes]:
    body, extra = answer.body, ""
    if zipped and len(body) > _COMPRESSIBLE:
        body = gzip.compress(body, 4, mtime=0)
        extra = "Content-Encoding: gzip\r\n"
    lines = "".join(f"{name}: {value}\r\n" for name, value in answer.headers)
    reason = _REASONS.get(answer.status, "Unknown")
    head = f"HTTP/1.1 {answer.status} {reason}\r\n{lines}{extra}Content-Length: {len(body)}\r\n\r\n"
    return answer.status, head.encode("latin-1"), body


class _Connection(asyncio.Protocol):
    """One connection: requests are answered one after the other, also when they come together."""

    def __init__(self, server: LoopbackServer) -> None:
        self._server = server
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._busy: RequestRecord | None = None
        self._close_after = False
        self._number = 0
        self._none_match = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]  # TCP gives a full Transport
        self._server.connected(self, True)
        self._number = self._server.connections

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._timer is not None:
            self._timer.cancel()
        if self._busy is not None:
            self._finish(self._busy)
        self._server.connected(self, False)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._next()

    def _next(self) -> None:
        while self._busy is None and self._transport and not self._transport.is_closing():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                if len(self._buffer) > _HEAD_LIMIT:
                    self.abort()
                return
            head = self._buffer[:end].decode("latin-1")
            self._buffer = self._buffer[end + 4 :]
            self._request(head)

    def _request(self, head: str) -> None:
        line, _, rest = head.partition("\r\n")
        parts = line.split(" ")
        if len(parts) != 3 or not parts[1].startswith("/"):
            self._write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            self._close()
            return
        headers = {}
        for row in rest.split("\r\n"):
            name, _, value = row.partition(":")
            headers[name.strip().lower()] = value.strip()
        server = self._server
        server.in_flight += 1
        server.peak_in_flight = max(server.peak_in_flight, server.in_flight)
        record = RequestRecord(
            started=time.monotonic(),
            method=parts[0],
            target=parts[1],
            status=0,
            in_flight=server.in_flight,
            connection=self._number,
            user_agent=headers.get("user-agent", ""),
            cookie=headers.get("cookie", ""),
        )
        server.requests.append(record)
        self._busy = record
        self._none_match = headers.get("if-none-match", "")
        asked = headers.get("connection", "").lower()
        # The body of a POST is not read, so that nothing can follow it.
        self._close_after = (
            asked == "close"
            or (parts[2] == "HTTP/1.0" and asked != "keep-alive")
            or record.method not in ("GET", "HEAD")
        )
        zipped = server.settings.compress and "gzip" in headers.get("accept-encoding", "")
        fault = server.fault_for(record.target)
        wait = server.settings.delay + (fault.delay if fault else 0.0)
        if wait:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, self._answer, record, zipped, fault)
        else:
            self._answer(record, zipped, fault)

    def _answer(self, record: RequestRecord, zipped: bool, fault: Fault | None) -> None:
        if fault is not None and fault.status is not None:
            replaced = Answer(fault.status, (("Content-Type", "text/plain"), *fault.headers), b"")
            status, head, body = _serialise(replaced, False)
        elif record.method in ("GET", "HEAD"):
            status, head, body = self._server.respond(record.target, record.cookie, zipped)
            if self._none_match and f"\r\nETag: {self._none_match}\r\n".encode("latin-1") in head:
                same = Answer(304, (("ETag", self._none_match),), b"")
                status, head, body = _serialise(same, False)
        else:
            status, head, body = _serialise(Answer(405, (("Allow", "GET, HEAD"),), b""), False)
        record.status = status
        if record.method == "HEAD":
            body = b""
        if fault is not None and fault.cut_after is not None:
            self._write_last(record, (head + body)[: fault.cut_after])
            self._close()
        elif fault is not None and fault.drip:
            self._write(head)
            self._drip(record, body, fault)
        else:
            self._write_last(record, head + body)
            self._go_on()

    def _drip(self, record: RequestRecord, body: bytes, fault: Fault) -> None:
        if self._transport is None:
            return
        rest = body[fault.drip :]
        if not rest:
            self._write_last(record, body)
            self._go_on()
            return
        self._write(body[: fault.drip])
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(fault.drip_seconds, self._drip, record, rest, fault)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and data:
            self._transport.write(data)
            if self._busy is not None:
                self._busy.sent += len(data)

    def _write_last(self, record: RequestRecord, data: bytes) -> None:
        # Noted before it is sent: whoever has the response finds the record complete.
        record.sent += len(data)
        self._finish(record)
        self._write(data)

    def _finish(self, record: RequestRecord) -> None:
        record.ended = time.monotonic()
        self._server.in_flight -= 1
        self._busy = None
        if self._server.settings.on_request is not None:
            self._server.settings.on_request(record)

    def _go_on(self) -> None:
        if self._close_after:
            self._close()
        elif self._buffer:
            # answers to a pipelined batch are made in turn, not recursively
            asyncio.get_running_loop().call_soon(self._next)

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()


@asynccontextmanager
async def serve(
    site: AnsweringSite,
    host: str = "127.0.0.1",
    port: int = 0,
    settings: ServerSettings | None = None,
) -> AsyncIterator[LoopbackServer]:
    """Serves a site while the block runs, in the running event loop."""
    server = LoopbackServer(site, settings)
    await server.start(host, port)
    try:
        yield server
    finally:
        await server.stop()


@contextmanager
def serve_in_thread(
    site: AnsweringSite,
    host: str = "127.0.0.1",
    port: int = 0,
    settings: ServerSettings | None = None,
) -> Iterator[LoopbackServer]:
    """Serves a site while the block runs, in a thread with an event loop of its own."""
    server = LoopbackServer(site, settings)
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    failure: list[BaseException] = []

    def run() -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(server.start(host, port))
        except OSError as error:
            failure.append(error)
        ready.set()
        if not failure:
            loop.run_forever()
            loop.run_until_complete(server.stop())
            loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    thread = threading.Thread(target=run, name="synthetic-server", daemon=True)
    thread.start()
    ready.wait()
    if failure:
        thread.join()
        raise failure[0]
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


if __name__ == "__main__":
    from periplus.synthetic.serving import main

    sys.exit(main())
