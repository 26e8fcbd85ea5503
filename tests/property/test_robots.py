"""Any bytes as robots.txt give a policy; a matcher written from RFC 9309 agrees with ours."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from periplus.exchange import Response
from periplus.fetch.robots import RobotsAccess, RobotsInquiry, RobotsPolicy
from periplus.limits import DEFAULT_LIMITS, Limits

ORIGIN = "https://a.example"
AGENT = "Periplus/1.0"

letters = st.text("ab/", max_size=4)
patterns = st.builds(
    lambda parts, anchored: "/" + "*".join(parts) + ("$" if anchored else ""),
    st.lists(letters, min_size=1, max_size=3),
    st.booleans(),
)
rules = st.lists(st.tuples(st.sampled_from(["Allow", "Disallow"]), patterns), max_size=6)
paths = st.builds(lambda t: "/" + t, st.text("ab/", max_size=6))


def policy_of(body: bytes, limits: Limits = DEFAULT_LIMITS) -> RobotsPolicy:
    inquiry = RobotsInquiry(ORIGIN, AGENT, limits)
    answer = Response(inquiry.url, 200, "", (), body, b"", 0.0, 0.0)
    policy = inquiry.answered(answer, 0.0)
    assert policy is not None
    return policy


def allowed_by_rfc(group: list[tuple[str, str]], path: str) -> bool:
    """RFC 9309 section 2.2.2: the longest match wins, Allow on a tie."""
    best = (-1, True)
    for verb, pattern in group:
        anchored = pattern.endswith("$")
        plain = pattern[:-1] if anchored else pattern
        regex = ".*".join(re.escape(part) for part in plain.split("*")) + ("$" if anchored else "")
        if re.match(regex, path):
            best = max(best, (len(pattern), verb == "Allow"))
    return best[1]


@given(rules, paths)
@settings(max_examples=200, deadline=None)
def test_longest_match_wins(group: list[tuple[str, str]], path: str) -> None:
    lines = ["User-agent: periplus", *(f"{verb}: {pattern}" for verb, pattern in group)]
    policy = policy_of("\n".join(lines).encode())
    assert policy.allows(ORIGIN + path) is allowed_by_rfc(group, path)
    if policy.allows_everything:
        assert allowed_by_rfc(group, path)


@given(st.binary(max_size=400))
@settings(max_examples=120, deadline=None)
def test_any_bytes_give_a_policy(body: bytes) -> None:
    policy = policy_of(body)
    assert policy.access is RobotsAccess.RULES
    assert policy.allows(ORIGIN + "/robots.txt")
    assert policy.allows(ORIGIN + "/x?y") in (True, False)
    assert (policy.crawl_delay or 0.0) >= 0.0


@given(rules, rules, paths)
@settings(max_examples=200, deadline=None)
def test_groups_of_other_crawlers_change_nothing(
    ours: list[tuple[str, str]], theirs: list[tuple[str, str]], path: str
) -> None:
    def block(name: str, group: list[tuple[str, str]]) -> str:
        return "\n".join([f"User-agent: {name}", *(f"{v}: {p}" for v, p in group), ""])

    alone = policy_of(block("Periplus", ours).encode())
    names = ("peri", "periplusbot", "xperiplus", "other", "peri-plus")
    crowd = "".join(block(name, theirs) for name in names) + block("Periplus", ours)
    assert policy_of(crowd.encode()).allows(ORIGIN + path) is alone.allows(ORIGIN + path)


@given(st.integers(1, 200), st.integers(0, 60))
@settings(max_examples=100, deadline=None)
def test_a_cut_never_invents_a_rule(limit: int, count: int) -> None:
    """A rule cut short would close more than was meant; one dropped closes less: never half."""
    lines = [f"Disallow: /dir{n:03d}/x" for n in range(count)]
    body = "\n".join(["User-agent: *", *lines, ""]).encode()
    policy = policy_of(body, Limits(robots_bytes=limit))
    assert policy.allows(ORIGIN + "/dir")
    assert policy.allows(ORIGIN + "/dir000/")
    kept = [n for n in range(count) if not policy.allows(f"{ORIGIN}/dir{n:03d}/x")]
    assert kept == list(range(len(kept)))
