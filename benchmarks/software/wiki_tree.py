"""Generated wikis: a tree of pages that link each other, each with its revisions."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.software.discussions import person_values
from benchmarks.software.prose import Person, Prose, Topic

Markup = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Revision:
    """What a page said after somebody's change."""

    author: str
    date: str  # ISO 8601
    note: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page below another; the path of the home page is empty."""

    path: str
    parent: str
    slug: str
    title: str
    tags: tuple[str, ...]
    revisions: tuple[Revision, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page will be, before its text is written."""

    path: str
    title: str
    topic: Topic


class WikiWriter:
    """Writes pages in the markup of a software."""

    def __init__(self, prose: Prose, link: Markup, heading: Callable[[str], str]) -> None:
        self.prose = prose
        self.link = link
        self.heading = heading

    def wiki(self, pages: int, people: int, revisions: int = 12) -> dict[str, Any]:
        """People, the home page and all others, as plain values; parents come first."""
        writers = self.prose.people(people)
        tags = self.prose.words(30)
        places = self._places(pages)
        made = [self._page(place, places, writers, tags, revisions) for place in places]
        return {
            "people": [person_values(self.prose, person) for person in writers],
            "home": self._home(places),
            "pages": [asdict(page) for page in made],
        }

    def _places(self, count: int) -> list[Place]:
        """A few large subjects, pages below them, and pages below some of those."""
        places = [self._place("", self.prose.topic()) for _ in range(max(4, count // 40))]
        taken = {place.path for place in places}
        while len(places) < count:
            parent = self.prose.random.choice(places[: count // 6])
            if parent.path.count("/") > 1:
                continue
            place = self._place(parent.path, parent.topic)
            if place.path not in taken:
                taken.add(place.path)
                places.append(place)
        return places

    def _place(self, parent: str, topic: Topic) -> Place:
        title = self.prose.title(topic)
        slug = "-".join(title.lower().split()[:3])
        return Place(f"{parent}/{slug}".lstrip("/"), title.capitalize(), topic)

    def _home(self, places: list[Place]) -> str:
        top = [place for place in places if "/" not in place.path]
        listed = "\n".join(f" * {self.link(place.path, place.title)}" for place in top)
        return "\n\n".join([*self.prose.paragraphs(3), self.heading("Subjects"), listed])

    def _page(
        self, place: Place, places: list[Place], people: list[Person], tags: list[str], most: int
    ) -> Page:
        prose = self.prose
        parent, _, slug = place.path.rpartition("/")
        dates = prose.moments(prose.long_tail(most, 0.9))
        text: list[str] = [self._linked(place, places)]
        revisions = []
        for date in dates:
            revisions.append(
                Revision(
                    prose.often_first(people).login,
                    date.isoformat(),
                    prose.title(place.topic) if prose.random.random() < 0.5 else "",
                    "\n\n".join(text),
                )
            )
            text += [self.heading(prose.title(place.topic)), self._linked(place, places)]
        children = [other for other in places if other.path.rpartition("/")[0] == place.path]
        if children:
            listed = "\n".join(f" * {self.link(other.path, other.title)}" for other in children)
            last = revisions[-1]
            revisions[-1] = Revision(last.author, last.date, last.note, f"{last.text}\n\n{listed}")
        chosen = tuple(dict.fromkeys(prose.often_first(tags) for _ in range(prose.long_tail(4))))
        return Page(place.path, parent, slug, place.title, chosen, tuple(revisions))

    def _linked(self, place: Place, places: list[Place]) -> str:
        """Paragraphs with a few links, mostly to pages near by."""
        prose = self.prose
        near = [other for other in places if other.topic is place.topic]
        paragraphs = prose.paragraphs(prose.random.randint(2, 4), place.topic)
        for number in range(prose.random.randint(0, 3)):
            there = prose.random.choice(near if number else places)
            paragraphs.append(
                f"{prose.sentence(place.topic)} {self.link(there.path, there.title)}."
            )
        return "\n\n".join(paragraphs)
