import pytest

from periplus.archive.surt import surt


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://forum.example/", "example,forum)/"),
        ("http://forum.example", "example,forum)/"),
        ("https://www.forum.example/", "example,forum)/"),
        ("https://www12.forum.example/", "example,forum)/"),
        ("http://forum.example:8080/A", "example,forum:8080)/a"),
        ("http://forum.example:80/", "example,forum)/"),
        ("https://forum.example:443/", "example,forum)/"),
        ("http://192.0.2.7:81/x", "7,2,0,192:81)/x"),
        ("http://[2001:db8::1]/x", "2001:db8::1)/x"),
        ("http://forum.example/a//b/./c/../d/", "example,forum)/a/b/d"),
        ("http://forum.example/?b=2&a=1&a=0", "example,forum)/?a=0&a=1&b=2"),
        ("http://forum.example/?", "example,forum)/"),
        ("http://forum.example/%7Euser/a%20b", "example,forum)/~user/a%20b"),
        ("http://forum.example/?q=%2525", "example,forum)/?q=%25"),
        ("http://forum.example/?q=%C3%9C#frag", "example,forum)/?q=%c3%9c"),
        ("http://user:pass@forum.example/", "example,forum)/"),
    ],
)
def test_keys(url: str, key: str) -> None:
    assert surt(url) == key


def test_a_key_is_one_word_of_ascii() -> None:
    for url in ("http://x/ü ü", "http://x/?a b\r\n", "http://x/\udc80", "", "nonsense here"):
        assert surt(url).isascii()
        assert not any(c.isspace() for c in surt(url).partition(")")[2])
