"""A Python function as a validator, in a process of its own: it may crash or hang, we go on."""

import json
import os
import selectors
import subprocess
import sys
import time
from importlib.metadata import entry_points
from typing import Any

from periplus.errors import ConfigError
from periplus.validate.validator import CheckedPage, Stateless, ValidatorFailed

GROUP = "periplus.validators"
TIME_LIMIT = 10.0
_START_LIMIT = 60.0  # an import of a large library takes its time


class FunctionValidator(Stateless):
    """Calls `function(url: str, body: bytes) -> bool` of MODULE:FUNCTION for each page."""

    def __init__(self, name: str, seconds: float = TIME_LIMIT) -> None:
        if not all(part.strip() for part in name.partition(":")):
            raise ConfigError(f"--accept python: '{name}' is not of the form MODULE:FUNCTION")
        self._name = name
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._left = b""
        try:
            self._start()
        except ValidatorFailed as error:
            self.close()
            raise ConfigError(f"--accept python:{name} cannot be used: {error}") from error

    def accepts(self, page: CheckedPage) -> bool:
        if self._process is None:
            self._start()
        head = json.dumps({"url": page.url, "bytes": len(page.body)}).encode() + b"\n"
        answer = self._exchange(head + page.body, self._seconds)
        if "accepts" not in answer:
            raise ValidatorFailed(str(answer.get("failed", "no answer")))
        return bool(answer["accepts"])

    def _start(self) -> None:
        self._left = b""
        self._process = subprocess.Popen(  # noqa: S603  # our own module
            [sys.executable, "-m", "periplus.validate.function_worker", self._name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={k: v for k, v in os.environ.items() if not k.startswith("PERIPLUS_")},
        )
        answer = self._exchange(b"", _START_LIMIT)
        if "ready" not in answer:
            raise ValidatorFailed(str(answer.get("failed", "it did not start")))

    def _exchange(self, sent: bytes, seconds: float) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise ValidatorFailed("the function's process is gone")
        deadline = time.monotonic() + seconds
        try:
            return json.loads(_talk(process, sent, deadline, self))  # type: ignore[no-any-return]
        except (TimeoutError, OSError, ValueError) as error:
            self.close()
            reason = f"it took more than {seconds:g} s" if isinstance(error, TimeoutError) else ""
            raise ValidatorFailed(reason or "the function's process has ended") from error

    def take_line(self, read: bytes) -> bytes | None:
        """A whole line of what was read so far, if there is one."""
        self._left += read
        line, end, rest = self._left.partition(b"\n")
        if not end:
            return None
        self._left = rest
        return line

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        continue


def _talk(
    process: subprocess.Popen[bytes], sent: bytes, deadline: float, lines: FunctionValidator
) -> bytes:
    """Write what is to be sent while reading, until a line has come."""
    assert process.stdin is not None  # noqa: S101
    assert process.stdout is not None  # noqa: S101
    os.set_blocking(process.stdin.fileno(), False)
    left = memoryview(sent)
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ)
        if left:
            ready.register(process.stdin, selectors.EVENT_WRITE)
        while True:
            events = ready.select(max(0.0, deadline - time.monotonic()))
            if not events:
                raise TimeoutError
            for key, _ in events:
                if key.fileobj is process.stdin:
                    left = left[os.write(process.stdin.fileno(), left[:65536]) :]
                    if not left:
                        ready.unregister(process.stdin)
                    continue
                read = os.read(process.stdout.fileno(), 65536)
                if not read:
                    raise OSError("closed")
                line = lines.take_line(read)
                if line is not None:
                    return line


def plug_ins() -> dict[str, str]:
    """Validators that other packages offer: name -> MODULE:FUNCTION."""
    return {found.name: found.value for found in entry_points(group=GROUP)}
