"""Settings that cannot work, leak or smuggle are refused before anything is sent."""

from typing import Any

import pytest

from periplus.errors import ConfigError
from periplus.fetch.settings import FetchSettings


def settings(**changes: Any) -> FetchSettings:
    return FetchSettings("Periplus-Test/1.0", **changes)


def test_private_addresses_are_refused_and_certificates_checked_by_default() -> None:
    given = settings()
    assert not given.allow_private
    assert given.verify_tls
    assert given.proxy is None


def test_what_is_fine_is_taken() -> None:
    given = settings(
        headers=(("Accept-Language", "de"),),
        credentials={"https://a.example": (("Authorization", "Bearer x"), ("Cookie", "a=b"))},
        proxy="http://user:secret@proxy.example:3128",
    )
    assert given.headers == (("Accept-Language", "de"),)


@pytest.mark.parametrize(
    "changes",
    [
        {"headers": (("Authorization", "x"),)},
        {"headers": (("cookie", "x"),)},
        {"headers": (("Host", "x"),)},
        {"headers": (("Accept-Encoding", "x"),)},
        {"headers": (("X", "a\r\nb: c"),)},
        {"headers": (("X", "a\x00"),)},
        {"headers": (("X Y", "a"),)},
        {"headers": (("", "a"),)},
        {"credentials": {"http://a": (("Proxy-Authorization", "x"),)}},
        {"credentials": {"http://a": (("X", "\n"),)}},
        {"proxy": "socks5://127.0.0.1:1080"},
        {"proxy": "127.0.0.1:3128"},
        {"proxy": "http://[broken"},
    ],
)
def test_settings_that_cannot_work_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        settings(**changes)


def test_a_user_agent_cannot_smuggle_headers() -> None:
    with pytest.raises(ConfigError):
        FetchSettings("x\r\nEvil: 1")
