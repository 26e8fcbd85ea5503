"""The status machine of RFC 9309; the matching of rules has its own conformance tests."""

import gzip

import pytest

from periplus.exchange import RawHeaders, Response, Truncation
from periplus.fetch.robots import (
    RobotsAccess,
    RobotsInquiry,
    RobotsPolicy,
    product_token,
    rules_body,
)
from periplus.limits import DEFAULT_LIMITS, Limits

ORIGIN = "https://a.example"
AGENT = "Periplus/1.0 (+https://periplus.example)"
NOW = 1_800_000_000.0
DAY = 86400.0
BODY = b"User-agent: *\nDisallow: /private\n"


def response(
    status: int,
    body: bytes = b"",
    headers: RawHeaders = (),
    truncated: Truncation | None = None,
    url: str = ORIGIN + "/robots.txt",
) -> Response:
    return Response(url, status, "", headers, body, b"", NOW, 0.1, truncated=truncated)


def policy_of(
    answer: Response, known: RobotsPolicy | None = None, wall: float = NOW
) -> RobotsPolicy:
    policy = RobotsInquiry(ORIGIN, AGENT, DEFAULT_LIMITS, known).answered(answer, wall)
    assert policy is not None
    return policy


@pytest.mark.parametrize("status", range(200, 300))
def test_2xx_gives_rules(status: int) -> None:
    policy = policy_of(response(status, BODY))
    assert policy.access is RobotsAccess.RULES
    assert policy.allows(ORIGIN + "/open")
    assert not policy.allows(ORIGIN + "/private/x")
    assert not policy.allows_everything
    assert policy.expires == NOW + DAY


@pytest.mark.parametrize("status", [s for s in range(400, 500) if s != 429])
def test_4xx_is_open(status: int) -> None:
    policy = policy_of(response(status, BODY))
    assert policy.access is RobotsAccess.OPEN
    assert policy.allows_everything
    assert policy.allows(ORIGIN + "/private")


@pytest.mark.parametrize("status", [429, *range(500, 600), 600, 999])
def test_5xx_and_429_are_closed(status: int) -> None:
    policy = policy_of(response(status, BODY))
    assert policy.access is RobotsAccess.CLOSED
    assert not policy.allows(ORIGIN + "/")
    assert policy.allows(ORIGIN + "/robots.txt")
    assert not policy.allows_everything
    assert NOW < policy.expires < NOW + 3600


def test_a_network_fault_is_closed() -> None:
    policy = RobotsInquiry(ORIGIN, AGENT, DEFAULT_LIMITS).failed(NOW)
    assert policy.access is RobotsAccess.CLOSED
    assert policy.status is None


@pytest.mark.parametrize("truncated", [Truncation.DISCONNECT, Truncation.TIME])
def test_half_a_file_is_closed(truncated: Truncation) -> None:
    policy = policy_of(response(200, BODY, truncated=truncated))
    assert policy.access is RobotsAccess.CLOSED


def test_failures_wait_longer_each_time_up_to_a_day() -> None:
    known, waits = None, []
    for _ in range(12):
        known = policy_of(response(503), known)
        waits.append(known.expires - NOW)
    assert waits[:3] == [300, 600, 1200]
    assert waits[-1] == DAY


def test_retry_after_is_honoured() -> None:
    policy = policy_of(response(503, headers=((b"Retry-After", b"7200"),)))
    assert policy.expires == NOW + 7200


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_also_to_other_hosts(status: int) -> None:
    inquiry = RobotsInquiry(ORIGIN, AGENT, DEFAULT_LIMITS)
    assert inquiry.url == ORIGIN + "/robots.txt"
    assert inquiry.answered(response(status, headers=((b"Location", b"/r2"),)), NOW) is None
    assert inquiry.url == ORIGIN + "/r2"
    away = response(status, headers=((b"Location", b"http://b.example/robots.txt"),))
    assert inquiry.answered(away, NOW) is None
    assert inquiry.url == "http://b.example/robots.txt"
    policy = inquiry.answered(response(200, BODY, url=inquiry.url), NOW)
    assert policy is not None
    assert not policy.allows(ORIGIN + "/private")


def test_five_redirects_are_followed_and_the_sixth_is_not() -> None:
    inquiry = RobotsInquiry(ORIGIN, AGENT, DEFAULT_LIMITS)
    loop = response(302, headers=((b"Location", b"/robots.txt"),))
    assert [inquiry.answered(loop, NOW) for _ in range(5)] == [None] * 5
    policy = inquiry.answered(loop, NOW)
    assert policy is not None
    assert policy.access is RobotsAccess.OPEN


@pytest.mark.parametrize(
    "location", [b"", b"file:///etc/passwd", b"javascript:1", b"http://[", b"ftp://x/"]
)
def test_a_redirect_to_nowhere_is_open(location: bytes) -> None:
    policy = policy_of(response(301, headers=((b"Location", location),)))
    assert policy.access is RobotsAccess.OPEN
    assert policy.allows_everything


def test_the_last_good_copy_stands_in_for_30_days() -> None:
    good = policy_of(response(200, BODY))
    later = policy_of(response(500), good, NOW + 29 * DAY)
    assert later.is_stale
    assert not later.allows(ORIGIN + "/private")
    assert later.allows(ORIGIN + "/open")
    assert later.expires == NOW + 29 * DAY + 300
    assert later.fetched == good.fetched
    too_old = policy_of(response(500), good, NOW + 31 * DAY)
    assert too_old.access is RobotsAccess.CLOSED
    again = policy_of(response(500), later, NOW + 29 * DAY + 300)
    assert again.expires - (NOW + 29 * DAY + 300) == 600
    assert not good.is_stale


