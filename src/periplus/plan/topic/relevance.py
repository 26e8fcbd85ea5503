"""Relevance of a text to a topic: Sim(T, D), the weighted share of its effective words.

u_k = (count of keyword k in D / effective words of D) · w_k and Sim(T, D) = Σ u_k. A phrase counts
once wherever its effective words follow each other in one block of text.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from periplus.plan.topic.topic import Topic
from periplus.plan.topic.words import BOUNDARY, effective_words, language_of


@dataclass(frozen=True, slots=True)
class Relevance:
    """How far a text is about a topic, and why."""

    score: float  # Sim(T, D)
    words: int  # effective words of the text
    counts: tuple[tuple[str, int], ...] = ()  # keywords that occur, most first

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "relevance": round(self.score, 6),
            "effective_words": self.words,
            "keywords": dict(self.counts),
        }


def relevance(topic: Topic, text: str, language: str = "") -> Relevance:
    """Sim(T, D) of a text.

    Args:
        topic: what is looked for.
        text: what a reader sees, a block a line (`page.text.visible_text`).
        language: as the page declares it; guessed where it is not known.
    """
    known = language_of(text, language)
    return relevance_of_words(topic, effective_words(text, known), known)


def relevance_of_words(topic: Topic, words: Sequence[str], language: str) -> Relevance:
    """The same for words that were made by `effective_words`."""
    total = sum(1 for word in words if word != BOUNDARY)
    if not total:
        return Relevance(0.0, 0)
    counts = _count(_needles(topic, language), words)
    score = sum(counts[k] / total * topic.weights[k] for k in sorted(counts))
    named = [(topic.terms[k], number) for k, number in sorted(counts.items())]
    return Relevance(score, total, tuple(sorted(named, key=lambda item: -item[1])))


Needles = dict[str, list[tuple[tuple[str, ...], int]]]


@lru_cache(maxsize=256)
def _needles(topic: Topic, language: str) -> Needles:
    """The stemmed keywords by their first word."""
    found: Needles = defaultdict(list)
    for k, term in enumerate(topic.terms):
        stems = tuple(effective_words(term, language))
        if stems:
            found[stems[0]].append((stems, k))
    return dict(found)


def _count(needles: Needles, words: Sequence[str]) -> Counter[int]:
    """How often each keyword occurs; an occurrence does not overlap with one of the same."""
    counts: Counter[int] = Counter()
    free_from: dict[int, int] = {}
    for at, word in enumerate(words):
        for stems, k in needles.get(word, ()):
            if len(stems) == 1:
                counts[k] += 1
            elif at >= free_from.get(k, 0) and tuple(words[at : at + len(stems)]) == stems:
                counts[k] += 1
                free_from[k] = at + len(stems)
    return counts
