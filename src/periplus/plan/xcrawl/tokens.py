"""The words that tell what examples are about: TF-IDF, search weight, and their harmonic mean."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from periplus.plan.xcrawl.words import word_counts


class Token(NamedTuple):
    """A word and what it weighs, between 0 and 1."""

    word: str
    weight: float


def tokens_of(texts: Sequence[str], most: int) -> list[Token]:
    """The words of the examples by TF-IDF, the heaviest first and scaled to 1.

    A word counts in each text by its share of that text, and the more the fewer texts have it; one
    that all texts have still counts, since it may be what makes them one kind.
    """
    counts = [counted for counted in map(word_counts, texts) if counted]
    documents: dict[str, int] = {}
    for counted in counts:
        for word in counted:
            documents[word] = documents.get(word, 0) + 1
    sums: dict[str, float] = {}
    for counted in counts:
        total = counted.total()
        for word, number in counted.items():
            rarity = math.log((1 + len(counts)) / (1 + documents[word])) + 1.0
            sums[word] = sums.get(word, 0.0) + number / total * rarity
    ordered = sorted(sums.items(), key=lambda item: (-item[1], item[0]))[:most]
    heaviest = ordered[0][1] if ordered else 1.0
    return [Token(word, weight / heaviest) for word, weight in ordered]


def given_tokens(words: Sequence[str]) -> list[Token]:
    """Words that the user chose: each weighs 1."""
    return [Token(word, 1.0) for word in dict.fromkeys(words)]


def combined(tokens: Sequence[Token], hits: Mapping[str, int]) -> list[Token]:
    """Words by the harmonic mean of their weight and their search weight, the heaviest first.

    The search weight is the number of hits of the word alone, against the largest: general words
    are near 1, special ones near 0. A word that nothing was found for is left out.
    """
    largest = max((hits.get(token.word, 0) for token in tokens), default=0)
    found = []
    for word, weight in tokens:
        number = hits.get(word, 0)
        if number > 0 and weight > 0:
            search = number / largest
            found.append(Token(word, 2 * weight * search / (weight + search)))
    return sorted(found, key=lambda token: (-token.weight, token.word))
