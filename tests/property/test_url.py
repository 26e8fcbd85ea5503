"""Properties of canonical URLs, for any text."""

import string
from urllib.parse import parse_qsl

from hypothesis import given, settings
from hypothesis import strategies as st

from periplus import url as urls

SURROGATES_TOO = st.text(st.characters(codec=None, exclude_categories=()), max_size=300)
PIECE = st.text(string.ascii_letters + string.digits + "-_.~%!$'()*+,;:@|^ üß/\\", max_size=12)
PLAIN = st.text(string.ascii_letters + string.digits + "-_~", min_size=1, max_size=8)
HOST = st.sampled_from(
    ["h.example", "H.Example", "www.h.example.", "127.0.0.1", "[2001:DB8::1]", "bücher.example"]
)


@st.composite
def urls_like(draw: st.DrawFn) -> str:
    scheme = draw(st.sampled_from(["http://", "https://", "HTTP://", "https:\\\\"]))
    port = draw(st.sampled_from(["", ":80", ":443", ":8080"]))
    path = "".join("/" + piece for piece in draw(st.lists(PIECE, max_size=5)))
    query = draw(st.sampled_from(["", "?"])) and "?" + draw(PIECE) + "&" + draw(PIECE)
    fragment = draw(st.sampled_from(["", "#x", "# "]))
    return scheme + draw(HOST) + port + path + query + fragment


@given(SURROGATES_TOO)
def test_no_text_is_an_error(text: str) -> None:
    for got in (urls.canonical(text), urls.join("https://h.example/a/b?c", text)):
        assert got is None or got.startswith(("http://", "https://"))


@given(SURROGATES_TOO | urls_like())
@settings(max_examples=300)
def test_a_canonical_form_is_ascii_and_printable_and_ends_before_the_fragment(text: str) -> None:
    got = urls.join("https://h.example/a/b?c", text)
    if got is not None:
        assert got.isascii()
        assert got.isprintable()
        assert " " not in got
        assert "#" not in got


@given(urls_like())
@settings(max_examples=300)
def test_canonical_is_idempotent(url: str) -> None:
    once = urls.canonical(url)
    if once is not None:
        assert urls.canonical(once) == once


@given(urls_like(), urls_like() | SURROGATES_TOO)
@settings(max_examples=300)
def test_joining_gives_canonical_urls_and_leaves_them_alone(base: str, reference: str) -> None:
    start = urls.canonical(base)
    if start is None:
        return
    joined = urls.join(start, reference)
    if joined is not None:
        assert urls.canonical(joined) == joined
        assert urls.join(start, joined) == joined
        assert urls.join(joined, "") == joined


@given(st.lists(PLAIN, max_size=6), st.booleans(), st.lists(st.sampled_from(["", "/"]), max_size=3))
def test_the_case_and_the_slashes_of_a_path_are_kept(
    pieces: list[str], ends_with_slash: bool, extra: list[str]
) -> None:
    path = "/" + "/".join(pieces) + "".join(extra) + ("/" if ends_with_slash else "")
    assert urls.canonical(f"https://h.example{path}") == f"https://h.example{path}"


@given(st.lists(st.tuples(PLAIN, PLAIN | st.just("")), min_size=1, max_size=6))
def test_no_parameter_is_dropped_or_moved(pairs: list[tuple[str, str]]) -> None:
    query = "&".join(f"{key}={value}" for key, value in pairs)
    got = urls.canonical(f"https://h.example/a?{query}#f")
    assert got is not None
    assert parse_qsl(got.split("?", 1)[1], keep_blank_values=True) == pairs
    assert got.split("?", 1)[1] == query


@given(urls_like())
def test_the_parts_make_the_whole(url: str) -> None:
    got = urls.canonical(url)
    if got is not None:
        assert urls.origin(got) + urls.path_and_query(got) == got
        assert urls.host(got) in urls.origin(got)
        assert urls.canonical(urls.origin(got)) == urls.origin(got) + "/"


@given(st.lists(urls_like().map(urls.canonical).filter(bool), max_size=20))
def test_equal_urls_and_only_those_have_equal_hashes(some: list[str]) -> None:
    hashes = urls.url_hashes(some).tolist()
    assert hashes == [urls.url_hash(url) for url in some]
    assert len(set(hashes)) == len(set(some))
