"""Queries until nothing new comes."""

import asyncio
from collections.abc import Sequence

from periplus.find.engine import EngineFailed, Found
from periplus.find.searching import Searching
from periplus.plan.xcrawl.tokens import Token
from periplus.validate.validator import CheckedPage, ValidatorFailed

NAMES = ("a1", "b1", "c1", "d1", "e1", "f1")
WORDS = [
    Token(word, 1.0 - place / 10) for place, word in enumerate(["a1", "b1", "c1", "d1", "e1", "f1"])
]


class Engine:
    name = "fake"
    most_words = 3

    def __init__(self, results: int = 3, fails_after: int = 10**6) -> None:
        self.queries: list[str] = []
        self._results = results
        self._fails_after = fails_after

    async def search(self, query: str) -> Found:
        self.queries.append(query)
        if len(self.queries) > self._fails_after:
            raise EngineFailed("it answers with HTTP 500")
        number = len(self.queries) % self._results
        return Found((f"http://site{number}.test/page", "nonsense", "ftp://x.test/"), 10 + number)


class Pages:
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def pages(self, urls: Sequence[str]) -> list[CheckedPage]:
        self.asked += urls
        return [CheckedPage(url, b"<p>x</p>") for url in urls]


def searched(engine: Engine, iterations: int = 5, accepts=lambda page: True):  # type: ignore[no-untyped-def]
    notes: list[str] = []
    pages = Pages()
    search = Searching(engine, pages, accepts, notes.append, iterations)
    return asyncio.run(search.run(WORDS)), pages, notes


def test_it_ends_when_so_many_queries_brought_nothing_new() -> None:
    engine = Engine(results=3)
    result, pages, notes = searched(engine, iterations=4)
    assert sorted(pages.asked) == [f"http://site{n}.test/page" for n in range(3)]
    assert len(result.accepted) == 3
    assert result.sites() == sorted(result.sites(), key=lambda s: pages.asked.index(s + "/page"))
    assert len(engine.queries) == len(WORDS) + 3 + 4
    assert len(notes) == 3


def test_an_engine_that_fails_is_given_up_with_its_reason() -> None:
    result, _, _ = searched(Engine(fails_after=0))
    assert "HTTP 500" in result.trouble
    assert not result.accepted
    result, _, _ = searched(Engine(fails_after=len(WORDS) + 2), iterations=50)
    assert len(result.accepted) == 2
    assert "HTTP 500" in result.trouble


def test_a_validator_that_fails_is_reported_and_counts_as_no() -> None:
    def fails(page: CheckedPage) -> bool:
        raise ValidatorFailed("it broke")

    result, _, notes = searched(Engine(), accepts=fails)
    assert not result.accepted
    assert result.results == 3
    assert any("it broke" in note for note in notes)
