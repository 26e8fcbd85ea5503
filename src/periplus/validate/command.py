"""An external command as a validator: the page on its standard input, its exit code the answer."""

import os
import shlex
import shutil
import signal
import subprocess

from periplus.errors import ConfigError
from periplus.validate.validator import CheckedPage, Stateless, ValidatorFailed

TIME_LIMIT = 10.0
_YES, _NO = 0, 1


class CommandValidator(Stateless):
    """Runs a command for each page, without a shell. 0 is yes, 1 is no, all else a failure.

    The page's URL is in PERIPLUS_URL, its body as received on standard input.
    """

    def __init__(self, command: str, seconds: float = TIME_LIMIT) -> None:
        self._seconds = seconds
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise ConfigError(f"--accept command: cannot read '{command}': {error}") from error
        if not self._arguments or shutil.which(self._arguments[0]) is None:
            named = self._arguments[0] if self._arguments else command
            raise ConfigError(f"--accept command: there is no program '{named}'")

    def accepts(self, page: CheckedPage) -> bool:
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PERIPLUS_")  # secrets are among them
        }
        try:
            process = subprocess.Popen(  # noqa: S603  # the user's own command, without a shell
                self._arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**environment, "PERIPLUS_URL": page.url},
                start_new_session=True,
            )
        except OSError as error:
            raise ValidatorFailed(f"the command could not be started: {error.strerror}") from error
        try:
            process.communicate(page.body, timeout=self._seconds)
        except subprocess.TimeoutExpired as error:
            _end(process)
            raise ValidatorFailed(f"the command took more than {self._seconds:g} s") from error
        if process.returncode not in (_YES, _NO):
            raise ValidatorFailed(f"the command ended with {process.returncode}; 0 is yes, 1 is no")
        return process.returncode == _YES


def _end(process: subprocess.Popen[bytes]) -> None:
    """The command and what it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        process.kill()
    process.communicate()
