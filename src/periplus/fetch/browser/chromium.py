"""Finding Playwright and a Chromium that it can drive, and how to start it shut off."""

import importlib.util
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from periplus.errors import ConfigError

VARIABLE = "PERIPLUS_CHROMIUM"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_NO_EXTRA = (
    "rendering needs the browser extra: pip install 'periplus[browser]', and a Chromium "
    "(Debian and Ubuntu: apt-get install chromium; anywhere: playwright install chromium); "
    "or crawl with --render never"
)
_NO_CHROMIUM = (
    "rendering needs Chromium and none was found: apt-get install chromium (Debian, Ubuntu), "
    f"or playwright install chromium, or name one in {VARIABLE}; or crawl with --render never"
)

# The browser must reach nothing by itself, whatever a page tries: names and literal addresses both
# fail to resolve, so that only what we hand it arrives.
_SHUT_OFF = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--dns-prefetch-disable",
    "--no-pings",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
)
_SMALL = (
    "--disable-dev-shm-usage",  # containers have 64 MB there
    "--js-flags=--max-old-space-size=512",
    "--renderer-process-limit=2",
    "--mute-audio",
)


def has_extra() -> bool:
    """Whether the browser extra is installed."""
    return importlib.util.find_spec("playwright") is not None


def find_chromium(
    bundled: str | None = None, environment: Mapping[str, str] = os.environ
) -> str | None:
    """The Chromium to start: the one that the user names, Playwright's own, one on the PATH.

    Raises:
        ConfigError: the user names one that is not there.
    """
    named = environment.get(VARIABLE)
    if named:
        if not _is_program(Path(named)):
            raise ConfigError(f"{VARIABLE}={named} is no program that can be run")
        return named
    return next(_candidates(bundled, environment), None)


def _candidates(bundled: str | None, environment: Mapping[str, str]) -> Iterator[str]:
    if bundled and _is_program(Path(bundled)):
        yield bundled
    for name in _NAMES:
        found = shutil.which(name, path=environment.get("PATH"))
        if found:
            yield found


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def require_extra() -> None:
    """Raises: ConfigError that says what to install, where the extra is missing."""
    if not has_extra():
        raise ConfigError(_NO_EXTRA)


def no_chromium() -> ConfigError:
    """What to say where there is none."""
    return ConfigError(_NO_CHROMIUM)


def arguments(token: str) -> list[str]:
    """The switches that the browser is started with; `token` lets its process be found."""
    return [*_SHUT_OFF, *_SMALL, f"--periplus-token={token}"]


def may_sandbox() -> bool:
    """Whether Chromium's sandbox can be used: it refuses to run for root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0
