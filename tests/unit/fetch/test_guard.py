"""A table of several hundred addresses, and every spelling of IPv4 that the URL standard reads."""

import socket
from ipaddress import IPv4Address, IPv6Address

import pytest

from periplus import url as urls
from periplus.fetch.guard import AddressRefused, Guard, is_public

# First and last of each closed block, with some from inside.
CLOSED_IPV4 = [
    "0.0.0.0",
    "0.0.0.1",
    "0.1.2.3",
    "0.255.255.255",
    "10.0.0.0",
    "10.0.0.1",
    "10.1.2.3",
    "10.255.255.255",
    "100.64.0.0",
    "100.64.0.1",
    "100.100.100.100",
    "100.127.255.255",
    "127.0.0.0",
    "127.0.0.1",
    "127.0.1.1",
    "127.1.1.1",
    "127.255.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.255.255",
    "172.16.0.0",
    "172.16.0.1",
    "172.20.10.1",
    "172.31.255.255",
    "192.0.0.0",
    "192.0.0.1",
    "192.0.0.8",
    "192.0.0.9",
    "192.0.0.170",
    "192.0.0.255",
    "192.0.2.0",
    "192.0.2.1",
    "192.0.2.255",
    "192.88.99.0",
    "192.88.99.1",
    "192.88.99.255",
    "192.168.0.0",
    "192.168.0.1",
    "192.168.1.254",
    "192.168.255.255",
    "198.18.0.0",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.0",
    "198.51.100.7",
    "198.51.100.255",
    "203.0.113.0",
    "203.0.113.9",
    "203.0.113.255",
    "224.0.0.0",
    "224.0.0.1",
    "224.0.0.251",
    "232.1.1.1",
    "239.255.255.250",
    "239.255.255.255",
    "240.0.0.0",
    "240.0.0.1",
    "247.1.2.3",
    "255.255.255.254",
    "255.255.255.255",
]

# The neighbours of each closed block, and well-known public hosts.
OPEN_IPV4 = [
    "1.0.0.0",
    "1.1.1.1",
    "8.8.8.8",
    "9.9.9.9",
    "9.255.255.255",
    "11.0.0.0",
    "23.1.2.3",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "151.101.1.69",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "185.199.108.153",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.1.255",
    "192.0.3.0",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "192.175.48.1",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "208.80.154.224",
    "223.255.255.255",
]

CLOSED_IPV6 = [
    "::",
    "::1",
    "::2",
    "::7f00:1",
    "::8.8.8.8",
    "::169.254.169.254",
    "::ffff:0:127.0.0.1",
    "::ffff:0:8.8.8.8",
    "64:ff9b:1::",
    "64:ff9b:1::1",
    "64:ff9b:1:ffff::8.8.8.8",
    "100::",
    "100::1",
    "100:0:0:1::1",
    "200::1",
    "400::1",
    "800::1",
    "1000::1",
    "1fff:ffff::1",
    "4000::1",
    "5f00::1",
    "6000::1",
    "8000::1",
    "a000::1",
    "c000::1",
    "e000::1",
    "2001:1::1",
    "2001:1::3",
    "2001:2::1",
    "2001:3::1",
    "2001:4:112::1",
    "2001:10::1",
    "2001:20::1",
    "2001:30::1",
    "2001:1ff::1",
    "2001:db8::",
    "2001:db8::1",
    "2001:db8:ffff:ffff::1",
    "3fff::",
    "3fff:fff:ffff::1",
    "fc00::",
    "fc00::1",
    "fd00::1",
    "fd12:3456:789a::1",
    "fdff:ffff::1",
    "fe00::1",
    "fe80::",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fec0::",
    "fec0::1",
    "feff::1",
    "ff00::",
    "ff01::1",
    "ff02::1",
    "ff02::fb",
    "ff05::2",
    "ff0e::1",
    "ffff::1",
]

OPEN_IPV6 = [
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2001:db7::1",
    "2001:db9::1",
    "2003::1",
    "2400:cb00::1",
    "2606:4700:4700::1111",
    "2607:f8b0::1",
    "2620:4f:8000::1",
    "2620:fe::fe",
    "2a00:1450:4001::200e",
    "2a01:4f8::2",
    "2c0f:fb50::1",
    "3ffe::1",
    "3fff:1000::1",
]


def mapped(address: str) -> str:
    return f"::ffff:{address}"


def nat64(address: str) -> str:
    return f"64:ff9b::{address}"


def six_to_four(address: str) -> str:
    return str(IPv6Address((0x2002 << 112) | (int(IPv4Address(address)) << 80) | 1))


def teredo(client: str, server: str = "65.54.227.120") -> str:
    hidden = int(IPv4Address(client)) ^ 0xFFFFFFFF
    value = (0x20010000 << 96) | (int(IPv4Address(server)) << 64) | (0x8000 << 48) | hidden
    return str(IPv6Address(value))


FORMS = [mapped, nat64, six_to_four, teredo]