def test_a_closed_copy_is_no_good_copy() -> None:
    closed = policy_of(response(500))
    assert policy_of(response(500), closed).access is RobotsAccess.CLOSED


def test_expiry_by_a_wall_clock_that_may_jump() -> None:
    policy = policy_of(response(200, BODY))
    assert not policy.expired(NOW + DAY - 1)
    assert policy.expired(NOW + DAY)
    assert policy.expired(NOW - 365 * DAY)
    assert policy.expired(NOW + 365 * DAY)


@pytest.mark.parametrize(
    ("delay", "seconds", "too_long"),
    [
        ("2.5", 2.5, False),
        ("300", 300.0, False),
        ("301", 301.0, True),
        ("x", None, False),
        ("-1", None, False),
    ],
)
def test_crawl_delay(delay: str, seconds: float | None, too_long: bool) -> None:
    policy = policy_of(response(200, f"User-agent: *\nCrawl-delay: {delay}".encode()))
    assert policy.crawl_delay == seconds
    assert policy.delay_too_long is too_long
    assert policy.allows_everything


def test_our_own_group_is_found_by_the_whole_product_token() -> None:
    body = (
        b"User-agent: *\nDisallow: /all\n\nUser-agent: peri\nDisallow: /peri\n\n"
        b"User-agent: PERIPLUS/0.9\nDisallow: /ours\nCrawl-delay: 7\n\n"
        b"User-agent: periplus-images\nDisallow: /images\n"
    )
    policy = policy_of(response(200, body))
    closed = [p for p in ("/all", "/peri", "/ours", "/images") if not policy.allows(ORIGIN + p)]
    assert closed == ["/ours"]
    assert policy.crawl_delay == 7.0


@pytest.mark.parametrize(
    ("body", "everything"),
    [
        (b"", True),
        (b"User-agent: *\nDisallow:\n", True),
        (b"User-agent: other\nDisallow: /\n", True),
        (b"User-agent: *\nAllow: /\n", True),
        (b"User-agent: *\nDisallow: /x\n", False),
        (b"User-agent: periplus\nDisallow: /x\n", False),
    ],
)
def test_allows_everything(body: bytes, everything: bool) -> None:
    assert policy_of(response(200, body)).allows_everything is everything


def test_sitemaps_are_listed() -> None:
    body = b"Sitemap: https://a.example/s1.xml\nUser-agent: *\nDisallow: /\nsitemap: /s2.xml\n"
    assert policy_of(response(200, body)).sitemaps == ("https://a.example/s1.xml", "/s2.xml")


def test_marks_and_codings_are_undone() -> None:
    for body in (b"\xef\xbb\xbf" + BODY, b"\xff\xfe" + BODY.decode().encode("utf-16-le")):
        assert not policy_of(response(200, body)).allows(ORIGIN + "/private")
    packed = response(200, gzip.compress(BODY), ((b"Content-Encoding", b"gzip"),))
    assert not policy_of(packed).allows(ORIGIN + "/private")


def test_the_line_that_the_limit_cut_is_dropped() -> None:
    limits = Limits(robots_bytes=40)
    body = b"User-agent: *\nDisallow: /a\nDisallow: /bcdef\n"
    assert rules_body(response(200, body), limits) == b"User-agent: *\nDisallow: /a\n"
    cut = response(200, body[:38], truncated=Truncation.LENGTH)
    assert rules_body(cut, DEFAULT_LIMITS) == b"User-agent: *\nDisallow: /a\n"
    packed = response(200, gzip.compress(body), ((b"Content-Encoding", b"gzip"),))
    assert rules_body(packed, limits) == b"User-agent: *\nDisallow: /a\n"


def test_lines_end_at_cr_and_lf_only() -> None:
    body = "User-agent: *\rDisallow: /a\u2028Disallow: /b\r\nDisallow: /c\x0bAllow: /".encode()
    policy = policy_of(response(200, body))
    assert policy.allows(ORIGIN + "/b")
    assert policy.allows(ORIGIN + "/a")
    assert not policy.allows(ORIGIN + "/a%E2%80%A8Disallow:%20/b")


@pytest.mark.parametrize("answer", [response(200, BODY), response(404), response(500), None])
def test_a_policy_survives_a_restart(answer: Response | None) -> None:
    inquiry = RobotsInquiry(ORIGIN, AGENT, DEFAULT_LIMITS)
    policy = inquiry.answered(answer, NOW) if answer else inquiry.failed(NOW)
    assert policy is not None
    again = RobotsPolicy.from_record(policy.to_record(), AGENT, DEFAULT_LIMITS)
    assert (again.access, again.fetched, again.expires) == (policy.access, NOW, policy.expires)
    for path in ("/", "/private", "/robots.txt"):
        assert again.allows(ORIGIN + path) == policy.allows(ORIGIN + path)


@pytest.mark.parametrize(
    ("agent", "token"),
    [
        ("Periplus/1.0 (+x)", "Periplus"),
        ("my-bot_x 2", "my-bot_x"),
        ("periplus", "periplus"),
        ("1", "1"),
    ],
)
def test_product_token(agent: str, token: str) -> None:
    assert product_token(agent) == token
