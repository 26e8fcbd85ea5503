"""Generated forums: people, categories, boards, and threads whose lengths have a long tail."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from benchmarks.software.prose import Person, Prose, Topic


@dataclass(frozen=True, slots=True)
class Post:
    """One message of a thread."""

    author: str
    date: str  # ISO 8601
    text: str


@dataclass(frozen=True, slots=True)
class Thread:
    """A title and its messages in order."""

    title: str
    posts: tuple[Post, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Threads about one subject."""

    title: str
    about: str
    threads: tuple[Thread, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """Boards under one heading."""

    title: str
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How much to make."""

    categories: int = 4
    boards: int = 4  # of a category, at most
    threads: int = 420
    people: int = 180
    longest: int = 140  # posts of a thread


def forum(prose: Prose, size: Size) -> dict[str, Any]:
    """People and categories, as plain values for a program in another environment."""
    people = prose.people(size.people)
    boards = [prose.random.randint(2, size.boards) for _ in range(size.categories)]
    shares = [prose.random.paretovariate(1.0) for _ in range(sum(boards))]
    counts = iter([max(2, int(size.threads * share / sum(shares))) for share in shares])
    categories = [
        Category(
            prose.title().capitalize(),
            tuple(_board(prose, people, next(counts), size.longest) for _ in range(count)),
        )
        for count in boards
    ]
    return {
        "people": [person_values(prose, person) for person in people],
        "categories": [asdict(category) for category in categories],
    }


def person_values(prose: Prose, person: Person) -> dict[str, str]:
    """A person with what profiles show."""
    about = prose.sentence() if prose.random.random() < 0.6 else ""
    return {
        "login": person.login,
        "name": person.name,
        "mail": person.mail,
        "joined": prose.moment().isoformat(),
        "about": about,
    }


def _board(prose: Prose, people: list[Person], count: int, longest: int) -> Board:
    topic = prose.topic()
    threads = tuple(_thread(prose, people, topic, longest) for _ in range(count))
    return Board(prose.title(topic).capitalize(), prose.sentence(topic), threads)


def _thread(prose: Prose, people: list[Person], topic: Topic, longest: int) -> Thread:
    moment = prose.moment()
    posts: list[Post] = []
    for _ in range(prose.long_tail(longest, 0.7)):
        moment = prose.soon_after(moment)
        posts.append(_post(prose, people, topic, moment))
    return Thread(prose.title(topic).capitalize(), tuple(posts))


def _post(prose: Prose, people: list[Person], topic: Topic, moment: datetime) -> Post:
    words = prose.random.choice((15, 40, 40, 90))
    text = "\n\n".join(prose.paragraphs(prose.random.randint(1, 3), topic, words))
    return Post(prose.often_first(people).login, moment.isoformat(), text)
