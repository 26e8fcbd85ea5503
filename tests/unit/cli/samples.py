"""Running commands in this process, and jobs for them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from periplus.cli import run
from periplus.crawl import run as crawl_run
from unit.crawl.samples import SMALL_SITE, START, Answer, ScriptedFetcher


@dataclass(frozen=True)
class Ran:
    """What a command answered and printed."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """stdout as JSON lines; fails on any other line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def events(self, name: str) -> list[dict[str, Any]]:
        return [row for row in self.rows if row.get("event") == name]

    @property
    def complaint(self) -> str:
        """The one line on stderr."""
        [line] = self.err.splitlines()
        return line


class Shell:
    """Runs commands; the network answers from a script."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: object) -> Ran:
        self._capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def answers(
        self, answers: Mapping[str, Answer | Sequence[Answer]] = SMALL_SITE
    ) -> ScriptedFetcher:
        """From now on the network answers so."""
        fetcher = ScriptedFetcher(answers)
        self._monkeypatch.setattr(crawl_run, "HttpFetcher", lambda *_, **more: fetcher)
        return fetcher

    def crawl(self, job: Path, *arguments: object) -> Ran:
        """Crawl the small site without delay, in the order of finding."""
        flags = ("--delay", 0, *(() if "--strategy" in arguments else ("--strategy", "bfs")))
        return self("crawl", START, "-o", job, *flags, *arguments)
