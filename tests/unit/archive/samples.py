"""Exchanges of every shape that the archive must keep, and a job's archive made from them."""

import gzip
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import brotli
import zstandard

from periplus.archive.captured import CapturedPage
from periplus.archive.location import Location
from periplus.archive.record import RevisitOf
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.exchange import Response, Truncation
from periplus.limits import Limits

DATE = 1_790_000_000.25
PAGE = b"<!doctype html><title>Shelf</title><p>" + b"A shelf of books about maps. " * 40 + b"</p>"
ROOMY = Limits(free_disk_bytes=0)


def request_head(path: str, host: str = "forum.example") -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: periplus/test\r\n"
        "Accept-Encoding: gzip, br\r\n\r\n"
    ).encode()


def exchange(
    path: str = "/",
    body: bytes = PAGE,
    *,
    headers: Iterable[tuple[bytes, bytes]] = ((b"Content-Type", b"text/html; charset=utf-8"),),
    status: int = 200,
    reason: str = "OK",
    date: float = DATE,
) -> Response:
    return Response(
        url=f"http://forum.example{path}",
        status=status,
        reason=reason,
        headers=tuple(headers),
        body=body,
        request_head=request_head(path),
        date=date,
        seconds=0.0,
        address="192.0.2.7",
    )


def shapes() -> dict[str, Response]:
    """One exchange of every shape, by name."""
    html = (b"Content-Type", b"text/html")
    deflated = zlib.compress(PAGE)
    plain = exchange("/plain", headers=[html, (b"Content-Length", str(len(PAGE)).encode())])
    return {
        "plain": plain,
        "chunked": replace(
            exchange("/chunked", headers=[html, (b"transfer-Encoding", b"chunked")]), chunked=True
        ),
        "chunked-like": replace(
            exchange(
                "/hex", b"1f\r\nnot a chunk", headers=[html, (b"Transfer-Encoding", b"chunked")]
            ),
            chunked=True,
        ),
        "gzip": exchange(
            "/gzip", gzip.compress(PAGE, mtime=0), headers=[html, (b"Content-Encoding", b"gzip")]
        ),
        "gzip-chunked": replace(
            exchange(
                "/gzip-chunked",
                gzip.compress(PAGE + b"!", mtime=0),
                headers=[
                    html,
                    (b"Content-Encoding", b"gzip"),
                    (b"Transfer-Encoding", b"chunked"),
                ],
            ),
            chunked=True,
        ),
        "br": exchange("/br", brotli.compress(PAGE), headers=[html, (b"Content-Encoding", b"br")]),
        "zstd": exchange(
            "/zstd",
            zstandard.ZstdCompressor().compress(PAGE),
            headers=[html, (b"Content-Encoding", b"zstd")],
        ),
        "deflate": exchange(
            "/deflate", deflated, headers=[html, (b"Content-Encoding", b"deflate")]
        ),
        "empty": exchange("/empty", b"", headers=[html, (b"Content-Length", b"0")]),
        "no-content": exchange("/204", b"", headers=[], status=204, reason="No Content"),
        "no-reason": exchange("/terse", b"terse", status=200, reason=""),
        "http-1.0": replace(exchange("/old", b"<p>old"), http_version="1.0"),
        "redirect": exchange(
            "/moved", b"", headers=[(b"Location", b"/plain")], status=301, reason="Moved"
        ),
        "not-found": exchange("/nowhere", b"gone", status=404, reason="Not Found"),
        "non-ascii": exchange(
            "/%C3%BC",
            "größer".encode("latin-1"),
            headers=[(b"X-Title", "größer".encode()), (b"X-Latin", "größer".encode("latin-1"))],
            reason="Schön",
        ),
        "repeated": exchange(
            "/cookies",
            b"c",
            headers=[(b"Set-Cookie", b"a=1"), (b"SET-COOKIE", b"b=2"), (b"set-cookie", b"a=3")],
        ),
        "truncated": replace(
            exchange("/long", PAGE[:500], headers=[html, (b"Content-Length", b"99999")]),
            truncated=Truncation.LENGTH,
        ),
        "disconnected": replace(
            exchange("/cut", PAGE[:300], headers=[html]), truncated=Truncation.DISCONNECT
        ),
        "binary": exchange(
            "/map.png",
            bytes(range(256)) * 30 + b"\r\n\r\nWARC/1.1\r\n",
            headers=[(b"Content-Type", b"image/png")],
        ),
        "no-request": replace(exchange("/silent", b"s"), request_head=b""),
        "no-address": replace(exchange("/nobody", b"n"), address=None),
        "ipv6": replace(exchange("/six", b"six"), address="2001:db8::7"),
    }


def is_shelf(response: Response) -> bool:
    """Whether the body shows PAGE, whole or cut, under some content coding."""
    return bool(response.header("content-encoding")) or response.body.startswith(PAGE[:200])


@dataclass(frozen=True, slots=True)
class Sample:
    """An archive on disk, and what went into it."""

    directory: Path
    lengths: dict[str, int]
    pages: list[CapturedPage]
    responses: list[Response]


def captured(response: Response, location: Location, revisited: Location | None) -> CapturedPage:
    return CapturedPage(
        url=response.url,
        date=response.date,
        status=response.status,
        media_type=response.media_type,
        digest=payload_digest(response.body),
        location=location,
        revisited=revisited,
        title="Shelf",
        payload_bytes=len(response.body),
    )


def write(
    directory: Path, responses: Iterable[Response], *, limits: Limits = ROOMY, level: int = 3
) -> Sample:
    """Archive the responses, each payload once."""
    writer = WarcWriter(
        directory, lengths={}, limits=limits, info={"software": "test"}, compression_level=level
    )
    seen: dict[str, tuple[Response, Location]] = {}
    pages: list[CapturedPage] = []
    kept = list(responses)
    for response in kept:
        digest = payload_digest(response.body)
        first = seen.get(digest) if response.body else None
        revisit_of = RevisitOf(first[0].url, first[0].date, digest) if first else None
        location = writer.append(response, payload_digest=digest, revisit_of=revisit_of)
        seen.setdefault(digest, (response, location))
        pages.append(captured(response, location, first[1] if first else None))
    lengths = writer.sync()
    writer.close()
    return Sample(directory, lengths, pages, kept)


def write_shapes(directory: Path, **options: Limits) -> Sample:
    """Every shape once, and the plain page again a minute later, which makes it a revisit."""
    responses = list(shapes().values())
    again = replace(responses[0], url="http://forum.example/again", date=DATE + 60)
    return write(directory, [*responses, again], **options)
