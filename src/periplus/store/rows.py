"""The values that go into the job database and come out of it. No SQL here."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from periplus.plan.strategy import Reason, Verdict

UrlIds = npt.NDArray[np.uint32]
LinkNumbers = npt.NDArray[np.int32]


class UrlState(IntEnum):
    """How far a URL has come. The numbers are stored: never renumber them."""

    KNOWN = 0  # no decision yet
    WAITING = 1  # also while it is being asked for
    FETCHED = 2
    FAILED = 3
    SKIPPED = 4


@dataclass(frozen=True, slots=True)
class Taken:
    """A URL to be asked for now. Until its result is committed, a crash makes it wait again."""

    url_id: int
    url: str
    group: str
    depth: int
    attempts: int  # that failed before


@dataclass(frozen=True, slots=True)
class UrlRow:
    """Everything known of one URL: what `explain` shows."""

    url_id: int
    url: str
    state: UrlState
    reason: Reason | None
    via: int | None  # URL id of the page that first linked here
    via_row: int | None  # row of that page's links
    depth: int
    group: str | None
    rank: float | None
    attempts: int
    fault: str | None  # of the last failed attempt


@dataclass(frozen=True, slots=True)
class PageRow:
    """One fetched version of a URL and where its record lies in the archive."""

    url_id: int
    seq: int  # position in the order of fetching; unique in a job
    date: float  # wall-clock seconds since the epoch
    status: int
    media_type: str
    verdict: Verdict
    depth: int
    group: str
    digest: str  # "sha1:BASE32" of the payload
    warc_file: str
    warc_offset: int
    warc_length: int
    payload_bytes: int
    seconds: float
    text_hash: int | None = None  # unsigned 64 bits
    title: str = ""
    redirect_to: int | None = None
    revisit_of: int | None = None  # URL id of the page whose payload this one repeats
    truncated: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class LinkRows:
    """The links of one page with the decision on each: columns of one length."""

    targets: UrlIds
    rows: LinkNumbers  # of the page's Links; -1 for a redirect
    labels: list[str]
    reasons: list[Reason]
    groups: list[str]  # "" where the link was not followed
    turns: list[int] | None = None  # what each says of pages (`site.threads`); None: nothing known

    def __len__(self) -> int:
        return len(self.targets)


@dataclass(frozen=True, slots=True)
class VisitRow:
    """When a fetched URL is to be asked for again, and why."""

    url_id: int
    due: float  # wall-clock seconds
    last: float  # of the last visit
    rate: float  # changes a second, as estimated
    value: float
    template: int  # pages of one kind share their history; 63 bits
    gone: int = 0  # answers in a row that said it is gone
    why: str = ""
    history: bytes = b""


@dataclass(frozen=True, slots=True)
class VisitColumns:
    """Part of the visits table as columns of one length."""

    url_ids: npt.NDArray[np.int64]
    due: npt.NDArray[np.float64]
    last: npt.NDArray[np.float64]
    rates: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    templates: npt.NDArray[np.int64]
    gone: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.url_ids)


@dataclass(frozen=True, slots=True)
class HostRow:
    """What one origin told us about patience and robots, kept over restarts."""

    not_before: float = 0.0  # wall-clock seconds
    delay: float = 0.0
    strikes: int = 0
    robots_status: int | None = None
    robots_body: bytes | None = None
    robots_fetched: float | None = None  # wall-clock seconds
