"""The topic that a job's settings name: words, a YAML file, or pages to learn it from."""

from pathlib import Path
from typing import Any

from periplus import url as urls
from periplus.crawl.settings import Settings
from periplus.errors import ConfigError
from periplus.limits import DEFAULT_LIMITS
from periplus.page import read_page
from periplus.page.guard import bounded
from periplus.page.text import visible_text
from periplus.page.view import Stage
from periplus.plan.topic.reading import topic_from_words, topic_from_yaml
from periplus.plan.topic.topic import Topic
from periplus.store import JobStore

GIVEN_TOPIC = "given_topic"
_YAML = (".yaml", ".yml")
_LARGEST_TOPIC = 1_000_000
_LARGEST_PAGE = 20_000_000


def topic_options(settings: Settings, store: JobStore | None = None) -> dict[str, Any]:
    """The options of the strategy `topic`. Files are read once and kept in the job.

    Raises:
        ConfigError: a file that cannot be read, or that holds no topic or page.
    """
    kept: dict[str, Any] | None = store.get_meta(GIVEN_TOPIC) if store is not None else None
    if kept is None:
        kept = _read(settings)
        if store is not None:
            store.set_meta(GIVEN_TOPIC, kept)
    return {
        **kept,
        "example_urls": example_urls(settings) or None,
        "relevance": settings.relevance,
        "tunnel": settings.tunnel,
        "keep_all": settings.keep_all,
    }


def example_urls(settings: Settings) -> tuple[str, ...]:
    """The example pages that the crawl is to fetch, where the topic is to be learned from them."""
    if settings.topic is not None:
        return ()
    found = []
    for name in settings.topic_like:
        if "://" in name:
            url = urls.canonical(name)
            if url is None or not urls.host(url):
                raise ConfigError(f"--topic-like '{name}' is not an http or https URL")
            found.append(url)
    return tuple(dict.fromkeys(found))


def _read(settings: Settings) -> dict[str, Any]:
    if settings.topic is not None:
        if settings.topic_like:
            raise ConfigError("give either --topic or --topic-like, not both")
        return {"topic": _named_topic(settings.topic, settings.relevance).to_json()}
    files = [name for name in settings.topic_like if "://" not in name]
    return {"examples": [_example(Path(name)) for name in files]}


def _named_topic(text: str, threshold: float | None) -> Topic:
    if not text.lower().endswith(_YAML):
        return topic_from_words(text, threshold)
    path = Path(text)
    try:
        if path.stat().st_size > _LARGEST_TOPIC:
            raise ConfigError(f"{path} is too large for a topic")
        return topic_from_yaml(path.read_text(encoding="utf-8"), str(path), threshold)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no topic: it is not text") from error
    except OSError as error:
        raise ConfigError(f"cannot read the topic {path}: {error.strerror}") from error


def _example(path: Path) -> list[str]:
    """The text and the language of a page in a file."""
    try:
        if path.stat().st_size > _LARGEST_PAGE:
            raise ConfigError(f"--topic-like {path}: the file is larger than 20 MB")
        body = path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"cannot read the example {path}: {error.strerror}; "
            "give a page saved as HTML, or a URL with https://"
        ) from error
    markup, charset, _ = bounded(body, None, DEFAULT_LIMITS)
    text = visible_text(markup, charset=charset)
    if not text or b"\0" in body[:1000]:
        raise ConfigError(f"--topic-like {path}: the file holds no HTML page; save it as HTML")
    view = read_page(body, "http://file.invalid/", stages=Stage.LINKS)
    return [text, view.language]
