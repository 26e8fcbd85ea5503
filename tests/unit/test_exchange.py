"""Requests and responses as values."""

import dataclasses

import pytest

from periplus.exchange import Purpose, RawHeaders, Request, Response, Truncation, as_shown


def response(
    headers: RawHeaders = (), *, status: int = 200, body: bytes = b"", url: str = "https://h/"
) -> Response:
    return Response(
        url=url,
        status=status,
        reason="",
        headers=headers,
        body=body,
        request_head=b"GET / HTTP/1.1\r\n\r\n",
        date=0.0,
        seconds=0.1,
    )


def test_a_request_asks_for_a_page_unless_told_otherwise() -> None:
    assert Request("https://h/").purpose is Purpose.PAGE
    assert Request("https://h/").headers == ()
    with pytest.raises(dataclasses.FrozenInstanceError):
        Request("https://h/").url = "https://i/"  # type: ignore[misc]


def test_truncations_are_the_words_of_warc() -> None:
    assert {str(reason) for reason in Truncation} == {"length", "time", "disconnect"}


def test_headers_are_found_in_any_case_and_the_first_wins() -> None:
    got = response(((b"X-A", b" one "), (b"x-a", b"two"), (b"X-L", b"\xe9")))
    assert got.header("x-A") == "one"
    assert got.header("X-L") == "é"
    assert got.header("x-b") == ""
    assert got.header("x-b", "none") == "none"


@pytest.mark.parametrize(
    ("value", "media_type"),
    [
        (b"text/html", "text/html"),
        (b"Text/HTML; charset=UTF-8", "text/html"),
        (b" application/json ;x", "application/json"),
        (b"", ""),
    ],
)
def test_media_type(value: bytes, media_type: str) -> None:
    assert response(((b"Content-Type", value),)).media_type == media_type


@pytest.mark.parametrize(
    ("value", "body", "is_html"),
    [
        (b"text/html", b"", True),
        (b"application/xhtml+xml; charset=utf-8", b"", True),
        (b"image/png", b"<html>", False),
        (b"text/plain", b"<html>", False),
        (b"", b"\n <html>", True),
        (b"", b"GIF89a", False),
        (b"", b"", False),
    ],
)
def test_pages_are_known_by_their_type_and_by_their_look_only_without_one(
    value: bytes, body: bytes, is_html: bool
) -> None:
    headers = ((b"Content-Type", value),) if value else ()
    assert response(headers, body=body).is_html is is_html


@pytest.mark.parametrize(
    ("status", "location", "is_redirect"),
    [
        *((status, b"/x", True) for status in (301, 302, 303, 307, 308)),
        *((status, b"/x", False) for status in (200, 201, 300, 304, 305, 404)),
        (302, b"", False),
        (302, b"  ", False),
    ],
)
def test_redirects_need_a_status_and_a_target(
    status: int, location: bytes, is_redirect: bool
) -> None:
    assert response(((b"Location", location),), status=status).is_redirect is is_redirect


def test_a_page_as_shown_is_the_same_exchange_with_another_body() -> None:
    sent = Response(
        url="http://a.example/",
        status=200,
        reason="OK",
        headers=((b"Content-Encoding", b"gzip"), (b"Content-Type", b"text/html")),
        body=b"\x1f\x8b",
        request_head=b"GET / HTTP/1.1\r\n\r\n",
        date=7.0,
        seconds=0.1,
        chunked=True,
    )
    shown = as_shown(sent, b"<p>built</p>")
    assert (shown.url, shown.status, shown.date) == (sent.url, 200, 7.0)
    assert shown.body == b"<p>built</p>"
    assert shown.header("content-encoding") == ""
    assert shown.is_html
