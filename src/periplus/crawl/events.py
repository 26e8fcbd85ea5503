"""What the core is told (events, past tense) and what it asks for (commands, imperative)."""

from dataclasses import dataclass
from enum import StrEnum

from periplus.errors import ExitCode, PeriplusError
from periplus.exchange import Request, Response
from periplus.page.view import PageView
from periplus.store import PageRow, Taken


class StopReason(StrEnum):
    """Why a crawl ended."""

    COMPLETE = "complete"  # nothing is waiting
    SATISFIED = "satisfied"  # the strategy expects too little of the rest
    MAX_REQUESTS = "max-requests"
    MAX_TIME = "max-time"
    INTERRUPTED = "interrupted"
    DISK_FULL = "disk-full"
    UNREACHABLE = "unreachable"  # what is left is on hosts that do not answer
    REFUSED = "refused"  # robots.txt or the address guard closes every start URL

    @property
    def exit_code(self) -> ExitCode:
        """What the process answers to the shell."""
        return _EXIT_CODES[self]

    @property
    def is_final(self) -> bool:
        """Whether running the same command again would find nothing to do."""
        return self in (StopReason.COMPLETE, StopReason.SATISFIED)


_EXIT_CODES = {
    StopReason.COMPLETE: ExitCode.DONE,
    StopReason.SATISFIED: ExitCode.DONE,
    StopReason.MAX_REQUESTS: ExitCode.BUDGET,
    StopReason.MAX_TIME: ExitCode.BUDGET,
    StopReason.INTERRUPTED: ExitCode.INTERRUPTED,
    StopReason.DISK_FULL: ExitCode.DISK,
    StopReason.UNREACHABLE: ExitCode.UNREACHABLE,
    StopReason.REFUSED: ExitCode.REFUSED,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a response's body."""

    view: PageView | None = None
    charset: str = ""
    note: str = ""  # what could not be read, for the log
    text: str | None = None  # what a reader sees, where the strategy reads it
    has_scripts: bool = False  # a browser may show another page
    looks_script_built: bool = False  # and probably does: there is next to nothing without one
    rendered: bytes | None = None  # the page as a browser showed it; `view` is of that then


@dataclass(frozen=True, slots=True)
class Started:
    """The loop runs."""


@dataclass(frozen=True, slots=True)
class PageFetched:
    """A page request was answered."""

    taken: Taken
    response: Response
    reading: Reading


@dataclass(frozen=True, slots=True)
class FetchFailed:
    """A page request brought nothing."""

    taken: Taken
    error: PeriplusError


@dataclass(frozen=True, slots=True)
class RobotsFetched:
    """A robots.txt request was answered, or failed."""

    origin: str
    answer: Response | PeriplusError


@dataclass(frozen=True, slots=True)
class TimerFired:
    """The time of the last WakeAt has come."""


@dataclass(frozen=True, slots=True)
class StopRequested:
    """The user, a limit or the disk wants the crawl to end."""

    reason: StopReason


@dataclass(frozen=True, slots=True)
class ResourceWanted:
    """A page that is being rendered wants to load something."""

    page: int
    ticket: int
    request: Request
    kind: str  # script, stylesheet, xhr, fetch


@dataclass(frozen=True, slots=True)
class ResourceFetched:
    """What a page wanted to load was asked for."""

    wanted: ResourceWanted
    answer: Response | PeriplusError


@dataclass(frozen=True, slots=True)
class RenderingEnded:
    """A page was rendered, could not be (then with a fault), or was left (`shown` None)."""

    taken: Taken
    response: Response
    plain: Reading
    shown: Reading | None = None
    fault: str = ""
    is_abandoned: bool = False


Event = (
    Started
    | PageFetched
    | FetchFailed
    | RobotsFetched
    | ResourceWanted
    | ResourceFetched
    | RenderingEnded
    | TimerFired
    | StopRequested
)


@dataclass(frozen=True, slots=True)
class Fetch:
    """Make this request. `taken` is None for robots.txt."""

    request: Request
    origin: str
    taken: Taken | None = None
    wanted: ResourceWanted | None = None  # what a page loads


@dataclass(frozen=True, slots=True)
class Keep:
    """Append this exchange to the archive, then note the page with its place there."""

    response: Response
    page: PageRow
    twin: PageRow | None = None  # an earlier page with the same payload
    not_modified: bool = False  # the server said so: the response has no payload of its own
    rendered: bytes | None = None  # the page as a browser showed it, to be archived beside it
    resource: str | None = None  # what kind of thing that a page loaded; it is no page then
    is_wanted: bool = True  # if not, no more is kept than the decision on it


@dataclass(frozen=True, slots=True)
class Commit:
    """Make everything so far durable now (a server asked for patience: a kill must not forget)."""


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Nothing to do before this moment (monotonic seconds)."""

    moment: float


@dataclass(frozen=True, slots=True)
class Finish:
    """The crawl is over."""

    reason: StopReason


@dataclass(frozen=True, slots=True)
class Render:
    """Show this page in the browser."""

    taken: Taken
    response: Response
    reading: Reading


@dataclass(frozen=True, slots=True)
class Refuse:
    """Tell a page that what it wants to load is not asked for."""

    wanted: ResourceWanted
    reason: str


@dataclass(frozen=True, slots=True)
class Abandon:
    """Leave every page that is being rendered: the crawl ends, and they wait for the next run."""


Command = Fetch | Keep | Render | Refuse | Abandon | Commit | WakeAt | Finish
