"""Queries from words: from the middle of the list outwards, neither too special nor too general."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from periplus.plan.xcrawl.tokens import Token


def from_the_middle(tokens: Sequence[Token]) -> list[str]:
    """The words of an ordered list by their distance from its middle; the heavier one first."""
    middle = (len(tokens) - 1) // 2
    places = sorted(range(len(tokens)), key=lambda place: (abs(place - middle), place))
    return [tokens[place].word for place in places]


def queries(tokens: Sequence[Token], length: int, most: int) -> Iterator[str]:
    """Combinations of words, those of the middle first; each widens the list by one word.

    Args:
        tokens: ordered by their combined weight.
        length: words of a query; fewer where there are not so many.
        most: queries, at most.
    """
    words = from_the_middle(tokens)
    length = min(length, len(words))
    if length < 1:
        return
    made = 0
    for last in range(length - 1, len(words)):
        for others in combinations(words[:last], length - 1):
            if made >= most:
                return
            made += 1
            yield " ".join((*others, words[last]))
