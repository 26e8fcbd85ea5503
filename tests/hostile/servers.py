"""Bad servers, in process: each is a handler for one connection, run by `serve`.

    async with serve(drip(b"HTTP/1.1 200 OK\\r\\n\\r\\n", every=0.05)) as server:
        await fetcher.fetch(Request(server.url("/")))

A handler gets a `Connection` and does to it what it likes. `Server` notes what arrived and how much
went out, so that a test can check what the client really did.
"""

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

CERTIFICATE = Path(__file__).parent / "tls" / "certificate.pem"
KEY = Path(__file__).parent / "tls" / "key.pem"
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


class Connection:
    """One accepted connection."""

    def __init__(
        self, server: "Server", reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._server = server
        self._reader = reader
        self._writer = writer

    async def request(self) -> bytes:
        """The next request head; empty when the client has gone."""
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""
        self._server.requests.append(head)
        return head

    async def send(self, data: bytes) -> None:
        """Send and wait until it is taken; ConnectionError when the client has gone."""
        if self._writer.transport.is_closing():
            raise ConnectionResetError
        self._writer.write(data)
        await self._writer.drain()
        self._server.sent_bytes += len(data)

    def reset(self) -> None:
        """Break the connection with RST instead of FIN."""
        raw = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()


Handler = Callable[[Connection], Awaitable[None]]


class Server:
    """A listening server and what it saw."""

    def __init__(self, port: int, scheme: str) -> None:
        self.port = port
        self.scheme = scheme
        self.requests: list[bytes] = []
        self.connections = 0
        self.open_connections = 0
        self.sent_bytes = 0

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"


@contextlib.asynccontextmanager
async def serve(handler: Handler, *, tls: bool = False) -> AsyncIterator[Server]:
    """Serve on a free loopback port until the end of the block."""
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        server.connections += 1
        server.open_connections += 1
        try:
            await handler(Connection(server, reader, writer))
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            server.open_connections -= 1
            tasks.discard(task)
            writer.close()

    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE, KEY)
    listener = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=context)
    server = Server(listener.sockets[0].getsockname()[1], "https" if tls else "http")
    try:
        yield server
    finally:
        listener.close()
        for task in list(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(list(tasks), timeout=2)


def page(body: bytes = b"<p>hello</p>", headers: bytes = b"") -> bytes:
    """A complete honest response."""
    return OK + headers + b"Content-Length: %d\r\n\r\n" % len(body) + body


def honest(body: bytes = b"<p>hello</p>", headers: bytes = b"") -> Handler:
    """Answers every request on a kept-alive connection."""
    answer = page(body, headers)

    async def handle(connection: Connection) -> None:
        while await connection.request():
            await connection.send(answer)

    return handle


def answer(*parts: bytes, then_reset: bool = False, stay: float = 0.0) -> Handler:
    """Sends exactly these bytes after the request, then closes, resets or stays."""

    async def handle(connection: Connection) -> None:
        await connection.request()
        for part in parts:
            await connection.send(part)
            await asyncio.sleep(0.005)
        await asyncio.sleep(stay)
        if then_reset:
            connection.reset()

    return handle


def drip(start: bytes, piece: bytes = b"x", *, every: float, count: int = 10_000) -> Handler:
    """Sends `start` at once and then a little at a time."""

    async def handle(connection: Connection) -> None:
        await connection.request()
        await connection.send(start)
        for _ in range(count):
            await asyncio.sleep(every)
            await connection.send(piece)

    return handle


def stream(start: bytes, pieces: Iterable[bytes]) -> Handler:
    """Sends `start` and then the pieces as fast as they are taken."""

    async def handle(connection: Connection) -> None:
        await connection.request()
        await connection.send(start)
        for piece in pieces:
            await connection.send(piece)

    return handle


def silent(*, read: bool = True, seconds: float = 30.0) -> Handler:
    """Accepts and never answers."""

    async def handle(connection: Connection) -> None:
        if read:
            await connection.request()
        await asyncio.sleep(seconds)

    return handle


def slams_the_door() -> Handler:
    """Resets the connection before reading anything."""

    async def handle(connection: Connection) -> None:
        connection.reset()

    return handle


def dies_on_reuse(body: bytes = b"ok") -> Handler:
    """Keeps a connection alive but drops it when it is used again, as idle timeouts do."""

    async def handle(connection: Connection) -> None:
        await connection.request()
        await connection.send(page(body))
        await connection.request()

    return handle


def redirects(location: bytes) -> Handler:
    """Sends everybody elsewhere."""
    head = b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n"

    async def handle(connection: Connection) -> None:
        while await connection.request():
            await connection.send(head)

    return handle


def tunnel(seen: list[bytes]) -> Handler:
    """A proxy that answers everything itself and refuses CONNECT."""

    async def handle(connection: Connection) -> None:
        while head := await connection.request():
            seen.append(head)
            if head.startswith(b"CONNECT"):
                await connection.send(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
                return
            await connection.send(page(b"through the proxy"))

    return handle
