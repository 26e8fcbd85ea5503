"""Paths and views are inverse to each other in every style."""

import pytest

from periplus.synthetic.scheme import UrlScheme, UrlStyle, View
from periplus.synthetic.words import language

VIEWS = [
    View("home"),
    View("home", page=3),
    View("list"),
    View("list", page=12),
    View("thing", 0),
    View("thing", 41),
    View("thing", 1_000_003, 7),
    View("other", 5, 1, (("sort", "name"), ("session", "ab12"))),
    View("list", options=(("sort", "a b"),)),
]


def scheme(style: UrlStyle, seed: int = 0) -> UrlScheme:
    return UrlScheme(
        language(seed),
        style,
        numbered=("thing", "other"),
        single=("list",),
        options=("sort", "session"),
    )


@pytest.mark.parametrize("style", list(UrlStyle))
@pytest.mark.parametrize("seed", range(6))
def test_parse_inverts_path(style, seed):
    urls = scheme(style, seed)
    for view in VIEWS:
        assert urls.parse(urls.path(view)) == view
    assert len({urls.path(view) for view in VIEWS}) == len(VIEWS)


@pytest.mark.parametrize("style", list(UrlStyle))
def test_what_is_no_view_is_none(style):
    urls = scheme(style)
    assert urls.parse("/no/such/place/at/all") is None
    assert urls.parse("/nothing.php?x=1") is None
    assert urls.parse("/%00") is None


@pytest.mark.parametrize("style", [UrlStyle.SCRIPTS, UrlStyle.FRONT, UrlStyle.SEMICOLON])
def test_other_spellings_of_a_query_are_understood(style):
    urls = scheme(style)
    view = View("thing", 4, 3)
    path, query = urls.path(view).split("?")
    glue = ";" if ";" in query else "&"
    turned = glue.join(reversed(query.split(glue)))
    assert urls.parse(f"{path}?{turned}&utm=1") == view


@pytest.mark.parametrize("style", [UrlStyle.SCRIPTS, UrlStyle.SLUGS])
@pytest.mark.parametrize("number", ["-1", "0", "x", "", "9" * 40])
def test_bad_numbers_are_no_views(style, number):
    urls = scheme(style)
    path = urls.path(View("thing", 4321))
    assert "4322" in path
    assert urls.parse(path.replace("4322", number)) is None


def test_opaque_codes_and_word_slugs_decode_or_not():
    opaque, words = scheme(UrlStyle.OPAQUE), scheme(UrlStyle.WORDS)
    path = opaque.path(View("thing", 1))
    _, code = path.rstrip("/").removesuffix(".html").rsplit("/", 1)
    assert opaque.parse(path.replace(code, "!" * 6)) is None
    assert opaque.parse(path.replace(code, code + "0")) is None
    assert "-".join(words.slug("thing", 9)) in words.path(View("thing", 9))
    assert words.parse(words.path(View("thing", 9)).replace("-", "-x")) is None


def test_view_options():
    view = View("thing", 1).with_option("sort", "up")
    assert view.option("sort") == "up"
    assert view.option("session") is None
    assert view.plain() == View("thing", 1)
