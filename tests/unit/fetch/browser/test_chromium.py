"""Finding a Chromium, and what is said where there is none."""

from pathlib import Path

import pytest

from periplus.errors import ConfigError
from periplus.fetch.browser import chromium
from periplus.fetch.browser.chromium import arguments, find_chromium, no_chromium, require_extra


def program(directory: Path, name: str) -> str:
    path = directory / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_one_that_the_user_names_comes_first(tmp_path: Path) -> None:
    named, bundled = program(tmp_path, "mine"), program(tmp_path, "bundled")
    program(tmp_path, "chromium")
    environment = {"PERIPLUS_CHROMIUM": named, "PATH": str(tmp_path)}
    assert find_chromium(bundled, environment) == named


def test_then_the_bundled_one_then_one_on_the_path(tmp_path: Path) -> None:
    bundled, found = program(tmp_path, "bundled"), program(tmp_path, "google-chrome")
    environment = {"PATH": str(tmp_path)}
    assert find_chromium(bundled, environment) == bundled
    assert find_chromium(str(tmp_path / "missing"), environment) == found
    assert find_chromium(None, {"PATH": str(tmp_path / "nowhere")}) is None


def test_a_named_one_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="PERIPLUS_CHROMIUM"):
        find_chromium(None, {"PERIPLUS_CHROMIUM": str(tmp_path / "no")})


def test_a_missing_extra_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "has_extra", lambda: False)
    with pytest.raises(ConfigError, match=r"periplus\[browser\].*chromium.*--render never"):
        require_extra()
    assert "playwright install chromium" in str(no_chromium())


def test_the_browser_is_started_without_a_network() -> None:
    switches = arguments("t")
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in switches
    assert "--force-webrtc-ip-handling-policy=disable_non_proxied_udp" in switches
    assert "--periplus-token=t" in switches
