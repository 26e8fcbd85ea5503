"""Cookies: where they go, and above all where they don't."""

import itertools

import pytest

from periplus import url as urls
from periplus.fetch.cookies import CookieJar
from periplus.limits import DEFAULT_LIMITS, Limits

NOW = 1_800_000_000.0
SCHEMES = ("http", "https")
HOSTS = (
    "a.example",
    "www.a.example",
    "x.www.a.example",
    "b.example",
    "xa.example",
    "a.example.evil.test",
    "site.co.uk",
    "other.co.uk",
    "one.github.io",
    "two.github.io",
    "192.0.2.1",
    "2.192.0.2.1.nip.example",
)
PORTS = ("", ":8080")


def jar_with(*cookies: tuple[str, str], limits: Limits = DEFAULT_LIMITS) -> CookieJar:
    jar = CookieJar(limits)
    for url, header in cookies:
        jar.set(url, header, NOW)
    return jar


def sent(jar: CookieJar, url: str, now: float = NOW) -> str:
    return jar.header_for(url, now)


def places() -> list[tuple[str, str, str]]:
    return list(itertools.product(SCHEMES, HOSTS, PORTS))


def test_a_cookie_without_a_domain_goes_back_to_its_origin_alone() -> None:
    """The full matrix of scheme, host and port, from each to each."""
    for scheme, host, port in places():
        jar = jar_with((f"{scheme}://{host}{port}/", "s=1"))
        for to_scheme, to_host, to_port in places():
            upgraded = (scheme, port, to_scheme, to_port) == ("http", "", "https", "")
            same = (scheme, port) == (to_scheme, to_port)
            expected = "s=1" if host == to_host and (same or upgraded) else ""
            assert sent(jar, f"{to_scheme}://{to_host}{to_port}/") == expected


def test_a_domain_cookie_goes_to_the_domain_and_no_further() -> None:
    for scheme, host, port in places():
        domain = urls.site(host)
        jar = jar_with((f"{scheme}://{host}{port}/", f"s=1; Domain={domain}"))
        for to_scheme, to_host, to_port in places():
            upgraded = (scheme, port, to_scheme, to_port) == ("http", "", "https", "")
            same = (scheme, port) == (to_scheme, to_port)
            inside = to_host == domain or to_host.endswith("." + domain)
            expected = "s=1" if inside and (same or upgraded) else ""
            assert sent(jar, f"{to_scheme}://{to_host}{to_port}/") == expected


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("a.example", "example"),
        ("site.co.uk", "co.uk"),
        ("site.co.uk", "uk"),
        ("one.github.io", "github.io"),
        ("a.example", "b.example"),
        ("a.example", "www.a.example"),
        ("xa.example", "a.example"),
        ("a.example.evil.test", "a.example"),
        ("192.0.2.1", "2.1"),
        ("192.0.2.1", "0.2.1"),
        ("a.example", "a.example."),
    ],
)
def test_a_domain_that_is_not_the_servers_own_is_refused(host: str, domain: str) -> None:
    jar = CookieJar(DEFAULT_LIMITS)
    assert not jar.set(f"https://{host}/", f"s=1; Domain={domain}", NOW)
    assert len(jar) == 0


def test_a_leading_dot_and_the_own_host_are_accepted_as_domains() -> None:
    jar = jar_with(("https://www.a.example/", "s=1; domain=.A.EXAMPLE"))
    assert sent(jar, "https://a.example/") == "s=1"
    jar = jar_with(("https://192.0.2.1/", "s=1; Domain=192.0.2.1"))
    assert sent(jar, "https://192.0.2.1/") == "s=1"


def test_secure_needs_https_to_be_set() -> None:
    assert len(jar_with(("http://a.example/", "s=1; Secure"))) == 0
    jar = jar_with(("https://a.example/", "s=1; Secure"))
    assert sent(jar, "https://a.example/") == "s=1"
    assert sent(jar, "http://a.example/") == ""


@pytest.mark.parametrize(
    ("header", "kept"),
    [
        ("__Secure-s=1; Secure", True),
        ("__Secure-s=1", False),
        ("__Host-s=1; Secure; Path=/", True),
        ("__host-s=1; Secure; Path=/; Domain=a.example", False),
        ("__Host-s=1; Secure; Path=/x", False),
        ("__Host-s=1; Path=/", False),
    ],
)
def test_prefixes_are_promises(header: str, kept: bool) -> None:
    assert CookieJar(DEFAULT_LIMITS).set("https://a.example/", header, NOW) is kept


