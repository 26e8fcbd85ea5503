import codecs

import pytest

from periplus.fetch.charset_labels import CODECS, encoding_of_label


def test_every_encoding_of_the_standard_is_readable() -> None:
    assert (
        len(CODECS) == 40
    )  # 39 of the Encoding standard's table, ISO-8859-8-I included, and x-user-defined
    for codec in CODECS.values():
        codecs.lookup(codec)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("UTF-8", "utf-8"),
        (" utf8\n", "utf-8"),
        ("latin1", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("gb2312", "gbk"),
        ("ks_c_5601-1987", "euc-kr"),
        ("x-sjis", "shift_jis"),
        ("iso-2022-kr", "replacement"),
        ("utf-16", "utf-16le"),
        ("iso-8859-9", "windows-1254"),
        ("utf-7", None),
        ("", None),
        ("utf 8", None),
    ],
)
def test_labels(label: str, name: str | None) -> None:
    assert encoding_of_label(label) == name
