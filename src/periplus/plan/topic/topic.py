"""A topic: keywords and phrases with weights that add up to one."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from periplus.errors import ConfigError
from periplus.page.words import normal_text
from periplus.plan.topic.stop_words import STOP_WORDS
from periplus.plan.topic.words import plain_words, primary, stop_words

MOST_TERMS = 1_000
_LONGEST_TERM = 200
# One effective word in a hundred that is of the topic, at its average weight.
DENSITY = 0.01


@dataclass(frozen=True, slots=True)
class Topic:
    """The topic vector T = [(k1, w1), …, (kl, wl)] with Σ w = 1."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    language: str = ""  # of the terms; "" if they count in any
    threshold: float = 0.0  # of relevance, below which a page is not of the topic

    @property
    def mean_weight(self) -> float:
        """What one keyword weighs on average."""
        return 1.0 / len(self.terms)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "keywords": dict(zip(self.terms, self.weights, strict=True)),
            "language": self.language,
            "threshold": self.threshold,
        }


def topic_from_json(value: Mapping[str, Any]) -> Topic:
    """The topic that `to_json` wrote down."""
    words = value["keywords"]
    return Topic(
        tuple(words), tuple(words.values()), str(value["language"]), float(value["threshold"])
    )


def make_topic(
    weights: Mapping[str, float],
    *,
    language: str = "",
    threshold: float | None = None,
    name: str = "the topic",
) -> Topic:
    """A topic with its weights normalised to one.

    Args:
        weights: what each keyword or phrase counts, in any unit.
        language: of the keywords, where it matters.
        threshold: the least relevance of a page; None for one effective word in a hundred.
        name: what messages call it.

    Raises:
        ConfigError: nothing to look for, or a weight or a threshold that cannot be.
    """
    terms: dict[str, float] = {}
    for text, weight in weights.items():
        term = " ".join(normal_text(text).split())
        _check_term(term, text, weight, name)
        terms[term] = terms.get(term, 0.0) + float(weight)
    if not terms:
        raise ConfigError(f"{name} is empty; name at least one keyword")
    if len(terms) > MOST_TERMS:
        raise ConfigError(f"{name} has {len(terms):,} keywords; {MOST_TERMS:,} are the most")
    known = primary(language)
    if language and not known:
        raise ConfigError(f"{name}: unknown language '{language}'; write for example en or de")
    _check_words(terms, known, name)
    total = sum(terms.values())
    if not math.isfinite(total):
        raise ConfigError(f"{name}: the weights are too large")
    least = DENSITY / len(terms) if threshold is None else threshold
    if not 0.0 <= least <= 1.0:
        raise ConfigError(f"relevance must be between 0 and 1, not {least}")
    return Topic(
        tuple(terms), tuple(weight / total for weight in terms.values()), known, float(least)
    )


def _check_term(term: str, text: str, weight: object, name: str) -> None:
    if not plain_words(term):
        raise ConfigError(f"{name}: '{text}' has no word in it")
    if len(term) > _LONGEST_TERM:
        raise ConfigError(f"{name}: a keyword of {len(term)} characters is too long")
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not is_number or not float(str(weight)) > 0 or not math.isfinite(float(str(weight))):
        raise ConfigError(f"{name}: the weight of '{text}' must be a positive number, not {weight}")


def _check_words(terms: Mapping[str, float], language: str, name: str) -> None:
    """A topic that only has words as `the` would find nothing."""
    words = {word for term in terms for word in plain_words(term)}
    for one in [language] if language else STOP_WORDS:
        # One short word is a stop word somewhere: without a language it may well be a name.
        is_sure = bool(language) or one == "en" or len(words) > 1
        if is_sure and words <= stop_words(one):
            raise ConfigError(
                f"{name} has nothing but stop words ({one}), which do not count; add keywords"
                + ("" if language else ", or say in a YAML file of which language these are")
            )