@pytest.mark.parametrize(
    ("set_at", "attribute", "asked", "goes"),
    [
        ("/dir/page", "", "/dir/other", True),
        ("/dir/page", "", "/dir", True),
        ("/dir/page", "", "/direct", False),
        ("/dir/page", "", "/", False),
        ("/page", "", "/anything", True),
        ("/", "; Path=/a", "/a", True),
        ("/", "; Path=/a", "/a/b?c", True),
        ("/", "; Path=/a", "/ab", False),
        ("/", "; Path=/a/", "/a/b", True),
        ("/", "; Path=/a/", "/a", False),
        ("/x/y", "; Path=relative", "/x/z", True),
    ],
)
def test_paths(set_at: str, attribute: str, asked: str, goes: bool) -> None:
    jar = jar_with((f"http://a.example{set_at}", f"s=1{attribute}"))
    assert bool(sent(jar, f"http://a.example{asked}")) is goes


@pytest.mark.parametrize(
    ("attributes", "lives"),
    [
        ("; Max-Age=10", True),
        ("; Max-Age=0", False),
        ("; Max-Age=-1", False),
        ("; Max-Age=ten", True),
        ("; Expires=Thu, 01 Jan 1970 00:00:00 GMT", False),
        ("; Expires=Thu, 01 Jan 2099 00:00:00 GMT", True),
        ("; Expires=never", True),
        ("; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=10", True),
    ],
)
def test_expiry(attributes: str, lives: bool) -> None:
    jar = jar_with(("http://a.example/", f"s=1{attributes}"))
    assert bool(sent(jar, "http://a.example/")) is lives


def test_a_cookie_ends_when_its_time_is_up_and_after_400_days_at_most() -> None:
    jar = jar_with(("http://a.example/", "s=1; Max-Age=10"))
    assert sent(jar, "http://a.example/", NOW + 9.9) == "s=1"
    assert sent(jar, "http://a.example/", NOW + 10) == ""
    jar = jar_with(("http://a.example/", "s=1; Max-Age=999999999999"))
    assert sent(jar, "http://a.example/", NOW + 401 * 86400) == ""


def test_an_expired_replacement_deletes() -> None:
    jar = jar_with(("http://a.example/", "s=1"))
    assert jar.set("http://a.example/", "s=gone; Max-Age=0", NOW)
    assert len(jar) == 0
    assert not jar


def test_replacement_and_order() -> None:
    jar = jar_with(
        ("http://a.example/", "a=1"),
        ("http://a.example/", "b=2; Path=/deep"),
        ("http://a.example/", "a=3"),
        ("http://a.example/", "c=4"),
    )
    assert sent(jar, "http://a.example/deep/x") == "b=2; a=3; c=4"


def test_limits_hold() -> None:
    jar = CookieJar(Limits(cookies_per_host=5, cookie_bytes=100))
    for n in range(20):
        jar.set("http://a.example/", f"c{n}={n}", NOW)
    assert sent(jar, "http://a.example/") == "c15=15; c16=16; c17=17; c18=18; c19=19"
    assert not jar.set("http://a.example/", "big=" + "x" * 100, NOW)


def test_the_header_stays_within_what_servers_accept() -> None:
    jar = CookieJar(DEFAULT_LIMITS)
    for n in range(50):
        jar.set("http://a.example/", f"c{n}={'x' * 1000}", NOW)
    assert 7000 < len(sent(jar, "http://a.example/")) <= 8190


@pytest.mark.parametrize(
    "header", ["", "=v", "novalue", "a=b\r\nX: y", "a=b\x00", "a\x01=b", "; Path=/", " = "]
)
def test_malformed_cookies_are_dropped(header: str) -> None:
    assert not CookieJar(DEFAULT_LIMITS).set("http://a.example/", header, NOW)


def test_the_state_survives_a_restart() -> None:
    jar = jar_with(
        ("https://a.example/", "s=1; Path=/x; Secure"),
        ("http://b.example:8080/", "t=2; Max-Age=100"),
        ("http://b.example:8080/", "dead=2; Max-Age=1"),
    )
    rows = jar.to_json(NOW + 50)
    again = CookieJar.from_json(rows, DEFAULT_LIMITS, NOW + 50)
    assert len(again) == 2
    assert sent(again, "https://a.example/x") == "s=1"
    assert sent(again, "http://b.example:8080/", NOW + 60) == "t=2"
    assert sent(again, "http://b.example/", NOW + 60) == ""
    again.set("https://a.example/", "u=3; Path=/x", NOW)
    assert sent(again, "https://a.example/x") == "s=1; u=3"


def test_rows_that_are_no_cookies_are_left_out() -> None:
    good = jar_with(("http://a.example/", "s=1")).to_json(NOW)[0]
    bad = [
        {},
        {"name": "x"},
        {**good, "value": "a\r\nEvil: 1"},
        {**good, "port": "x"},
        {**good, "value": "ł"},
    ]
    assert len(CookieJar.from_json([*bad, good], DEFAULT_LIMITS, NOW)) == 1
