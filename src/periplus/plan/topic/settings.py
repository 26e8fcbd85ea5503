"""What can be set about a crawl by topic, and the strategy made of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from periplus.errors import ConfigError
from periplus.plan.topic.learning import Example
from periplus.plan.topic.topic import Topic, topic_from_json

TOPIC_OPTIONS = frozenset({"topic", "examples", "example_urls", "relevance", "tunnel", "keep_all"})
TUNNEL = 3


@dataclass(frozen=True, slots=True)
class TopicSettings:
    """A topic, or pages to learn it from."""

    topic: Topic | None = None
    examples: tuple[Example, ...] = ()  # read already
    example_urls: frozenset[str] = frozenset()  # to be fetched by the crawl
    relevance: float | None = None  # the threshold of a topic that is yet to be learned
    tunnel: int = TUNNEL  # pages off the topic in a row that links are still followed from
    keep_all: bool = False  # pages below the threshold, too


def settings_of(options: Mapping[str, Any]) -> TopicSettings:
    """The settings that a crawl's options name; `topic` is a `Topic` or what `to_json` made of it.

    Raises:
        ConfigError: there is no topic, a value out of its range, or another strategy's option.
    """
    given = {key: value for key, value in options.items() if value is not None}
    unknown = sorted(given.keys() - TOPIC_OPTIONS)
    if unknown:
        raise ConfigError(f"the strategy topic takes no {unknown[0].replace('_', '-')}")
    topic = given.get("topic")
    if isinstance(topic, Mapping):
        topic = topic_from_json(topic)
    examples = tuple(
        one if isinstance(one, Example) else Example(*one) for one in given.get("examples", ())
    )
    urls = frozenset(given.get("example_urls", ()))
    if topic is None and not examples and not urls:
        raise ConfigError(
            "the strategy topic needs a topic: --topic 'words, a phrase', --topic topic.yaml, "
            "or an example page with --topic-like"
        )
    tunnel = int(given.get("tunnel", TUNNEL))
    if not 0 <= tunnel <= 100:
        raise ConfigError("wrong setting: tunnel must be between 0 and 100")
    relevance = given.get("relevance")
    if relevance is not None and not 0.0 <= relevance <= 1.0:
        raise ConfigError("wrong setting: relevance must be between 0 and 1")
    return TopicSettings(topic, examples, urls, relevance, tunnel, bool(given.get("keep_all")))
