"""`RobotsPolicy` against Google's published robots.txt cases, RFC 9309's own, and real files.

A case where we differ on purpose is in WAIVERS with its reason. A waiver that no case needs any
more fails the test.
"""

import ast
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

import pytest

from conformance import material
from periplus.fetch.robots import RobotsAccess, RobotsPolicy
from periplus.limits import DEFAULT_LIMITS, MIB
from periplus.url import canonical
from timing import least_cpu

# What the tables' modules import from their package.
NAMES = {
    "ALLOWED": True,
    "DISALLOWED": False,
    "FOOBOT_AGENT": "FooBot",
    "BARBOT_AGENT": "BarBot",
    "BAZBOT_AGENT": "BazBot",
    "QUXBOT_AGENT": "QuxBot",
}
PARSE_SECONDS = 0.05
PARSE_SECONDS_PER_MIB = 0.5


class Why(StrEnum):
    SELF = "/robots.txt is implicitly allowed (RFC 9309, section 2.2.2)"
    AGENT = "the asking agent's name is no product token; ours would be cut to one and obey it"


class Case(NamedTuple):
    table: str
    robots: str
    agent: str
    url: str
    allowed: bool


WAIVERS = {
    ("data_327748", "asdfbot", "http://m.example.com/robots.txt"): Why.SELF,
    ("data_369883", "AB", "http://example.com/robots.txt"): Why.SELF,
    ("data_369883", "BarBot", "http://example.com/robots.txt"): Why.SELF,
    ("data_860237", "XYZ", "http://example.com/robots.txt"): Why.SELF,
    ("data_369883", "AB42bot", "http://example.com/"): Why.AGENT,
    ("data_369883", "AB42bot", "http://example.com/foo/bar"): Why.AGENT,
    ("data_user_agent_name0", "Foo Bar", "http://foo.bar/x/y"): Why.AGENT,
}


def policy(body: bytes, agent: str) -> RobotsPolicy:
    return RobotsPolicy(
        RobotsAccess.RULES,
        user_agent=agent,
        limits=DEFAULT_LIMITS,
        fetched=0.0,
        status=200,
        body=body,
    )


def allows(body: bytes, agent: str, url: str) -> bool:
    return policy(body, agent).allows(canonical(url) or url)


def value(node: ast.expr, names: dict[str, Any]) -> Any:
    """A literal of a table's source, read without running it."""
    match node:
        case ast.Name(id=name):
            return names[name]
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return [value(item, names) for item in items]
        case _:
            return ast.literal_eval(node)


def google_cases(module: str) -> Iterator[Case]:
    source = material.need(material.ROBOTS_SPEC).read(f"tests/{module}.py")
    names: dict[str, Any] = dict(NAMES)
    for statement in ast.parse(source).body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            continue
        table = statement.targets[0].id
        names[table] = value(statement.value, names)
        if isinstance(names[table], list):
            yield from (Case(table, *row) for row in names[table] if len(row) == 4)


@pytest.mark.parametrize(
    ("module", "at_least"),
    [("test_google", 140), ("test_google_correctness", 140), ("test_google_stress", 254)],
)
def test_google_cases_are_answered_as_google_does(module: str, at_least: int) -> None:
    faults, total, used = [], 0, set()
    tables = set()
    for case in google_cases(module):
        total += 1
        tables.add(case.table)
        if allows(case.robots.encode(), case.agent, case.url) is case.allowed:
            continue
        key = (case.table, case.agent, case.url)
        used.add(key)
        if key not in WAIVERS:
            faults.append(f"{key}: {case.allowed} expected of {case.robots[-300:]!r}")
    assert total >= at_least
    assert not faults, "\n".join(faults)
    assert used == {key for key in WAIVERS if key[0] in tables}, "a waiver is not needed"


RULES = b"User-Agent: PeriplusTest\nDisallow: /private\n"


@pytest.mark.parametrize(
    ("body", "path", "allowed"),
    [
        pytest.param(b"\xef\xbb\xbf" + RULES, "/private", False, id="byte-order-mark"),
        pytest.param(RULES.replace(b"\n", b"\r"), "/private", False, id="old-mac-lines"),
        pytest.param(RULES.replace(b"\n", b"\r\n"), "/private/x", False, id="dos-lines"),
        pytest.param(RULES, "/Private", True, id="paths-have-case"),
        pytest.param(RULES.lower(), "/private", False, id="names-have-none"),
        pytest.param(RULES + b"Allow: /private/open\n", "/private/open/1", True, id="longest-wins"),
        pytest.param(RULES + b"Allow: /private\n", "/private", True, id="allow-wins-a-tie"),
        pytest.param(b"User-agent: *\nDisallow: /\n" + RULES, "/open", True, id="own-group-wins"),
        pytest.param(
            RULES + b"\nUser-agent: periplustest\nDisallow: /b\n", "/b", False, id="merge"
        ),
        pytest.param(b"Disallow: /\n", "/x", True, id="rules-need-a-group"),
        pytest.param(b"User-agent: *\nDisallow:\n", "/x", True, id="empty-disallow-is-none"),
        pytest.param(b"User-agent: *\nDisallow: /*.gif$\n", "/a.gif", False, id="wildcard-end"),
        pytest.param(b"User-agent: *\nDisallow: /*.gif$\n", "/a.gif?b", True, id="end-is-the-end"),
        pytest.param(b"User-agent: *\nDisallow: /a*c\n", "/abbbcd", False, id="wildcard-middle"),
        pytest.param(b"User-agent: *\nDisallow: /\xe3\x83\x84\n", "/ツ", False, id="utf-8"),
        pytest.param(b"User-agent: *\nDisallow: /%E3%83%84\n", "/ツ", False, id="escaped-utf-8"),
        pytest.param(b"User-agent: *\nDisallow: /%62%61\n", "/ba", False, id="escaped-ascii"),
        pytest.param(b"User-agent: *\nDisallow: /\n", "/robots.txt", True, id="itself"),
        pytest.param(b"\x00\xff\xfe<html>", "/x", True, id="not-a-robots-file"),
        pytest.param(b"", "/x", True, id="empty"),
    ],
)
def test_rfc_9309_cases(body: bytes, path: str, allowed: bool) -> None:
    assert allows(body, "PeriplusTest/1.0 (+https://example.org)", f"https://h{path}") is allowed


def parse_seconds(body: bytes, enough: float) -> float:
    return least_cpu(lambda: allows(body, "Periplus", "https://h/a/b?c=d"), enough)


@pytest.mark.slow
def test_real_files_are_parsed_in_time() -> None:
    files = material.need(material.ROBOTS_FILES).read_all("tests/test_data")
    assert len(files) > 4_000
    slow = []
    for name, whole in files.items():
        body = whole[: DEFAULT_LIMITS.robots_bytes]
        bound = PARSE_SECONDS + PARSE_SECONDS_PER_MIB * len(body) / MIB
        if parse_seconds(body, bound) > bound:
            slow.append((name, len(body)))
    assert not slow
