"""What a user can set about a crawl: one key a setting, the same in flags, YAML and the job.

Secrets and proxies are not settings: they come from PERIPLUS_* variables (`Secrets`) and are never
written into a job.
"""

import math
import os
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec
import yaml

from periplus import __version__
from periplus.errors import ConfigError
from periplus.page.options import LabelStyle

# The warcinfo field that lets a job be rebuilt from its archive alone.
SETTINGS_FIELD = "periplus-settings"
USER_AGENT = f"Periplus/{__version__} (+https://github.com/periplus-crawler/periplus)"


class ScopeKind(StrEnum):
    """How far from its start a crawl may go."""

    HOST = "host"
    DOMAIN = "domain"
    PREFIX = "prefix"


class Purpose(StrEnum):
    """What a crawl by behaviour is for."""

    FETCH = "fetch"
    DISCOVERY = "discovery"


class RenderMode(StrEnum):
    """Whether pages are shown in a browser."""

    NEVER = "never"
    AUTO = "auto"  # where that adds links or text
    ALWAYS = "always"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting of a crawl with its default. docs/reference/settings.md explains each."""

    urls: tuple[str, ...] = ()
    strategy: str = "adaptive"
    seed: int = 0
    scope: ScopeKind = ScopeKind.HOST
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_requests: int | None = None
    max_time: float | None = None  # seconds of crawling, summed over resumed runs
    max_depth: int | None = None
    delay: float = 1.0  # seconds between the starts of two requests to one host
    concurrency: int = 1  # requests in flight to one host
    user_agent: str = USER_AGENT
    allow_private: bool = False
    ignore_robots: bool = False
    render: RenderMode = RenderMode.NEVER  # show pages in a browser
    sample: int | None = None  # requests that a strategy may learn from; None: its own default
    steps: int | None = None  # of a navigation pattern
    completion: float | None = None  # share of the sample's content that patterns are to cover
    label: LabelStyle | None = None  # attributes in the labels of links
    faithful: bool | None = None  # a paper's own rules where ours differ
    coverage: float | None = None  # adaptive: the share of the content to stop at
    objective: str | None = None  # adaptive: what pages are worth
    sitemaps: bool | None = None  # adaptive: whether to read sitemaps and feeds
    plan: str | None = None  # a plan file, or a directory of them
    behaviour: str | None = None  # a file made by `periplus mine`
    purpose: Purpose | None = None  # what behaviour is to order by; flag --for
    patterns_only: bool | None = None  # behaviour: patterns alone, not the URLs of the log
    like: tuple[str, ...] = ()  # examples of what to look for: files and URLs
    accept: str | None = None  # the validator that says whether a page is one
    restart: float | None = None  # xcrawl: probability to begin a walk anew
    iterations: int | None = None  # xcrawl: without a new hub, or authority, before the end
    topic: str | None = None  # words between commas, or a YAML file
    topic_like: tuple[str, ...] = ()  # pages to learn the topic from: files and URLs
    relevance: float | None = None  # topic: the least of a page that is kept
    tunnel: int | None = None  # topic: pages off it in a row that links are followed from
    keep_all: bool | None = None  # topic: pages below the threshold, too

    def __post_init__(self) -> None:
        checks = (
            (0 <= self.delay < math.inf, "delay must be a number of seconds, not negative"),
            (0 <= self.seed < 2**64, "seed must be between 0 and 2^64 - 1"),
            (1 <= self.concurrency <= 256, "concurrency must be between 1 and 256"),
            (self.max_requests is None or self.max_requests > 0, "max-requests must be positive"),
            (self.max_time is None or 0 < self.max_time < math.inf, "max-time must be positive"),
            (self.max_depth is None or self.max_depth >= 0, "max-depth must not be negative"),
            (
                self.coverage is None or 0 < self.coverage <= 1,
                "coverage must be more than 0 and at most 1, for example 0.95",
            ),
            (
                re.match(r"[A-Za-z_-]+", self.user_agent) is not None,
                "user-agent must begin with a product name of letters, '-' and '_' (RFC 9309)",
            ),
            (
                self.user_agent.isprintable() and self.user_agent.isascii(),
                "user-agent must be printable ASCII",
            ),
        )
        for ok, message in checks:
            if not ok:
                raise ValueError(message)

    @property
    def robots_token(self) -> str:
        """The product name that robots.txt groups are matched with."""
        matched = re.match(r"[A-Za-z_-]+", self.user_agent)
        return matched.group() if matched else "Periplus"


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """What must not be written down: from the environment alone."""

    proxy: str | None = None  # PERIPLUS_PROXY
    basic_auth: str | None = None  # PERIPLUS_BASIC_AUTH, user:password, for the start URLs' origins

    def __repr__(self) -> str:
        return "Secrets(…)"


def read_secrets(environment: Mapping[str, str] = os.environ) -> Secrets:
    """Secrets from PERIPLUS_PROXY and PERIPLUS_BASIC_AUTH."""
    proxy = environment.get("PERIPLUS_PROXY") or None
    auth = environment.get("PERIPLUS_BASIC_AUTH") or None
    if proxy and not proxy.startswith(("http://", "https://")):
        raise ConfigError("PERIPLUS_PROXY must be an http:// or https:// URL")
    if auth and ":" not in auth:
        raise ConfigError("PERIPLUS_BASIC_AUTH must have the form user:password")
    return Secrets(proxy=proxy, basic_auth=auth)


def read_config(path: Path) -> dict[str, Any]:
    """The keys of a YAML configuration file; hyphens and underscores are the same.

    Raises:
        ConfigError: the file cannot be read, is not YAML, or is not a mapping.
    """
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read the configuration {path}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid YAML: {error}") from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ConfigError(f"{path}: expected a mapping of settings, found {type(loaded).__name__}")
    return {str(key).replace("-", "_"): value for key, value in loaded.items()}


def make_settings(*layers: Mapping[str, Any]) -> Settings:
    """Settings from layers of keys, later ones first in rank; None means not given.

    Raises:
        ConfigError: an unknown key or a value of the wrong kind, named.
    """
    merged: dict[str, Any] = {}
    for layer in layers:
        merged.update({key: value for key, value in layer.items() if value is not None})
    for key in ("include", "exclude", "urls", "like", "topic_like"):
        if isinstance(merged.get(key), str):
            merged[key] = (merged[key],)
    has_topic = merged.get("topic") is not None or merged.get("topic_like")
    if has_topic and merged.get("objective") is None:
        merged.setdefault("strategy", "topic")
    if "max_time" in merged:
        merged["max_time"] = parse_duration(merged["max_time"])
    try:
        return msgspec.convert(merged, Settings, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise ConfigError(f"wrong setting: {_readable(str(error))}") from error


def _readable(message: str) -> str:
    return message.replace("Object contains unknown field", "unknown key").replace("$.", "")


_DURATION = re.compile(
    r"(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s?)?"
)
_UNIT_SECONDS = (86_400.0, 3_600.0, 60.0, 1.0)


def parse_duration(value: object) -> float:
    """Seconds of `90`, `90s`, `15m`, `8h`, `1h30m`, `2d`.

    Raises:
        ConfigError: the text is not a duration.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    text = str(value).strip().lower()
    matched = _DURATION.fullmatch(text)
    if not text or matched is None:
        raise ConfigError(f"'{value}' is not a duration; write for example 90s, 15m, 8h or 1h30m")
    parts = zip(matched.groups(), _UNIT_SECONDS, strict=True)
    return sum(float(part) * unit for part, unit in parts if part)


def settings_to_json(settings: Settings) -> dict[str, Any]:
    """The settings as JSON values, to be kept with the job."""
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    return plain
