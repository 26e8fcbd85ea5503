"""The strategy protocol: pages and verdicts in, decisions about links out. Pure and deterministic.

The crawl hands a strategy each fetched page once, as a `Visit`, with the links that scope and
robots allow. The strategy answers with a `Judgement`: for each link a group and a rank inside the
group, or a reason to leave it alone. Groups carry priorities; the crawl always takes the best rank
of the best group that has links waiting. Everything a strategy knows comes through these calls, so
a crawl can be resumed by giving it the same visits again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from periplus.page.view import PageView, Stage
from periplus.plan.plan_file import PlanFile


class Verdict(StrEnum):
    """What a fetched page turned out to be."""

    VALUABLE = "valuable"
    DUPLICATE = "duplicate"
    INVALID = "invalid"


class Reason(StrEnum):
    """Why a URL was fetched or left alone. Documented in docs/reference/reasons.md."""

    SEED = "seed"
    FOLLOW = "follow"  # a strategy chose it
    KEEP_TOGETHER = "keep-together"  # chosen, and part of its source's thread
    REDIRECT = "redirect"  # a fetched page sent us there
    OUT_OF_SCOPE = "out-of-scope"
    EXCLUDED = "excluded"
    NOT_INCLUDED = "not-included"
    ROBOTS = "robots"
    TOO_DEEP = "too-deep"
    LIMIT = "limit"
    STRATEGY = "strategy"  # the strategy expects nothing of it
    DUPLICATE = "duplicate"  # another spelling of a known page
    REFUSED_ADDRESS = "refused-address"
    FAILED = "failed"
    CRAWL_DELAY = "crawl-delay"
    OFF_TOPIC = "off-topic"  # too many pages that are not of the topic lead to it
    IRRELEVANT = "irrelevant"  # it was fetched, is not of the topic, and was not kept


FOLLOWED = frozenset({Reason.SEED, Reason.FOLLOW, Reason.KEEP_TOGETHER, Reason.REDIRECT})


class Offered(NamedTuple):
    """One link that scope and robots allow, offered to the strategy."""

    row: int  # of the page's Links; -1 for a redirect target
    target: int  # URL id
    url: str
    fresh: bool  # first time this URL is seen in this crawl
    fetched: bool  # its page is in hand


@dataclass(frozen=True, slots=True)
class Visit:
    """One fetched page as a strategy sees it."""

    page: int  # URL id
    url: str
    status: int
    depth: int
    group: str  # the group it was taken from
    verdict: Verdict
    view: PageView | None  # None where there is nothing to parse (redirects, images)
    links: Sequence[Offered]
    text: str | None = None  # what a reader sees, for a strategy that `ReadsText`


class Choice(NamedTuple):
    """A strategy's answer for one offered link."""

    reason: Reason
    group: str = ""
    rank: float = 0.0  # inside the group, smallest first
    move: bool = False  # if it waits already, move it to this group and rank


@dataclass(slots=True)
class Judgement:
    """The answers for one visit, in the order of `Visit.links`, and changed group priorities.

    `moves` are changed minds about URLs of pages judged before: one that waits gets another place
    or, by a reason not to follow it, waits no longer; one that was left alone waits after all.
    """

    choices: Sequence[Choice]
    priorities: Mapping[str, float] = field(default_factory=dict)  # largest first
    note: str = ""  # what is to be said to the user, if anything
    # By URL id, carried out before `choices`.
    moves: Mapping[int, Choice] = field(default_factory=dict)
    keep: bool = True  # whether the page is to be archived
    about: Mapping[str, Any] | None = None  # what was found out about the page, for `explain`


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the crawl is, for a strategy that knows when to stop."""

    requests: int
    pages: int
    waiting: int


class Strategy(Protocol):
    """Turns a site and what has been seen of it into decisions."""

    name: ClassVar[str]

    @property
    def needs(self) -> Stage:
        """Which stages of a PageView it reads."""
        ...

    def judge(self, visit: Visit) -> Judgement:
        """Take a fetched page in and answer for its links."""
        ...

    def is_done(self, progress: Progress) -> bool:
        """Whether the rest is not worth a request."""
        ...

    def save(self) -> dict[str, Any]:
        """All state as JSON values."""
        ...

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        ...


@runtime_checkable
class KeepsThreads(Protocol):
    """A strategy that knows which pages belong together."""

    def threads(self) -> Sequence[Sequence[int]]:
        """The pages of each list or thread, as URL ids in order."""
        ...


@runtime_checkable
class HasPlan(Protocol):
    """A strategy that can write down what it has learned of a site."""

    def plan(self) -> PlanFile | None:
        """The plan so far, if there is one."""
        ...


@runtime_checkable
class Hesitates(Protocol):
    """A strategy that now and then waits for what is under way before more is asked for."""

    def hesitates(self, group: str, priority: float, *, is_under_way: bool) -> bool:
        """Whether the next URL, of this group, is to wait; `is_under_way`: one of it is."""
        ...


@runtime_checkable
class ReadsText(Protocol):
    """A strategy that may be given the visible text of pages."""

    @property
    def reads_text(self) -> bool:
        """Whether it is to be given it."""
        ...


class ListPlace(StrEnum):
    """Where links stand that no page shows: labels of what sitemaps and feeds list."""

    SITEMAP = "sitemap/url"
    INDEX = "sitemapindex/sitemap"
    FEED = "feed/entry"


@runtime_checkable
class ReadsLists(Protocol):
    """A strategy that may be given what sitemaps and feeds list, as links of theirs.

    The sitemaps that robots.txt names come with the first page, in row -1.
    """

    @property
    def reads_lists(self) -> bool:
        """Whether it is to be given them."""
        ...


@runtime_checkable
class SavesOften(Protocol):
    """A strategy whose state is saved with every commit: not every page can be judged again."""

    saves_often: ClassVar[bool]
