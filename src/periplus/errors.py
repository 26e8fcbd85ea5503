"""Every error that Periplus raises on purpose, in one tree, and the exit codes of the program.

    PeriplusError
    ├── ConfigError              a flag, a file or a URL that the user can mend      exit 2
    ├── RefusedError             we chose not to ask: carries a reason               exit 5
    │   └── AddressNotPublic
    ├── FetchError               the remote or the network failed: carries a reason  exit 8
    ├── ArchiveError             our disk or our archive                             exit 7
    │   ├── DiskFull                                                                 exit 3
    │   └── ArchiveDamaged
    └── StateError               the job database                                    exit 7
        ├── JobLocked                                                                exit 4
        ├── StateDamaged
        └── SchemaTooNew

What happens to one URL is data (an event with a reason), not an exception that crosses the loop.
Third-party exceptions are mapped into this tree once, at the edge where they arise.
"""

from enum import IntEnum, StrEnum


class ExitCode(IntEnum):
    """What the process answers to the shell. Documented in docs/reference/exit-codes.md."""

    DONE = 0
    INTERNAL = 1
    CONFIG = 2
    DISK = 3
    LOCKED = 4
    REFUSED = 5
    BUDGET = 6
    DAMAGED = 7
    UNREACHABLE = 8
    INTERRUPTED = 130


class FetchFault(StrEnum):
    """Why a request brought no usable response: the remote's fault or the network's."""

    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    PROTOCOL = "protocol"
    HEADERS_TOO_LARGE = "headers-too-large"
    TOO_SLOW = "too-slow"
    PROXY = "proxy"


class PeriplusError(Exception):
    """The root of the tree. The message says what happened and what to do about it."""

    exit_code = ExitCode.INTERNAL


class ConfigError(PeriplusError):
    """A flag, a file or a URL is wrong; the user can mend it."""

    exit_code = ExitCode.CONFIG


class RefusedError(PeriplusError):
    """We chose not to make a request."""

    exit_code = ExitCode.REFUSED


class AddressNotPublic(RefusedError):
    """The address behind a host is private, local or reserved, and --allow-private is not set."""

    def __init__(self, host: str, address: str) -> None:
        super().__init__(
            f"{host} resolves to {address}, which is not a public address; "
            "use --allow-private to crawl hosts of your own network"
        )
        self.host = host
        self.address = address


class FetchError(PeriplusError):
    """The remote or the network failed; `fault` says how, `retry` whether asking again may help."""

    exit_code = ExitCode.UNREACHABLE

    def __init__(
        self, url: str, fault: FetchFault, detail: str = "", *, retry: bool = True
    ) -> None:
        super().__init__(f"{url}: {fault}" + (f" ({detail})" if detail else ""))
        self.url = url
        self.fault = fault
        self.detail = detail
        self.retry = retry


class ArchiveError(PeriplusError):
    """Our disk or our archive failed."""

    exit_code = ExitCode.DAMAGED


class DiskFull(ArchiveError):
    """No room to write; everything committed so far is safe and the job can be resumed."""

    exit_code = ExitCode.DISK


class ArchiveDamaged(ArchiveError):
    """A WARC file is not what was committed."""

    def __init__(self, path: str, offset: int, detail: str) -> None:
        super().__init__(f"{path}: damaged at byte {offset}: {detail}")
        self.path = path
        self.offset = offset
        self.detail = detail


class StateError(PeriplusError):
    """The job database cannot be used."""

    exit_code = ExitCode.DAMAGED


class JobLocked(StateError):
    """Another process works on this job."""

    exit_code = ExitCode.LOCKED

    def __init__(self, path: str, pid: int | None) -> None:
        who = f"process {pid}" if pid else "another process"
        super().__init__(f"{path} is in use by {who}; wait for it or stop it, then run again")
        self.path = path
        self.pid = pid


class StateDamaged(StateError):
    """The job database is corrupt; `periplus verify --repair` rebuilds it from the archive."""


class SchemaTooNew(StateError):
    """The job was made by a newer Periplus."""
