"""`url.join` and `url.canonical` against the URL tests of web-platform-tests.

Where we differ on purpose, or where the standard has moved on since the data was published, the
difference is a waiver: a reason, a rule that says exactly which cases it covers and what we answer
instead, and the number of cases. PERIPLUS_WPT may name a directory with newer files (a checkout's
url/resources); then the counts are not compared.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from conformance import material
from periplus.url import canonical, join

ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
NOW_ALLOWED = re.compile(
    "[\u04c0\u10a0-\u10c5\u115f\u1160\u17b4\u2183\uffa0\U0001d175\U000323b0-\U00033479]"
)
NEWER = os.environ.get("PERIPLUS_WPT")


class Waiver(StrEnum):
    CREDENTIALS = "a link with a user name or password is never followed"
    ASCII_PUNYCODE = "since 2025 the standard takes an all-ASCII host without checking its punycode"
    NOT_A_HOST = "the test is about a domain alone; in a URL an empty one or a ? ends the host"
    NEWER_UNICODE = "characters that Unicode 15 refused in hosts and 15.1 to 17 map or assign"


EXPECTED_WAIVERS = {
    "urltestdata.json": {Waiver.CREDENTIALS: 25, Waiver.ASCII_PUNYCODE: 7},
    "toascii.json": {Waiver.ASCII_PUNYCODE: 6},
    "IdnaTestV2.json": {
        Waiver.ASCII_PUNYCODE: 593,
        Waiver.NOT_A_HOST: 45,
        Waiver.NEWER_UNICODE: 49,
    },
}


def cases(name: str) -> Iterator[dict[str, Any]]:
    if NEWER:
        text = (Path(NEWER) / name).read_text(encoding="utf-8")
    else:
        text = material.need(material.WPT).read(f"tests/wpt/resources/{name}").decode()
    return (case for case in json.loads(text) if isinstance(case, dict))


def canonical_form(href: str) -> str | None:
    """What we promise of a WHATWG href: http(s) only, no fragment, upper-case escapes."""
    if not href.startswith(("http://", "https://")):
        return None
    return ESCAPE.sub(lambda match: match.group().upper(), href.split("#", 1)[0])


def has_credentials(href: str) -> bool:
    return "@" in href.split("/", 3)[2]


def is_ascii_punycode(text: str) -> bool:
    return text.isascii() and "xn--" in text.lower()


def waived(expected: str | None, got: str | None, host: str) -> Waiver | None:
    """Why a difference is right; None if it is not."""
    if expected is not None and has_credentials(expected):
        return Waiver.CREDENTIALS if got is None else None
    if expected is None and got is not None and is_ascii_punycode(host):
        return Waiver.ASCII_PUNYCODE if host.lower() in got else None
    return None


def waived_host(expected: str | None, got: str | None, host: str) -> Waiver | None:
    if host == "" or "?" in host:
        return Waiver.NOT_A_HOST
    if expected is None and NOW_ALLOWED.search(host):
        return Waiver.NEWER_UNICODE
    return waived(expected, got, host)


def settle(name: str, waivers: Counter[Waiver], faults: list[str]) -> None:
    assert not faults, "\n".join(faults[:20])
    if not NEWER:
        assert waivers == EXPECTED_WAIVERS[name]


def test_urls_are_parsed_and_joined_as_the_standard_says() -> None:
    faults, waivers, total = [], Counter[Waiver](), 0
    for case in cases("urltestdata.json"):
        total += 1
        text, base = case["input"], case.get("base")
        expected = None if case.get("failure") else canonical_form(case["href"])
        got = canonical(text) if base is None else join(base, text)
        if got == expected:
            continue
        waiver = waived(expected, got, text.removeprefix("http://").removeprefix("https://"))
        if waiver:
            waivers[waiver] += 1
        else:
            faults.append(f"{text!a} on {base!a}: {expected!a} expected, got {got!a}")
    assert total >= 800
    settle("urltestdata.json", waivers, faults)


@pytest.mark.parametrize("name", ["toascii.json", "IdnaTestV2.json"])
def test_hosts_become_ascii_as_the_standard_says(name: str) -> None:
    faults, waivers = [], Counter[Waiver]()
    for case in cases(name):
        text, output = case["input"], case["output"]
        expected = f"https://{output}/x" if output else None
        got = canonical(f"https://{text}/x")
        if got == expected:
            continue
        waiver = waived_host(expected, got, text)
        if waiver:
            waivers[waiver] += 1
        else:
            faults.append(f"{text!a}: {expected!a} expected, got {got!a}")
    settle(name, waivers, faults)
