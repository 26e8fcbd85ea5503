"""Settings by flag, file and default; durations; secrets from the environment alone."""

import contextlib
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplus.crawl.settings import (
    RenderMode,
    ScopeKind,
    Secrets,
    Settings,
    make_settings,
    parse_duration,
    read_config,
    read_secrets,
    settings_to_json,
)
from periplus.errors import ConfigError

# Every key with a value that is not its default, as YAML would bring it.
OTHER_VALUES: dict[str, tuple[Any, Any]] = {
    "urls": (["https://a.example/"], ("https://a.example/",)),
    "strategy": ("dfs", "dfs"),
    "seed": (7, 7),
    "scope": ("domain", ScopeKind.DOMAIN),
    "include": (["/t"], ("/t",)),
    "exclude": ("print", ("print",)),
    "max_requests": (500, 500),
    "max_time": ("15m", 900.0),
    "max_depth": (3, 3),
    "delay": (0.5, 0.5),
    "concurrency": (4, 4),
    "user_agent": ("Seeker/1.0", "Seeker/1.0"),
    "allow_private": (True, True),
    "ignore_robots": (True, True),
    "sample": (200, 200),
    "steps": (3, 3),
    "completion": (0.9, 0.9),
    "label": ("tags", "tags"),
    "faithful": (True, True),
    "coverage": (0.9, 0.9),
    "objective": ("content+external", "content+external"),
    "sitemaps": (False, False),
    "plan": ("site.plan", "site.plan"),
    "behaviour": ("site.behaviour", "site.behaviour"),
    "purpose": ("discovery", "discovery"),
    "patterns_only": (True, True),
    "topic": ("fox, wild boar", "fox, wild boar"),
    "topic_like": ("fox.html", ("fox.html",)),
    "relevance": (0.02, 0.02),
    "tunnel": (1, 1),
    "keep_all": (True, True),
    "like": ("fox.html", ("fox.html",)),
    "accept": ("table", "table"),
    "restart": (0.3, 0.3),
    "iterations": (20, 20),
    "render": ("auto", RenderMode.AUTO),
}


def test_every_key_is_tried_here() -> None:
    assert set(OTHER_VALUES) == set(Settings.__struct_fields__)


@pytest.mark.parametrize("key", OTHER_VALUES)
def test_a_key_of_a_file_becomes_a_setting(key: str, tmp_path: Path) -> None:
    value, expected = OTHER_VALUES[key]
    file = tmp_path / "crawl.yaml"
    file.write_text(json.dumps({key.replace("_", "-"): value}))  # JSON is YAML
    made = make_settings(read_config(file))
    assert getattr(made, key) == expected
    assert getattr(made, key) != getattr(Settings(), key)


@pytest.mark.parametrize("key", OTHER_VALUES)
def test_a_flag_wins_over_the_file_and_the_file_over_the_default(key: str) -> None:
    value, expected = OTHER_VALUES[key]
    default = settings_to_json(Settings())[key]
    assert getattr(make_settings({key: value}), key) == expected
    assert getattr(make_settings({key: default}, {key: value}), key) == expected
    assert getattr(make_settings({key: value}, {key: None}), key) == expected


def test_settings_survive_being_kept_with_the_job() -> None:
    made = make_settings({key: value for key, (value, _) in OTHER_VALUES.items()})
    assert make_settings(json.loads(json.dumps(settings_to_json(made)))) == made


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"delay": -1}, "delay"),
        ({"delay": math.inf}, "delay"),
        ({"delay": math.nan}, "delay"),
        ({"concurrency": 0}, "concurrency must be between 1 and 256"),
        ({"concurrency": 257}, "concurrency"),
        ({"max_requests": 0}, "max-requests must be positive"),
        ({"max_time": 0}, "max-time must be positive"),
        ({"max_time": math.inf}, "max-time must be positive"),
        ({"max_depth": -1}, "max-depth must not be negative"),
        ({"seed": -1}, "seed must be between"),
        ({"seed": 2**64}, "seed"),
        ({"user_agent": "5pider"}, "product name"),
        ({"user_agent": ""}, "product name"),
        ({"user_agent": "A\r\nCookie: x"}, "printable ASCII"),
        ({"user_agent": "Sökare"}, "printable ASCII"),
        ({"scope": "galaxy"}, "galaxy"),
        ({"max_requests": "many"}, "max_requests"),
        ({"urls": 5}, "urls"),
        ({"include": {"a": 1}}, "include"),
        ({"speed": 9}, "unknown key `speed`"),
        ({"max_time": "soon"}, "'soon' is not a duration"),
    ],
)
def test_wrong_values_are_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        make_settings(given)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90.0),
        (90, 90.0),
        (1.5, 1.5),
        ("90s", 90.0),
        ("15m", 900.0),
        ("8h", 28_800.0),
        ("1h30m", 5_400.0),
        ("1.5h", 5_400.0),
        ("2d", 172_800.0),
        ("1d2h3m4s", 93_784.0),
        (" 8H ", 28_800.0),
    ],
)
def test_durations(text: object, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "h", "5y", "-5", "1m1h", "1 h", "ten", True, [1], "1e3"])
def test_what_is_no_duration(text: object) -> None:
    with pytest.raises(ConfigError, match="is not a duration"):
        parse_duration(text)


@given(st.text(max_size=12))
def test_any_text_is_a_duration_or_a_clear_error(text: str) -> None:
    with contextlib.suppress(ConfigError):
        assert parse_duration(text) >= 0


def test_the_product_name_is_the_first_word_of_the_user_agent() -> None:
    assert Settings(user_agent="Map-Seeker_x/2.0 (+https://a.example)").robots_token == (
        "Map-Seeker_x"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[1, 2]", "expected a mapping of settings, found list"),
        (b"a: [", "is not valid YAML"),
        (b"\xff\xfe\x00", "is not valid YAML"),
        (b"a: !!python/object/apply:os.getcwd []", "is not valid YAML"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "crawl.yaml"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        read_config(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read the configuration .*none\.yaml"):
        read_config(tmp_path / "none.yaml")


def test_an_empty_file_sets_nothing(tmp_path: Path) -> None:
    file = tmp_path / "crawl.yaml"
    file.write_text("# nothing yet\n")
    assert read_config(file) == {}


def test_secrets_come_from_the_environment_and_are_never_shown() -> None:
    environment = {
        "PERIPLUS_PROXY": "http://u:planted@proxy.example:3128",
        "PERIPLUS_BASIC_AUTH": "me:planted",
    }
    secrets = read_secrets(environment)
    assert secrets == Secrets(proxy="http://u:planted@proxy.example:3128", basic_auth="me:planted")
    assert "planted" not in repr(secrets) + str(secrets) + f"{secrets}"
    assert read_secrets({"PERIPLUS_PROXY": "", "HTTP_PROXY": "http://x"}) == Secrets()


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"PERIPLUS_PROXY": "socks5://planted"}, "PERIPLUS_PROXY must be an http"),
        ({"PERIPLUS_BASIC_AUTH": "planted"}, "user:password"),
    ],
)
def test_a_wrong_secret_is_refused_without_being_repeated(
    environment: dict[str, str], said: str
) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        read_secrets(environment)
    assert "planted" not in str(caught.value)
