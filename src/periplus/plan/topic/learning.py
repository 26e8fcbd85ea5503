"""A topic learned from example pages: what they say more often than other text does (TF-IDF).

The background is other pages, where there are any: a word that they all have says nothing. Without
one the examples are each other's background, by words that only one of them has.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from periplus.errors import ConfigError
from periplus.plan.topic.relevance import relevance
from periplus.plan.topic.topic import Topic, make_topic
from periplus.plan.topic.words import language_of, plain_words, stem, stop_words

KEYWORDS = 20
_SHORTEST = 3  # letters
_PAIR_BONUS = 1.5  # a phrase says more than its words
_LEAST_COUNT = 2  # a word said once may be anything
# Of the examples' mean relevance: a page that is so much thinner in their words is of their topic.
_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Example:
    """A page that is about the topic."""

    text: str  # what a reader sees, a block a line
    language: str = ""


def learn_topic(
    examples: Sequence[Example],
    background: Sequence[Example] = (),
    *,
    keywords: int = KEYWORDS,
    threshold: float | None = None,
) -> Topic:
    """The topic that examples have in common and a background has not.

    Raises:
        ConfigError: the examples have no words to learn from.
    """
    known = [language_of(example.text, example.language) for example in examples]
    language = Counter(known).most_common(1)[0][0] if known else ""
    scores, shown = _scores(examples, background, language)
    best = sorted(scores, key=lambda key: (-scores[key], key))[:keywords]
    if not best:
        raise ConfigError(
            "the example pages have no words to learn a topic from; name others, or use --topic"
        )
    topic = make_topic(
        {shown[key]: scores[key] for key in best},
        language=language,
        threshold=0.0 if threshold is None else threshold,
        name="the topic of the examples",
    )
    if threshold is not None:
        return topic
    said = [relevance(topic, example.text, language).score for example in examples]
    return Topic(topic.terms, topic.weights, topic.language, _SHARE * sum(said) / len(said))


def _scores(
    examples: Sequence[Example], background: Sequence[Example], language: str
) -> tuple[dict[tuple[str, ...], float], dict[tuple[str, ...], str]]:
    """TF-IDF of each word and pair of words, and the spelling to show."""
    spellings: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    shared = _shared_lines([*examples, *background])
    counted = [_counts(example, language, shared, spellings) for example in examples]
    others = [_counts(example, language, set(), None) for example in background]
    total: defaultdict[tuple[str, ...], float] = defaultdict(float)
    holding: Counter[tuple[str, ...]] = Counter()
    for counts in counted:
        size = sum(counts.values()) or 1
        for key, number in counts.items():
            total[key] += number / size
            holding[key] += 1
    elsewhere: Counter[tuple[str, ...]] = Counter(key for counts in others for key in counts)
    most = {key: max(counts.get(key, 0) for counts in counted) for key in total}
    scores = {}
    for key, frequency in total.items():
        is_lone = len(counted) > 1 and holding[key] == 1
        is_everywhere = bool(others) and elsewhere[key] == len(others)
        if is_lone or is_everywhere or most[key] < _LEAST_COUNT:
            continue
        rarity = math.log((1 + len(others)) / (1 + elsewhere[key])) + 1.0
        bonus = _PAIR_BONUS if len(key) > 1 else 1.0
        scores[key] = frequency * holding[key] / len(counted) * rarity * bonus
    return scores, {key: spellings[key].most_common(1)[0][0] for key in scores}


def _shared_lines(pages: Sequence[Example]) -> set[str]:
    """Lines that several pages have: menus, forms and footers, which no topic is made of."""
    holding = Counter(line for page in pages for line in set(page.text.splitlines()))
    return {line for line, number in holding.items() if number > 1}


def _counts(
    example: Example,
    language: str,
    left_out: set[str],
    spellings: defaultdict[tuple[str, ...], Counter[str]] | None,
) -> Counter[tuple[str, ...]]:
    """How often each word and each pair of neighbours stands in a text."""
    excluded = stop_words(language)
    counts: Counter[tuple[str, ...]] = Counter()
    for line in dict.fromkeys(example.text.splitlines()):
        if line in left_out:
            continue
        before: tuple[str, str] | None = None
        for word in plain_words(line):
            if word in excluded or len(word) < _SHORTEST or word.isdecimal():
                before = None
                continue
            stemmed = stem(word, language)
            _note(counts, spellings, (stemmed,), word)
            if before is not None:
                _note(counts, spellings, (before[0], stemmed), f"{before[1]} {word}")
            before = (stemmed, word)
    return counts


def _note(
    counts: Counter[tuple[str, ...]],
    spellings: defaultdict[tuple[str, ...], Counter[str]] | None,
    key: tuple[str, ...],
    shown: str,
) -> None:
    counts[key] += 1
    if spellings is not None:
        spellings[key][shown] += 1
