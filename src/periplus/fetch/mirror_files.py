"""The small files of a site directory: what the site is, and what each of its URLs is worth.

`site.json` names the start URL, `labels.jsonl.gz` has a line for each mirrored URL, and
`unfetched.jsonl.gz` (or `uncrawled.jsonl.gz`) lists URLs that are linked but have no record.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.plan.strategy import Verdict

LABELS = "labels.jsonl.gz"
SITE = "site.json"
Row = TypeVar("Row")

UNFETCHED = ("unfetched.jsonl.gz", "uncrawled.jsonl.gz")


class Label(msgspec.Struct, frozen=True):
    """What one URL of a mirror really is. Unknown fields of the file are ignored."""

    url: str
    verdict: Verdict
    status: int = 200
    kind: str = ""
    dup_of: str | None = None
    entity: str | None = None
    page: int | None = None
    final_url: str | None = None


class _Unfetched(msgspec.Struct, frozen=True):
    url: str


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """What `site.json` says."""

    name: str
    start_url: str
    facts: dict[str, Any]


def read_site_info(directory: Path) -> SiteInfo:
    """The site's name and start URL. Raises ConfigError."""
    path = directory / SITE
    try:
        facts = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise ConfigError(f"{directory} is no mirrored site: {SITE} is missing") from None
    except (ValueError, OSError) as error:
        raise ConfigError(f"{path} cannot be read as JSON: {error}") from error
    start = facts.get("start_url") if isinstance(facts, dict) else None
    start_url = urls.canonical(start) if isinstance(start, str) else None
    if start_url is None:
        raise ConfigError(f"{path} has no start_url with an http(s) URL")
    return SiteInfo(str(facts.get("name") or directory.name), start_url, facts)


def read_labels(directory: Path) -> list[Label]:
    """Every line of the labels file. Raises ConfigError with the number of a bad line."""
    path = directory / LABELS
    if not path.exists():
        raise ConfigError(f"{directory} is no mirrored site: {LABELS} is missing")
    labels = list(_lines(path, Label))
    if not labels:
        raise ConfigError(f"{path} holds no labels")
    return labels


def read_unfetched(directory: Path) -> list[str]:
    """URLs that are linked but have no record; empty where the site has no such list."""
    for name in UNFETCHED:
        if (directory / name).exists():
            return [entry.url for entry in _lines(directory / name, _Unfetched)]
    return []


def _lines(path: Path, kind: type[Row]) -> Iterator[Row]:
    decode = msgspec.json.Decoder(kind).decode
    number = 0
    try:
        with gzip.open(path, "rb") as lines:
            for line in lines:
                number += 1
                if line.strip():
                    yield decode(line)
    except (OSError, EOFError, zlib.error) as error:
        raise ConfigError(f"{path} is damaged and cannot be read: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}, line {number}: {error}") from error
