from pathlib import Path

from benchmarks.software.crawling import fetched
from periplus.archive.writer import WarcWriter
from periplus.exchange import Response

HERE = "http://127.0.0.1:8123"
PAGE = (
    b'<body><a href="http://127.0.0.1:8123/a?to=http%3A%2F%2F127.0.0.1%3A8123%2F">a</a> 127.0.0.1'
)


def response(path: str, *headers: tuple[bytes, bytes]) -> Response:
    return Response(
        url=HERE + path,
        status=200,
        reason="OK",
        headers=((b"Content-Type", b"text/html"), (b"Content-Length", b"%d" % len(PAGE)), *headers),
        body=PAGE,
        request_head=b"GET / HTTP/1.1\r\n\r\n",
        date=1_700_000_000.0,
        seconds=0.0,
    )


def test_answers_are_read_back_under_the_mirrors_host(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path / "archive", lengths={})
    for path in ("/", "/again"):
        writer.append(response(path), payload_digest="sha1:A")
    writer.sync()
    writer.close()
    first, second = fetched(tmp_path, "site.test")
    assert first.response.url == "http://site.test/"
    assert first.tokens is not None
    assert first.tokens.links == ("http://site.test/a?to=http%3A%2F%2Fsite.test%2F",)
    assert first.html.endswith("</a> 127.0.0.1")
    assert second.response.header("content-length") == str(len(first.response.body))


def test_the_status_that_a_cgi_program_means_counts(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path / "archive", lengths={})
    moved = (b"Status", b"302 Found"), (b"Location", b"http://localhost:8123/new")
    writer.append(response("/", *moved), payload_digest="sha1:A")
    writer.sync()
    writer.close()
    (page,) = fetched(tmp_path, "site.test")
    assert (page.response.status, page.response.reason) == (302, "Found")
    assert page.response.header("location") == "http://site.test/new"
    assert page.tokens is None
