import pytest

from periplus.site.url_values import EMPTY, ValueClass, class_of, shown, url_values

SITE = "https://a.test"


@pytest.mark.parametrize(
    ("url", "values"),
    [
        ("/", {"/1": EMPTY}),
        ("/a", {"/1": "a"}),
        ("/a/", {"/1": "a", "/2": EMPTY}),
        ("/a/7", {"/1": "a", "/2": ValueClass.NUMBER}),
        ("/a/b.html", {"/1": "a", "/2": "b", ".": "html"}),
        ("/a?x=1&y=&z", {"/1": "a", "?x": ValueClass.NUMBER, "?y": EMPTY, "?z": EMPTY}),
        ("/a?x=b;y=c", {"/1": "a", "?x": "b", "?y": "c"}),
        ("/a?x=b&x=c&=d", {"/1": "a", "?x": "b"}),
        ("/a?next=/b/c", {"/1": "a", "?next": "/b/c"}),
    ],
)
def test_keys_and_values(url: str, values: dict[str, str]) -> None:
    assert url_values(SITE + url) == {"host": SITE, **values}


def test_a_url_without_a_path() -> None:
    assert url_values("https://a.test?x=b") == {"host": SITE, "/1": EMPTY, "?x": "b"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", EMPTY),
        ("12", ValueClass.NUMBER),
        ("1234abcd", ValueClass.HEXADECIMAL),
        ("8c7e0f2a-1111-4222-8333-abcdefabcdef", ValueClass.HEXADECIMAL),
        ("deadbeef", "deadbeef"),  # no digit: may be a word
        ("2024-03-01", ValueClass.DATE),
        ("2024-03", ValueClass.DATE),
        ("title-of-12", ValueClass.NUMBERED_NAME),
        ("title", "title"),
        ("x" * 121, ValueClass.LONG),
        ("<number>", "%3Cnumber>"),
    ],
)
def test_what_varies_by_nature_stands_for_its_class(value: str, expected: str) -> None:
    assert class_of(value) == expected


def test_a_hostile_url_has_bounded_parts() -> None:
    url = SITE + "/a" * 5000 + "?" + "&".join(f"k{n}={n}" for n in range(5000))
    assert len(url_values(url)) < 60


def test_values_for_people() -> None:
    assert [shown(None), shown(""), shown("a%20b")] == ["*", "–", "a b"]
