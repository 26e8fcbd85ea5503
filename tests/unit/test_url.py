"""Joining, canonical form, parts and identities of URLs."""

import time

import numpy as np
import pytest

from periplus import url as urls
from periplus.limits import DEFAULT_LIMITS


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("https://h.example/a/b?c", "d", "https://h.example/a/d"),
        ("https://h.example/a/b?c", "?d=1", "https://h.example/a/b?d=1"),
        ("https://h.example/a/b?c", "#top", "https://h.example/a/b?c"),
        ("https://h.example/a/b", "../../../x", "https://h.example/x"),
        ("https://h.example/a/b", "//other.example", "https://other.example/"),
        ("https://h.example/a/b", "  /x\n", "https://h.example/x"),
        ("https://h.example/a/b", "/x\ty", "https://h.example/xy"),
        ("https://h.example/a/b", "\\x", "https://h.example/x"),
        ("https://h.example/", "http:x", "http://x/"),
        ("http://h.example/a/", "http:x", "http://h.example/a/x"),
        ("https://h.example/", "HTTPS://H.Example:443/A", "https://h.example/A"),
        ("https://h.example/", "http://0x7f.1/", "http://127.0.0.1/"),
        ("https://h.example/", "http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("https://h.example/", "/ü?ü", "https://h.example/%C3%BC?%C3%BC"),
        ("https://h.example/", "/\ud800", "https://h.example/%EF%BF%BD"),
    ],
)
def test_join(base: str, reference: str, expected: str) -> None:
    assert urls.join(base, reference) == expected


@pytest.mark.parametrize(
    "reference",
    [
        "mailto:a@b.example",
        "javascript:void(0)",
        "data:text/html,x",
        "ftp://h.example/",
        "file:///etc/passwd",
        "http://",
        "http://h.example:99999/",
        "http://a b/",
        "http://256.256.256.256/",
        "http://[::1",
        "https://user@h.example/",
        "https://user:secret@h.example/",
        "https://:@h.example@i.example/",
    ],
)
def test_what_is_not_to_be_fetched_is_none(reference: str) -> None:
    assert urls.join("https://h.example/", reference) is None


def test_an_at_sign_in_the_path_is_no_credential() -> None:
    assert urls.canonical("https://h.example/@user") == "https://h.example/@user"


@pytest.mark.parametrize(
    "url", ["", "x", "/x", "#x", "//h.example/", "h.example", "data:,x", "about:blank"]
)
def test_only_absolute_urls_have_a_canonical_form(url: str) -> None:
    assert urls.canonical(url) is None


@pytest.mark.parametrize(
    ("spelling", "same"),
    [
        ("HTTPS://H.EXAMPLE", "https://h.example/"),
        ("https://h.example:443/", "https://h.example/"),
        ("http://h.example:80/", "http://h.example/"),
        ("https://h.example/a/./b/../c", "https://h.example/a/c"),
        ("https://h.example/%2f%c3%bC", "https://h.example/%2F%C3%BC"),
        ("https://h.example/a#b", "https://h.example/a"),
    ],
)
def test_spellings_that_the_standard_makes_one(spelling: str, same: str) -> None:
    assert urls.canonical(spelling) == same


@pytest.mark.parametrize(
    "url",
    [
        "https://h.example/A/b//c/",
        "https://h.example/a?b=2&a=1&a=1&&",
        "https://h.example/a?",
        "https://h.example/a;jsessionid=1?sid=2&utm_source=x",
        "https://h.example/%41%7E",
        "https://h.example:8080/index.html",
        "https://h.example./",
        "https://[2001:db8::1]:81/",
    ],
)
def test_nothing_else_is_changed(url: str) -> None:
    assert urls.canonical(url) == url


def test_the_length_limit_counts_before_and_after_escaping() -> None:
    room = DEFAULT_LIMITS.url_bytes - len("https://h.example/")
    assert urls.canonical("https://h.example/" + "a" * room) is not None
    assert urls.canonical("https://h.example/" + "a" * (room + 1)) is None
    assert urls.canonical("https://h.example/" + "ü" * (room // 3)) is None


def test_a_huge_reference_is_refused_at_once() -> None:
    reference = "/" + "a/../" * 200_000
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        assert urls.join("https://h.example/", reference) is None
        seconds.append(time.perf_counter() - started)
    assert min(seconds) <= 0.001


@pytest.mark.parametrize(
    ("url", "origin", "host", "rest"),
    [
        ("https://h.example/", "https://h.example", "h.example", "/"),
        ("https://h.example", "https://h.example", "h.example", "/"),
        ("http://h.example:81/a?b/c", "http://h.example:81", "h.example", "/a?b/c"),
        ("http://[::1]:8080/a", "http://[::1]:8080", "[::1]", "/a"),
        ("http://[::1]/", "http://[::1]", "[::1]", "/"),
    ],
)
def test_parts(url: str, origin: str, host: str, rest: str) -> None:
    assert urls.origin(url) == origin
    assert urls.host(url) == host
    assert urls.path_and_query(url) == rest


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.example.co.uk", "example.co.uk"),
        ("example.com", "example.com"),
        ("co.uk", "co.uk"),
        ("me.github.io", "me.github.io"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("www.xn--bcher-kva.de", "xn--bcher-kva.de"),
    ],
)
def test_site(host: str, site: str) -> None:
    assert urls.site(host) == site


def test_identities_never_change() -> None:
    # Stored in job databases: a new value would make every known URL unknown.
    assert urls.url_hash("https://example.com/") == 0x4CA4CA394042CCEB
    assert urls.url_hash("") == 0x2D06800538D394C2  # XXH3's published test vector
    assert urls.url_hash("https://example.com/ü") != urls.url_hash("https://example.com/u")


def test_hashes_are_those_of_single_urls() -> None:
    many = [f"https://example.com/{n}" for n in range(100)]
    hashes = urls.url_hashes(many)
    assert hashes.dtype == np.uint64
    assert hashes.tolist() == [urls.url_hash(url) for url in many]
    assert urls.url_hashes([]).size == 0
