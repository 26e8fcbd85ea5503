"""What the harness asks of a software: to be installed, filled, served, and its URLs explained."""

import subprocess
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from benchmarks.software.prose import Prose
from periplus.plan.strategy import Verdict

VALUABLE, DUPLICATE, INVALID = Verdict.VALUABLE, Verdict.DUPLICATE, Verdict.INVALID


@dataclass(frozen=True, slots=True)
class Place:
    """Where a software lives: its programs stay between runs, its data is made anew."""

    programs: Path
    data: Path


@dataclass(frozen=True, slots=True)
class Label:
    """What a URL is, by the rules of its software."""

    kind: str
    verdict: Verdict = VALUABLE
    entity: str | None = None
    page: int = 1
    same_as: str | None = None  # path and query of the page that a duplicate repeats
    content: str | None = None  # pages that name the same content are views of the first fetched


class Software(ABC):
    """A web software with generated content."""

    name: str
    title: str  # as its makers write it
    kind: str  # wiki, forum, tracker, blog …
    start: str = "/"
    notes: str = ""
    limit: int = 8_000  # requests of the crawl that makes the mirror
    never: tuple[str, ...] = ()  # regular expressions of endless views that are not fetched

    @abstractmethod
    def install(self, place: Place) -> None:
        """Bring the programs; quick where they are there already."""

    @abstractmethod
    def fill(self, place: Place, prose: Prose) -> None:
        """Make the content below `place.data`, an empty directory."""

    @abstractmethod
    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        """Start a server on a loopback port. The harness ends it."""

    @abstractmethod
    def label(self, url: str, status: int, html: str) -> Label:
        """What a URL is that answered 200.

        Redirects, errors and pages with the same text as another are the harness's business.
        """

    def version(self, place: Place) -> str:
        """The version that is installed."""
        return ""


def split(url: str) -> tuple[str, dict[str, str]]:
    """The path of a URL, escapes undone, and its query."""
    parts = urlsplit(url)
    query = parts.query.replace(";", "&")
    return unquote(parts.path), dict(parse_qsl(query, keep_blank_values=True))


def number(text: str | None, default: int = 1) -> int:
    """A page number as queries have it."""
    return int(text) if text and text.isdecimal() else default
