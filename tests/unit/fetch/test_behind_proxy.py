"""Targets behind a proxy; with real connections in tests/hostile/test_http_guard.py."""

import asyncio
import socket
from typing import Any

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from periplus.errors import AddressNotPublic, FetchError, FetchFault, PeriplusError
from periplus.fetch import behind_proxy
from periplus.fetch.behind_proxy import ProxiedTargets


class Names(AbstractResolver):
    def __init__(self, **names: list[str]) -> None:
        self.names = names
        self.asked: list[str] = []

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked.append(host)
        if host == "slow":
            await asyncio.sleep(10)
        if host not in self.names:
            raise OSError("unknown")
        blank: Any = {"hostname": host, "port": 0, "family": 0, "proto": 0, "flags": 0}
        return [{**blank, "host": address} for address in self.names[host]]

    async def close(self) -> None:
        pass


def verdict(targets: ProxiedTargets, url: str, now: float = 0.0) -> PeriplusError | None:
    try:
        asyncio.run(targets.check(url, now))
    except PeriplusError as error:
        return error
    return None


@pytest.mark.parametrize("host", ["8.8.8.8", "[2606:4700:4700::1111]", "open"])
def test_public_targets_pass(host: str) -> None:
    targets = ProxiedTargets(Names(open=["8.8.8.8", "1.1.1.1"]), 1.0)
    assert verdict(targets, f"http://{host}/") is None


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "inside", "both"])
def test_private_targets_are_refused(host: str) -> None:
    names = Names(inside=["10.0.0.1"], both=["8.8.8.8", "10.0.0.1"])
    assert isinstance(verdict(ProxiedTargets(names, 1.0), f"https://{host}:1/"), AddressNotPublic)


@pytest.mark.parametrize("host", ["unknown", "slow"])
def test_what_cannot_be_judged_is_not_asked_for(host: str) -> None:
    error = verdict(ProxiedTargets(Names(), 0.05), f"http://{host}/")
    assert isinstance(error, FetchError)
    assert error.fault is FetchFault.DNS


def test_verdicts_are_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(a=["8.8.8.8"], b=["10.0.0.1"])
    targets = ProxiedTargets(names, 1.0)
    for now in (0.0, 59.0, 60.0):
        assert verdict(targets, "http://a/", now) is None
        assert isinstance(verdict(targets, "http://b/", now), AddressNotPublic)
    assert names.asked == ["a", "b", "a", "b"]
    monkeypatch.setattr(behind_proxy, "_KEPT_HOSTS", 1)
    verdict(targets, "http://8.8.8.8/", 200.0)
    assert list(targets._known) == ["8.8.8.8"]
