"""The server as a process of its own: its command line, and the handle that starts one."""

import argparse
import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO

from periplus.errors import ExitCode, PeriplusError
from periplus.synthetic.faults import RequestRecord
from periplus.synthetic.presets import by_name
from periplus.synthetic.scripted import ScriptedParameters, ScriptedSite
from periplus.synthetic.server import AnsweringSite, ServerSettings, serve

_STOP_SECONDS = 10.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves a generated site until it is told to stop; prints the URL first."""
    options = _parser().parse_args(arguments)
    try:
        asyncio.run(_run(options))
    except PeriplusError as error:
        print(error, file=sys.stderr)
        return int(error.exit_code)
    except OSError as error:
        print(f"cannot listen on {options.host}:{options.port}: {error}", file=sys.stderr)
        return int(ExitCode.CONFIG)
    return int(ExitCode.DONE)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m periplus.synthetic.server", description="Serve a generated site."
    )
    parser.add_argument("--preset", default="demo", help="demo, small, traps, … or a URL count")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--cache", type=int, default=0, metavar="PAGES", help="pages to keep")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--gzip", action="store_true", help="compress for clients that accept it")
    parser.add_argument("--log", type=Path, default=None, help="a JSON line for each request")
    return parser


async def _run(options: argparse.Namespace) -> None:
    site: AnsweringSite = (
        ScriptedSite(ScriptedParameters(seed=options.seed or 0))
        if options.preset == "scripted"
        else by_name(options.preset, options.seed)
    )
    log: IO[str] | None = options.log.open("w") if options.log else None
    settings = ServerSettings(
        cache_pages=options.cache,
        compress=options.gzip,
        delay=options.delay,
        on_request=None if log is None else _writer(log),
    )
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        async with serve(site, options.host, options.port, settings) as server:
            print(server.url, flush=True)
            await stop.wait()
    finally:
        if log is not None:
            log.close()


def _writer(log: IO[str]) -> "_LogWriter":
    return _LogWriter(log)


class _LogWriter:
    def __init__(self, log: IO[str]) -> None:
        self._log = log

    def __call__(self, record: RequestRecord) -> None:
        self._log.write(json.dumps(asdict(record)) + "\n")
        self._log.flush()


class ServerProcess:
    """A server in a process of its own, so that it shares neither lock nor CPU time with a test."""

    def __init__(
        self, preset: str = "small", *, log: Path | None = None, **options: object
    ) -> None:
        command = [sys.executable, "-m", "periplus.synthetic.server", "--preset", preset]
        for name, value in options.items():
            command += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        if log is not None:
            command += ["--log", str(log)]
        self._command = command
        self._log = log
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> "ServerProcess":
        self._process = subprocess.Popen(  # noqa: S603  # our own interpreter and module
            self._command, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None  # noqa: S101
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            self.stop()
            raise PeriplusError("the server of the generated site did not start; see its message")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends the process; the log is complete afterwards."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            with suppress(OSError):
                process.stdout.close()

    def requests(self) -> list[RequestRecord]:
        """What the server was asked so far, by its log."""
        if self._log is None or not self._log.exists():
            return []
        with self._log.open() as lines:
            return [RequestRecord(**json.loads(line)) for line in lines if line.endswith("\n")]
