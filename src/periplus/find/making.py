"""The engine that `--search` names."""

from collections.abc import Mapping
from pathlib import Path

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.find.archive_engine import ArchiveEngine
from periplus.find.engine import AskEngine, Engine
from periplus.find.json_engines import BRAVE, GOOGLE, Brave, Google, MediaWiki, SearXng
from periplus.find.opensearch import OpenSearch

BRAVE_KEY, GOOGLE_KEY, GOOGLE_ENGINE = "BRAVE_API_KEY", "GOOGLE_API_KEY", "GOOGLE_SEARCH_ENGINE"
FORMS = (
    "searxng:URL",
    "opensearch:URL",
    "mediawiki:URL",
    "brave",
    "google",
    "archive:JOB",
)


def make_engine(name: str, ask: AskEngine, environment: Mapping[str, str]) -> Engine:
    """The engine of a name.

    Raises:
        ConfigError: there is none of that name, its address is none, or its key is missing.
    """
    kind, _, argument = name.partition(":")
    match kind:
        case "searxng":
            return SearXng(ask, _address(kind, argument))
        case "opensearch":
            return OpenSearch(ask, _address(kind, argument))
        case "mediawiki":
            return MediaWiki(ask, _address(kind, argument))
        case "brave":
            address = _address(kind, argument) if argument else BRAVE
            return Brave(ask, _key(kind, BRAVE_KEY, environment), address)
        case "google":
            address = _address(kind, argument) if argument else GOOGLE
            key = _key(kind, GOOGLE_KEY, environment)
            return Google(ask, key, _key(kind, GOOGLE_ENGINE, environment), address)
        case "archive":
            if not argument:
                raise ConfigError("--search archive: name the crawl's directory, archive:JOB")
            return ArchiveEngine(Path(argument))
    raise ConfigError(f"unknown search engine '{name}'; there are {', '.join(FORMS)}")


def _address(kind: str, text: str) -> str:
    address = urls.canonical(text) if "://" in text else None
    if address is None:
        raise ConfigError(f"--search {kind}: needs an address, {kind}:https://…")
    return address


def _key(kind: str, name: str, environment: Mapping[str, str]) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise ConfigError(f"--search {kind} needs a key of yours in the environment: set {name}")
    if not value.isascii() or not value.isprintable():
        raise ConfigError(f"{name} holds characters that no key has")
    return value
