"""What a generated URL is: verdicts, natures of views, labels of URLs, and answers."""

from dataclasses import dataclass
from enum import StrEnum

from periplus.synthetic.scheme import View


class Verdict(StrEnum):
    """What a page is worth to somebody who wants the content once."""

    VALUABLE = "valuable"
    DUPLICATE = "duplicate"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Nature:
    """What a view is, before it is spelled as a URL."""

    kind: str
    verdict: Verdict
    entity: str | None = None
    page: int = 1
    status: int = 200
    same_as: View | None = None  # a duplicate's original, where one page is the original
    sends_to: View | None = None  # a redirect's target
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """The truth about one URL, with the fields of a mirrored site's labels."""

    url: str
    status: int
    kind: str
    verdict: Verdict
    dup_of: str | None
    entity: str | None
    page: int
    final_url: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site sends for one request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
