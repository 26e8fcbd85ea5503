"""The one place that decides whether an address may be connected to.

`is_public` judges an address; `Guard.open_socket` is handed to the connector as its socket factory,
so that it sees the address of every connection that is really made: after DNS, for IP literals
(which are never resolved) and for each candidate of a host with several addresses. A name that
answers with a public address at one moment and a private one at the next therefore gains nothing.
"""

import errno
import socket
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

AddrInfo = tuple[int, int, int, str, tuple[Any, ...]]

# The IANA special-purpose registries, plus multicast and the reserved class E.
_CLOSED_IPV4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
# Only global unicast is open at all, so that loopback, link-local, site-local, unique local,
# multicast, discard-only, IPv4-compatible and everything not yet assigned are closed by default.
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_TEREDO = IPv6Network("2001::/32")
_6TO4 = IPv6Network("2002::/16")
_NAT64 = IPv6Network("64:ff9b::/96")
_CLOSED_IPV6 = tuple(
    IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "3fff::/20")
)


@lru_cache(maxsize=4096)
def is_public(address: str) -> bool:
    """Whether an IP address is of the public internet. What is not an address is not public."""
    try:
        parsed = ip_address(address.split("%", 1)[0])
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return _is_public_ipv4(parsed)
    return _is_public_ipv6(parsed)


def _is_public_ipv4(address: IPv4Address) -> bool:
    return not any(address in network for network in _CLOSED_IPV4)


def _is_public_ipv6(address: IPv6Address) -> bool:
    """An address that carries IPv4 addresses is as public as the least public of them."""
    value = int(address)
    if address.ipv4_mapped is not None:
        return _is_public_ipv4(address.ipv4_mapped)
    if address in _NAT64:
        return _is_public_ipv4(IPv4Address(value & 0xFFFF_FFFF))
    if address in _6TO4:
        return _is_public_ipv4(IPv4Address((value >> 80) & 0xFFFF_FFFF))
    if address in _TEREDO:
        server = IPv4Address((value >> 64) & 0xFFFF_FFFF)
        client = IPv4Address(~value & 0xFFFF_FFFF)
        return _is_public_ipv4(server) and _is_public_ipv4(client)
    if address not in _GLOBAL_UNICAST:
        return False
    return not any(address in network for network in _CLOSED_IPV6)


class AddressRefused(OSError):
    """Raised inside the connector, which understands only OSError, and mapped at the edge."""

    def __init__(self, address: str) -> None:
        super().__init__(errno.EACCES, f"{address} is not a public address")
        self.address = address


class Guard:
    """Opens the sockets of a connector: no socket without a verdict on its address.

    `noted` is told each verdict as (address, allowed), so that the edge can tell a host that has
    only private addresses from one that cannot be reached.
    """

    def __init__(self, *, allow_private: bool, noted: Callable[[str, bool], None]) -> None:
        self._allow_private = allow_private
        self._noted = noted

    def open_socket(self, addr_info: AddrInfo) -> socket.socket:
        """The socket for an address that may be connected to.

        Raises:
            AddressRefused: the address is not public.
        """
        family, kind, protocol, _, socket_address = addr_info
        address = str(socket_address[0])
        allowed = self._allow_private or is_public(address)
        self._noted(address, allowed)
        if not allowed:
            raise AddressRefused(address)
        return socket.socket(family, kind, protocol)
