"""Cases of the HTML standard's prescan."""

import pytest

from periplus.fetch.meta_prescan import declared_encoding


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"<meta charset=koi8-r>", "koi8-r"),
        (b'<META CHARSET="KOI8-R">', "koi8-r"),
        (b"<meta/charset='koi8-r'/>", "koi8-r"),
        (b"<meta name=x charset = koi8-r >", "koi8-r"),
        (b"<meta http-equiv=Content-Type content='text/html; charset=big5'>", "big5"),
        (b'<meta content="text/html;charset=big5" http-equiv="content-type">', "big5"),
        (b"<meta http-equiv=content-type content=\"x; charset='euc-jp'\">", "euc-jp"),
        (b"<meta content='text/html; charset=big5'>", None),
        (b"<meta http-equiv=refresh content='0; charset=big5'>", None),
        (b"<meta charset=nonsense><meta charset=gbk>", "gbk"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=gbk>", "gbk"),
        (b"<!--><meta charset=gbk>", "gbk"),
        (b"<!-- <meta charset=koi8-r>", None),
        (b"<!doctype html><html lang=de><meta charset=gbk>", "gbk"),
        (b"<a title='<meta charset=koi8-r>'><meta charset=gbk>", "gbk"),
        (b"</p title='<meta charset=koi8-r>'><meta charset=gbk>", "gbk"),
        (b"<?xml encoding='koi8-r'?><meta charset=gbk>", "gbk"),
        (b"<metadata charset=koi8-r><meta charset=gbk>", "gbk"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=", None),
        (b"<meta charset", None),
        (b"<meta charset='koi8-r", "koi8-r"),
        (b"<meta", None),
        (b"< meta charset=koi8-r>", None),
        (b"<meta =charset=koi8-r charset=gbk>", "gbk"),
        (b"<meta charset=gbk charset=koi8-r>", "gbk"),
        (b"<", None),
        (b"<!", None),
        (b"", None),
        (b"plain text", None),
    ],
)
def test_prescan(head: bytes, name: str | None) -> None:
    assert declared_encoding(head) == name


@pytest.mark.parametrize(
    "piece", [b"<", b"<a", b"<a x='", b"<!--", b"<meta ", b"</", b"= ", b"<a =="]
)
def test_hostile_repetition_is_linear_enough(piece: bytes) -> None:
    declared_encoding((piece * 4096)[:4096])
