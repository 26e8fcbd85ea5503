"""Whatever servers set, a cookie returns only to where it came from or into its own domain."""

from hypothesis import given, settings
from hypothesis import strategies as st

from periplus import url as urls
from periplus.fetch.cookies import CookieJar
from periplus.limits import Limits

LIMITS = Limits(cookies_per_host=10)
NOW = 1_800_000_000.0

hosts = st.sampled_from(
    ["a.test", "b.a.test", "c.b.a.test", "xa.test", "d.test", "e.co.uk", "f.co.uk", "g.github.io"]
)
origins = st.builds(
    lambda scheme, host, port: f"{scheme}://{host}{port}",
    st.sampled_from(["http", "https"]),
    hosts,
    st.sampled_from(["", ":81"]),
)
domains = st.one_of(
    st.none(),
    hosts,
    hosts.map(lambda h: "." + h),
    st.sampled_from(["test", "co.uk", "github.io", ""]),
)
attributes = st.lists(
    st.sampled_from(
        ["; Secure", "; HttpOnly", "; Path=/", "; Path=/x", "; Max-Age=9", "; SameSite"]
    ),
    max_size=3,
)


@given(st.lists(st.tuples(origins, domains, attributes), max_size=12), origins)
@settings(max_examples=200, deadline=None)
def test_no_cookie_leaks(setting: list[tuple[str, str | None, list[str]]], asked: str) -> None:
    jar = CookieJar(LIMITS)
    for number, (origin, domain, extras) in enumerate(setting):
        named = "" if domain is None else f"; Domain={domain}"
        jar.set(f"{origin}/x/y", f"c{number}={number}{named}{''.join(extras)}", NOW)
    header = jar.header_for(f"{asked}/x/z", NOW)
    for pair in filter(None, header.split("; ")):
        origin, domain, _ = setting[int(pair.split("=")[1])]
        source, target = urls.host(origin + "/"), urls.host(asked + "/")
        if source != target:
            assert domain is not None
            assert urls.site(source) == urls.site(target)
            assert target.endswith(domain.lstrip("."))
        assert not (origin.startswith("https") and asked.startswith("http:"))
        assert origin.endswith(":81") == asked.endswith(":81")


@given(st.text(max_size=200), origins)
@settings(max_examples=200, deadline=None)
def test_any_header_is_taken_or_left_and_stays_one_line(header: str, origin: str) -> None:
    jar = CookieJar(LIMITS)
    jar.set(f"{origin}/", header, NOW)
    sent = jar.header_for(f"{origin}/", NOW)
    assert not set(sent) & set("\r\n\x00")
    sent.encode("latin-1")
    again = CookieJar.from_json(jar.to_json(NOW), LIMITS, NOW)
    assert again.header_for(f"{origin}/", NOW) == sent


@given(st.lists(st.tuples(hosts, st.integers(0, 99)), max_size=80))
@settings(max_examples=100, deadline=None)
def test_the_jar_never_outgrows_its_limits(setting: list[tuple[str, int]]) -> None:
    jar = CookieJar(LIMITS)
    for host, number in setting:
        jar.set(f"http://{host}/", f"c{number}=v", NOW)
    assert len(jar) <= 10 * len({host for host, _ in setting})
