"""Generated text and people: made-up words by seed with Zipf frequencies, and long-tailed sizes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from periplus.synthetic.words import coin, language

T = TypeVar("T")
Topic = tuple[str, ...]

FIRST = datetime(2019, 1, 7, 8, tzinfo=UTC)
LAST = datetime(2025, 6, 30, 18, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who writes."""

    name: str
    login: str

    @property
    def mail(self) -> str:
        """An address that leads nowhere."""
        return f"{self.login}@example.org"


class Prose:
    """Draws one after another; the same seed and the same calls give the same text."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self._language = language(seed)
        self._drawn = 0

    def _next(self) -> int:
        self._drawn += 1
        return self._drawn

    def topic(self) -> Topic:
        """Words that belong to one subject."""
        return self._language.topic(12, "prose", self._next())

    def word(self) -> str:
        """A coined word in small letters, for tags and short names."""
        return coin(self.random.getrandbits(60), 2)

    def words(self, count: int) -> list[str]:
        """So many different words."""
        found: dict[str, None] = {}
        while len(found) < count:
            found.setdefault(self.word())
        return list(found)

    def title(self, topic: Topic | None = None) -> str:
        """A few words without a full stop."""
        count = self.random.randint(2, 7)
        return self._language.phrase(count, topic or self.topic(), "title", self._next())

    def sentence(self, topic: Topic | None = None) -> str:
        """One sentence."""
        count = self.random.randint(6, 16)
        return self._language.sentences(count, topic or self.topic(), "line", self._next())[0]

    def paragraph(self, topic: Topic | None = None, words: int = 60) -> str:
        """Sentences of about so many words together."""
        count = max(8, int(self.random.gauss(words, words / 3)))
        return self._language.prose(count, topic or self.topic(), "paragraph", self._next())

    def paragraphs(self, count: int, topic: Topic | None = None, words: int = 60) -> list[str]:
        """Paragraphs about one topic."""
        about = topic or self.topic()
        return [self.paragraph(about, words) for _ in range(count)]

    def people(self, count: int) -> list[Person]:
        """People with different logins; the first ones are meant to write most."""
        logins = self.words(count)
        return [
            Person(f"{login.capitalize()} {self.word().capitalize()}", login) for login in logins
        ]

    def often_first(self, choices: Sequence[T]) -> T:
        """One of the choices, the first ones much more often, as some people write most."""
        place = int(len(choices) ** self.random.random()) - 1
        return choices[min(place, len(choices) - 1)]

    def long_tail(self, most: int, shape: float = 1.1) -> int:
        """1 mostly, now and then many: replies, revisions, tags."""
        return min(most, int(self.random.paretovariate(shape)))

    def moment(self, after: datetime = FIRST, before: datetime = LAST) -> datetime:
        """Some second in between."""
        seconds = max(1, int((before - after).total_seconds()))
        return after + timedelta(seconds=self.random.randrange(seconds))

    def moments(
        self, count: int, after: datetime = FIRST, before: datetime = LAST
    ) -> list[datetime]:
        """So many moments in order."""
        return sorted(self.moment(after, before) for _ in range(count))

    def soon_after(self, moment: datetime) -> datetime:
        """When somebody answers: minutes to weeks later."""
        return moment + timedelta(minutes=1 + self.random.lognormvariate(6, 2))