@pytest.mark.parametrize("address", CLOSED_IPV4 + CLOSED_IPV6)
def test_closed(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OPEN_IPV4 + OPEN_IPV6)
def test_open(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("form", FORMS)
def test_an_embedded_address_counts_as_itself(form: object) -> None:
    assert callable(form)
    for address in CLOSED_IPV4:
        assert not is_public(form(address)), form(address)
    for address in OPEN_IPV4:
        assert is_public(form(address)), form(address)


def test_a_teredo_server_counts_too() -> None:
    assert not is_public(teredo("8.8.8.8", server="10.0.0.1"))


def test_the_table_is_large_enough() -> None:
    plain = len(CLOSED_IPV4 + CLOSED_IPV6 + OPEN_IPV4 + OPEN_IPV6)
    assert plain + len(FORMS) * len(CLOSED_IPV4 + OPEN_IPV4) >= 500


@pytest.mark.parametrize("text", ["", "localhost", "1.2.3", "1.2.3.4.5", "::g", "8.8.8.8/32", "%"])
def test_what_is_no_address_is_closed(text: str) -> None:
    assert not is_public(text)


SPELLINGS = [
    ("http://127.0.0.1/", "127.0.0.1"),
    ("http://127.1/", "127.0.0.1"),
    ("http://127.0.1/", "127.0.0.1"),
    ("http://2130706433/", "127.0.0.1"),
    ("http://0x7f000001/", "127.0.0.1"),
    ("http://0X7F.0.0.1/", "127.0.0.1"),
    ("http://0x7f.1/", "127.0.0.1"),
    ("http://0177.0.0.1/", "127.0.0.1"),
    ("http://017700000001/", "127.0.0.1"),
    ("http://0177.0x0.00.01/", "127.0.0.1"),
    ("http://127.0.0.1./", "127.0.0.1"),
    ("http://%31%32%37.0.0.1/", "127.0.0.1"),
    ("http://127.0.0.%31/", "127.0.0.1"),
    ("http://１２７.0.0.1/", "127.0.0.1"),
    ("http://127。0。0。1/", "127.0.0.1"),
    ("http://0Xc0.0250.01/", "192.168.0.1"),
    ("http://0xc0a80001/", "192.168.0.1"),
    ("http://192.168.257/", "192.168.1.1"),
    ("http://0/", "0.0.0.0"),
    ("http://0x/", "0.0.0.0"),
    ("http://0xffffffff/", "255.255.255.255"),
    ("http://037777777777/", "255.255.255.255"),
    ("http://2852039166/", "169.254.169.254"),
    ("http://0xa9fea9fe/", "169.254.169.254"),
    ("http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"),
    ("http://[0:0:0:0:0:ffff:7f00:1]/", "[::ffff:7f00:1]"),
    ("http://[::1]/", "[::1]"),
    ("http://[0::0:1]/", "[::1]"),
    ("http://[::127.0.0.1]/", "[::7f00:1]"),
]


@pytest.mark.parametrize(("spelling", "host"), SPELLINGS)
def test_every_spelling_of_a_private_address_ends_in_a_refusal(spelling: str, host: str) -> None:
    canonical = urls.canonical(spelling)
    assert canonical is not None
    assert urls.host(canonical) == host
    assert not is_public(host.strip("[]"))


@pytest.mark.parametrize(
    ("spelling", "host"),
    [
        ("http://134744072/", "8.8.8.8"),
        ("http://0x8080808/", "8.8.8.8"),
        ("http://010.8.8.8/", "8.8.8.8"),
        ("http://8.8.2056/", "8.8.8.8"),
    ],
)
def test_spellings_of_public_addresses_stay_open(spelling: str, host: str) -> None:
    assert urls.host(urls.canonical(spelling) or "") == host
    assert is_public(host)


@pytest.mark.parametrize(
    "spelling",
    [
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://0xffffffff1/",
        "http://4294967296/",
        "http://1.2.3.08/",
    ],
)
def test_what_the_standard_rejects_is_no_url(spelling: str) -> None:
    assert urls.canonical(spelling) is None


def addr_info(address: str) -> tuple[int, int, int, str, tuple[object, ...]]:
    return (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, 80))


def test_the_guard_opens_sockets_for_public_addresses_only() -> None:
    noted: list[tuple[str, bool]] = []
    guard = Guard(
        allow_private=False, noted=lambda address, allowed: noted.append((address, allowed))
    )
    guard.open_socket(addr_info("8.8.8.8")).close()
    with pytest.raises(AddressRefused, match=r"10\.0\.0\.1"):
        guard.open_socket(addr_info("10.0.0.1"))
    assert noted == [("8.8.8.8", True), ("10.0.0.1", False)]


def test_the_guard_stands_aside_when_private_is_allowed() -> None:
    noted: list[tuple[str, bool]] = []
    guard = Guard(
        allow_private=True, noted=lambda address, allowed: noted.append((address, allowed))
    )
    guard.open_socket(addr_info("127.0.0.1")).close()
    assert noted == [("127.0.0.1", True)]
