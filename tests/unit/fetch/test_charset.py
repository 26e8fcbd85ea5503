"""Which encoding a page is in, by the order of the HTML standard."""

import pytest

from periplus.exchange import Response, Truncation
from periplus.fetch.charset import charset, decode_text, detected, is_utf8, text_of
from periplus.fetch.charset_labels import CODECS

RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 5


def response(content_type: str = "text/html", truncated: Truncation | None = None) -> Response:
    headers = ((b"Content-Type", content_type.encode("latin-1")),)
    return Response("http://a/", 200, "", headers, b"", b"", 0.0, 0.0, truncated=truncated)


def test_the_byte_order_mark_beats_everything() -> None:
    body = b"\xef\xbb\xbf<meta charset=koi8-r>"
    assert charset(response("text/html; charset=windows-1251"), body) == "utf-8"
    assert charset(response(), b"\xff\xfea\x00") == "utf-16le"
    assert charset(response(), b"\xfe\xff\x00a") == "utf-16be"


def test_the_header_beats_meta() -> None:
    body = b"<meta charset=koi8-r>\xc3\xa9"
    assert charset(response("text/html; charset=Shift_JIS"), body) == "shift_jis"


@pytest.mark.parametrize(
    "content_type",
    [
        "text/html;charset=latin2",
        'text/html; charset="iso-8859-2"',
        "text/html; CHARSET = 'ISO8859-2'",
        "text/html; boundary=x; charset=l2; x=y",
    ],
)
def test_spellings_of_the_header(content_type: str) -> None:
    assert charset(response(content_type), b"x") == "iso-8859-2"


@pytest.mark.parametrize("content_type", ["text/html; charset=", "text/html; charset=nonsense", ""])
def test_an_unknown_header_falls_back_to_meta(content_type: str) -> None:
    assert charset(response(content_type), b"<meta charset=gb2312>") == "gbk"


def test_without_any_word_the_bytes_decide() -> None:
    assert charset(response(), "<p>é".encode()) == "utf-8"
    assert charset(response(), b"<p>\xe9") == "windows-1252"


@pytest.mark.parametrize("name", ["windows-1251", "koi8-r", "utf-8"])
def test_cyrillic_is_told_apart(name: str) -> None:
    body = b"<html><body class='main page'><p>" + RUSSIAN.encode(CODECS[name]) + b"</p></body>"
    assert detected(body) == name


@pytest.mark.parametrize("name", ["utf-16le", "utf-16be"])
def test_utf_16_without_a_mark(name: str) -> None:
    assert detected("<html><p>Zürich, plain text</p></html>".encode(CODECS[name])) == name


@pytest.mark.parametrize(
    "text", ["Où est la bibliothèque? Là-bas.", "Grüße aus Köln, schöne Straße", "©"]
)
def test_western_text_stays_western(text: str) -> None:
    assert detected(text.encode("cp1252") * 20) == "windows-1252"


def test_a_cut_body_may_end_inside_a_character() -> None:
    body = "<p>été à la plage".encode() + b"\xe2\x82"
    assert not is_utf8(body)
    assert is_utf8(body, is_cut=True)
    assert not is_utf8(b"\xff" + body, is_cut=True)
    assert charset(response(truncated=Truncation.LENGTH), body) == "utf-8"
    assert charset(response(), body) == "windows-1252"


def test_text_is_decoded_without_its_mark_and_never_fails() -> None:
    assert decode_text(b"\xef\xbb\xbfabc", "utf-8") == "abc"
    assert decode_text(b"a\xffb", "utf-8") == "a\ufffdb"
    assert text_of(response("text/html; charset=koi8-r"), "привет".encode("koi8-r")) == "привет"
    for name in CODECS:
        assert isinstance(decode_text(bytes(range(256)), name), str)
