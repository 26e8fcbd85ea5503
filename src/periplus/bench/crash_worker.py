"""A process that forks the real crawler: every start is a fresh process without the imports.

The harness writes the arguments of one command line as JSON; the answer is first the number of the
process that runs it, then how that process ended (as `subprocess` tells it: a negative number for
a signal). Run by `python -m periplus.bench.crash_worker`.
"""

import importlib
import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from periplus.errors import PeriplusError

_STOP_SECONDS = 20.0
# Rarer than commits and several times in a short crawl: resuming finds all ages of state.
_SNAPSHOT_PAGES = 60


def main() -> int:
    """Serve the harness until it closes our input."""
    # The command line is above this package: it is loaded as a user's shell would, by name.
    run = importlib.import_module("periplus.cli").run
    loop = importlib.import_module("periplus.crawl.loop")
    core = importlib.import_module("periplus.crawl.core")
    dead: list[int] = []
    for line in sys.stdin:
        while dead:
            os.waitpid(dead.pop(), 0)
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            setattr(loop, "COMMIT_SECONDS", order["commit_seconds"])  # noqa: B010
            setattr(core, "SNAPSHOT_PAGES", order["snapshot_pages"])  # noqa: B010
            _become(run, order["arguments"], Path(order["log"]))
        print(pid, flush=True)
        # Not reaped before its end was told: until then its number belongs to nobody else.
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert ended is not None  # noqa: S101  # we did not ask to return at once
        has_exited = ended.si_code == os.CLD_EXITED
        print(ended.si_status if has_exited else -ended.si_status, flush=True)
        dead.append(pid)
    return 0


def _become(run: object, arguments: list[str], log: Path) -> None:
    """Run one command line in this process and end it; what it says goes to the log."""
    code = 99
    try:
        with log.open("wb") as out:
            for number in (1, 2):
                os.dup2(out.fileno(), number)
            with open(os.devnull, "rb") as nothing:  # noqa: PTH123  # not a path of ours
                os.dup2(nothing.fileno(), 0)
            code = run(arguments)  # type: ignore[operator]
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(int(code))


class Crawlers:
    """Starts crawls one at a time, and kills them."""

    def __init__(self, log: Path, commit_seconds: float) -> None:
        self._log = log
        self._commit_seconds = commit_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._pid: int | None = None
        self._heard: int | None = None  # how the last one ended, if nobody has asked yet

    def __enter__(self) -> "Crawlers":
        self._process = subprocess.Popen(  # our own interpreter and module
            [sys.executable, "-m", "periplus.bench.crash_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # so that what can be heard is in the pipe and not in a buffer of ours
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if self._pid is not None:
            os.kill(self._pid, signal.SIGKILL)
        try:
            process.communicate(timeout=_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start(self, arguments: list[str]) -> None:
        """Start a command line; it runs when this returns."""
        process = self._running()
        order = {
            "arguments": arguments,
            "log": str(self._log),
            "commit_seconds": self._commit_seconds,
            "snapshot_pages": _SNAPSHOT_PAGES,
        }
        assert process.stdin is not None  # noqa: S101  # a pipe was asked for
        process.stdin.write(json.dumps(order).encode() + b"\n")
        self._pid = int(self._hear())

    @property
    def has_ended(self) -> bool:
        """Whether the command line has come to its end by itself."""
        stdout = self._running().stdout
        return stdout is not None and bool(select.select([stdout], [], [], 0.0)[0])

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the command line that runs; one that has ended takes no notice."""
        if self._pid is None:
            raise ValueError("nothing runs")
        os.kill(self._pid, number)

    def kill(self) -> bool:
        """SIGKILL; whether it hit a living process. If not, `wait` tells how that has ended."""
        if self._pid is None or self.has_ended:
            return False
        self.signal(signal.SIGKILL)
        code = self.wait()
        if code == -signal.SIGKILL:
            return True
        self._heard = code
        return False

    def wait(self) -> int:
        """The exit code of the command line that runs."""
        code = int(self._hear()) if self._heard is None else self._heard
        self._pid = self._heard = None
        return code

    @property
    def said(self) -> str:
        """What the last command line printed."""
        return self._log.read_text(errors="replace")

    def _hear(self) -> bytes:
        process = self._running()
        assert process.stdout is not None  # noqa: S101  # a pipe was asked for
        line = process.stdout.readline()
        if not line:
            raise PeriplusError("the process that starts the crawlers has died; see its message")
        return line

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise ValueError("crawlers are started inside `with`")
        return self._process


if __name__ == "__main__":
    sys.exit(main())
