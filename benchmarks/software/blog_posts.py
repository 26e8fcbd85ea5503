"""Generated blogs: dated posts with authors, categories and tags, and links to earlier posts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from benchmarks.software.prose import Prose


@dataclass(frozen=True, slots=True)
class BlogPost:
    """One post in Markdown."""

    slug: str
    title: str
    date: datetime
    author: str
    category: str
    tags: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Blog:
    """Everything a static site is made from."""

    posts: list[BlogPost] = field(default_factory=list)
    pages: list[BlogPost] = field(default_factory=list)


def blog(prose: Prose, posts: int, link: Callable[[str], str], people: int = 14) -> Blog:
    """Posts in order of their dates; `link` makes the address of a slug."""
    made = Blog()
    authors = [person.name for person in prose.people(people)]
    categories = [(prose.word().capitalize(), prose.topic()) for _ in range(9)]
    tags = prose.words(70)
    for number, date in enumerate(prose.moments(posts)):
        category, topic = prose.often_first(categories)
        title = prose.title(topic).capitalize()
        paragraphs = prose.paragraphs(prose.random.randint(3, 9), topic, 70)
        if made.posts and prose.random.random() < 0.5:
            earlier = prose.random.choice(made.posts)
            paragraphs.insert(2, f"{prose.sentence(topic)} [{earlier.title}]({link(earlier.slug)})")
        chosen = {prose.often_first(tags) for _ in range(prose.long_tail(6, 0.8))}
        slug = "-".join(title.lower().split()[:6]) + f"-{number}"
        text = "\n\n".join(paragraphs)
        author = prose.often_first(authors)
        post = BlogPost(slug, title, date, author, category, tuple(sorted(chosen)), text)
        made.posts.append(post)
    for name in ("about", "contact", "imprint"):
        text = "\n\n".join(prose.paragraphs(4))
        date = made.posts[0].date
        made.pages.append(BlogPost(name, name.capitalize(), date, authors[0], "", (), text))
    return made
