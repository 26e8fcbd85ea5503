"""What a link says of its target before it is fetched: words of the anchor and of the URL."""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote_plus

from periplus import url as urls
from periplus.plan.topic.relevance import relevance_of_words
from periplus.plan.topic.topic import Topic
from periplus.plan.topic.words import effective_words

_NOT_WORDS = re.compile(r"[\W_]+")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_STRONG = 0.5  # of the weight of the heaviest keyword
_LONGEST = 400  # characters of an anchor or a URL that are looked at
_ANCHOR_SHARE = 0.6  # what people read is better evidence than what a URL spells


MUCH = 2


class Signs(NamedTuple):
    """How much of the topic a link names."""

    score: float  # 0 to 1, for the order inside a group
    level: int  # 0 nothing, 1 something, MUCH


NO_SIGNS = Signs(0.0, 0)


@lru_cache(maxsize=1 << 15)
def signs_of(topic: Topic, anchor: str, url: str, language: str) -> Signs:
    """The evidence of one link; the page that it stands on is not looked at here."""
    said, anchor_density = _named(topic, anchor[:_LONGEST], language)
    spelt, url_density = _named(topic, url_words(url), language)
    if not said and not spelt:
        return NO_SIGNS
    best = max(said, spelt) / max(topic.weights)
    density = _ANCHOR_SHARE * anchor_density + (1.0 - _ANCHOR_SHARE) * url_density
    return Signs(min(1.0, 0.5 * min(1.0, best) + 0.5 * density), MUCH if best >= _STRONG else 1)


def url_words(url: str) -> str:
    """The words that a URL's path and query spell."""
    text = unquote_plus(urls.path_and_query(url)[:_LONGEST], errors="replace")
    return _NOT_WORDS.sub(" ", _INNER_CAPITAL.sub(" ", text))


def _named(topic: Topic, text: str, language: str) -> tuple[float, float]:
    """The weight of the keywords that occur, and the share of words that are such."""
    if not text:
        return 0.0, 0.0
    words = effective_words(text, language)
    found = relevance_of_words(topic, words, language)
    if not found.counts:
        return 0.0, 0.0
    weights = dict(zip(topic.terms, topic.weights, strict=True))
    named = sum(weights[term] for term, _ in found.counts)
    return named, min(1.0, sum(number for _, number in found.counts) / found.words)
