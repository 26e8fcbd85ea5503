"""Mailing lists: generated discussions as letters, for software that shows mail."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path

from benchmarks.software.prose import Person, Prose, Topic


@dataclass(frozen=True, slots=True)
class Letter:
    """One message. Its id tells its discussion and its place there: the first is number 1."""

    discussion: int
    number: int
    author: Person
    moment: datetime
    subject: str
    text: str
    answers: int | None  # the number of the letter that it answers

    @property
    def id(self) -> str:
        """Message-ID without brackets."""
        return f"{self.discussion}.{self.number}@example.org"

    def as_mail(self, to: str, answered: "Letter | None") -> str:
        """The message as it is sent to a list."""
        head = [
            f"From: {self.author.name} <{self.author.mail}>",
            f"To: {to}",
            f"Subject: {self.subject}",
            f"Date: {format_datetime(self.moment)}",
            f"Message-ID: <{self.id}>",
        ]
        if answered is not None:
            head += [f"In-Reply-To: <{answered.id}>", f"References: <{answered.id}>"]
        head += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
        return "\n".join(head) + "\n\n" + self.text + "\n"


def discussions(
    prose: Prose, count: int, people: list[Person], topics: list[Topic], most: int = 60
) -> Iterator[list[Letter]]:
    """So many discussions of 1 to `most` letters, in the order of their first letters."""
    for discussion, moment in enumerate(prose.moments(count), 1):
        topic = prose.often_first(topics)
        subject = prose.title(topic)
        letters = [_letter(prose, discussion, 1, people, topic, moment, subject, None)]
        for number in range(2, prose.long_tail(most, 0.9) + 1):
            answered = prose.random.choice(letters[-4:])
            when = max(prose.soon_after(answered.moment), letters[-1].moment)
            letters.append(
                _letter(prose, discussion, number, people, topic, when, f"Re: {subject}", answered)
            )
        yield letters


def _letter(
    prose: Prose,
    discussion: int,
    number: int,
    people: list[Person],
    topic: Topic,
    moment: datetime,
    subject: str,
    answered: Letter | None,
) -> Letter:
    author = prose.often_first(people)
    parts = [_wrapped(part) for part in prose.paragraphs(1 + prose.long_tail(4), topic, 45)]
    if answered is not None:
        quoted = answered.text.splitlines()[: prose.random.randint(1, 5)]
        parts.insert(0, f"{answered.author.name} wrote:\n" + "\n".join(f"> {q}" for q in quoted))
    text = "\n\n".join([*parts, f"-- \n{author.name}"])
    place = answered.number if answered is not None else None
    return Letter(discussion, number, author, moment.replace(microsecond=0), subject, text, place)


def _wrapped(text: str, width: int = 72) -> str:
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) >= width:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def mails(letters: list[Letter], to: str) -> list[str]:
    """The messages of one discussion."""
    return [
        letter.as_mail(to, letters[letter.answers - 1] if letter.answers else None)
        for letter in letters
    ]


def write_mbox(path: Path, messages: list[str]) -> None:
    """An mbox file; letters never begin a line with From."""
    path.parent.mkdir(parents=True, exist_ok=True)
    start = "From list@example.org Mon Jan  7 08:00:00 2019\n"
    path.write_text("".join(f"{start}{message}\n" for message in messages), encoding="utf-8")
