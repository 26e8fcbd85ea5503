"""Queries from the middle of the list outwards."""

from periplus.plan.xcrawl.queries import from_the_middle, queries
from periplus.plan.xcrawl.tokens import Token


def tokens(words: str) -> list[Token]:
    return [Token(word, 1.0 - place / 10) for place, word in enumerate(words.split())]


def test_the_middle_comes_first_then_its_neighbours() -> None:
    assert from_the_middle(tokens("camera zoom specifications sensor iso")) == [
        "specifications",
        "zoom",
        "sensor",
        "camera",
        "iso",
    ]


def test_every_query_widens_the_list_by_one_word_and_none_comes_twice() -> None:
    made = list(queries(tokens("a1 b1 c1 d1 e1"), 3, 100))
    assert made[0] == "c1 b1 d1"
    assert len(made) == len({frozenset(query.split()) for query in made}) == 10
    assert all("e1" in query for query in made[4:])


def test_length_and_number_are_bounded() -> None:
    assert len(list(queries(tokens("a1 b1 c1 d1 e1 f1"), 3, 4))) == 4
    assert list(queries(tokens("a1 b1"), 3, 10)) == ["a1 b1"]
    assert list(queries([], 3, 10)) == []
