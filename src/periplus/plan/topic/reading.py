"""Topics as people write them: words on a command line, or YAML."""

from collections.abc import Mapping
from typing import Any

import yaml

from periplus.errors import ConfigError
from periplus.plan.topic.topic import Topic, make_topic

_KEYS = ("name", "language", "keywords", "relevance")


def topic_from_words(text: str, threshold: float | None = None) -> Topic:
    """A topic of equal weights from `words, separated by commas, a phrase`.

    Raises:
        ConfigError: no words, or nothing but stop words.
    """
    parts = [part for part in text.replace(";", ",").split(",") if part.strip()]
    weights = {part: float(parts.count(part)) for part in parts}
    return make_topic(weights, threshold=threshold, name=f"the topic '{text}'")


def topic_from_yaml(text: str, name: str, threshold: float | None = None) -> Topic:
    """A topic from a YAML file's text; a threshold that is given wins over the file's.

    Raises:
        ConfigError: it is not YAML, has keys that there are not, or makes no topic.
    """
    try:
        loaded = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(f"{name} is not valid YAML: {error}") from error
    if not isinstance(loaded, dict):
        raise ConfigError(f"{name}: expected a mapping with `keywords`, found {_kind(loaded)}")
    unknown = sorted(str(key) for key in loaded if key not in _KEYS)
    if unknown:
        raise ConfigError(f"{name}: unknown key '{unknown[0]}'; there are {', '.join(_KEYS)}")
    return make_topic(
        _weights(loaded.get("keywords"), name),
        language=_language(loaded.get("language"), name),
        threshold=threshold if threshold is not None else _threshold(loaded, name),
        name=name,
    )


def _weights(value: object, name: str) -> dict[str, float]:
    """Keywords as a mapping to weights, or as a list of words of equal weight."""
    if isinstance(value, Mapping):
        return {_text(key, name): weight for key, weight in value.items()}
    if isinstance(value, list):
        words = [_text(item, name) for item in value]
        return {word: float(words.count(word)) for word in words}
    if value is None:
        raise ConfigError(f"{name}: `keywords` is missing; list the words to look for below it")
    raise ConfigError(f"{name}: keywords must be a mapping or a list, not {_kind(value)}")


def _text(value: object, name: str) -> str:
    """YAML reads some words as numbers: they are keywords all the same."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ConfigError(f"{name}: a keyword must be text, not {_kind(value)}; write it in quotes")
    return str(value)


def _language(value: object, name: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):  # YAML's `no`
        return "no" if value is False else ""
    if not isinstance(value, str):
        raise ConfigError(f"{name}: language must be text such as en, not {_kind(value)}")
    return value


def _threshold(loaded: Mapping[str, Any], name: str) -> float | None:
    value = loaded.get("relevance")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigError(f"{name}: relevance must be a number, not {value}")
    return float(value)


def _kind(value: object) -> str:
    return "nothing" if value is None else type(value).__name__
