"""kill -9 at random moments of real crawls: nothing lost, torn or repeated, and the same pages.

Whole crawls of a generated forum with redirects, duplicates and failing pages are killed, looked
at, resumed and killed again until each is let go to its end. Kills are aimed: some at any time,
some right after the archive has grown and before the database has committed, one while the job is
being made and one while its index is being written. SIGKILL leaves the page cache alone: what a
loss of power does is simulated in the archive's own tests.
"""

import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from periplus.bench.crash_state import Autopsy, Committed
from periplus.bench.crash_worker import Crawlers
from periplus.crawl.job import DATABASE
from periplus.errors import PeriplusError
from periplus.synthetic.faults import Fault
from periplus.synthetic.presets import sized
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread

# More often than the crawler's own second, so that a short crawl has many commits to be hit.
_COMMIT_SECONDS = 0.1
_KILLS_OF_A_JOB = 16
# At a time, where kills have shown too little.
_MORE_KILLS = 8
_ANY_TIME_SECONDS = 1.2
_POLL_SECONDS = 0.000_3
_HANG_SECONDS = 300.0
_VERIFY_EVERY = 5
_FAILING_PAGES = 3
_URLS, _SITE = 320, 3
_TAIL_SHARE = 0.6


class Moment(StrEnum):
    """When a kill is due."""

    BIRTH = "while the job was made"
    ANY = "at any time"
    GROWTH = "after the archive grew"
    END = "while the index was written"


@dataclass(slots=True)
class CrashReport:
    """What was done and what came of it."""

    kills: Counter[Moment] = field(default_factory=Counter)
    jobs: int = 0
    starts: int = 0
    tails: int = 0  # kills that left bytes in the archive beyond the last commit
    torn: int = 0  # tails that were then cut at a random byte
    logs: int = 0  # kills that left a write-ahead log
    advanced: int = 0  # kills before which something new had been committed
    pages: int = 0  # of all jobs at their end
    asked_again: int = 0  # requests beyond one a page and one a failure
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)

    @property
    def killed(self) -> int:
        """Kills in all; each hit a living crawler."""
        return sum(self.kills.values())

    @property
    def doubts(self) -> list[str]:
        """Why the test may have shown nothing."""
        doubts = []
        if 2 * self.tails < self.killed:
            doubts.append("fewer than half of the kills left a tail")
        if 3 * self.advanced < self.killed:
            doubts.append("before most kills nothing new was committed")
        if not self.pages:
            doubts.append("no crawl came to its end")
        return doubts

    def formatted(self) -> str:
        """Lines for a person."""
        share = self.tails / self.killed if self.killed else 0.0
        lines = [
            f"kills      {self.killed} of a living crawler in {self.jobs} jobs "
            f"({self.starts} starts, {self.seconds:,.0f} s)",
            *(f"           {number} {moment}" for moment, number in self.kills.items()),
            f"tails      {self.tails} kills ({share:.0%}) left archived bytes without a commit; "
            f"{self.torn} of these were also cut inside",
            f"logs       {self.logs} kills left a write-ahead log",
            f"commits    before {self.advanced} kills new pages had been committed",
            f"pages      {self.pages} at the end; {self.asked_again} requests were made again",
            f"problems   {len(self.problems)} (lost, torn, repeated or other pages)",
        ]
        lines += [f"           {problem}" for problem in self.problems[:20]]
        lines += [f"doubt      {doubt}" for doubt in self.doubts]
        return "\n".join(lines)


Inspect = Callable[[Path, Committed], list[str]]


def measure_crash(
    kills: int, directory: Path, seed: int = 0, inspect: Inspect | None = None
) -> CrashReport:
    """Kill real crawls so many times, and up to twice as often where that has shown too little.

    Args:
        directory: where jobs are made; one with problems is left there.
        inspect: looks at every finished job for further problems.

    Raises:
        PeriplusError: a crawl failed by itself or hung.
    """
    started = time.monotonic()
    settings = ServerSettings(cache_pages=2_000)
    with (
        serve_in_thread(sized(_URLS, _SITE), settings=settings) as server,
        Crawlers(directory / "crawler.log", _COMMIT_SECONDS) as crawlers,
    ):
        harness = _Harness(server, crawlers, directory, random.Random(seed), inspect)  # noqa: S311
        harness.run(kills)
    harness.report.seconds = time.monotonic() - started
    return harness.report


class _Harness:
    def __init__(
        self,
        server: LoopbackServer,
        crawlers: Crawlers,
        directory: Path,
        chance: random.Random,
        inspect: Inspect | None,
    ) -> None:
        self._server = server
        self._crawlers = crawlers
        self._directory = directory
        self._chance = chance
        self._inspect = inspect
        self._undisturbed = Committed()
        self.report = CrashReport()

    def run(self, kills: int) -> None:
        job = self._directory / "undisturbed"
        self._finish(job)
        autopsy = Autopsy(job, self._directory / "copy")
        self.report.problems += autopsy.look(verify=True)
        self._undisturbed = autopsy.last
        self._kill_until(kills)
        # On a busy machine many a kill comes when the commit is through.
        while self.report.doubts and self.report.killed < 2 * kills and not self.report.problems:
            self._kill_until(min(self.report.killed + _MORE_KILLS, 2 * kills))

    def _kill_until(self, kills: int) -> None:
        report = self.report
        while report.killed < kills and not report.problems:
            self._one_job(min(_KILLS_OF_A_JOB, kills - report.killed))

    def _one_job(self, kills: int) -> None:
        report = self.report
        report.jobs += 1
        job = self._directory / f"job-{report.jobs}"
        asked_before = len(self._server.requests)
        self._let_pages_fail()
        autopsy = Autopsy(job, self._directory / "copy")
        for number, moment in enumerate(self._moments(kills)):
            if not self._killed(job, moment):
                break
            report.kills[moment] += 1
            self._look(autopsy, verify=number % _VERIFY_EVERY == 0)
            if report.problems:
                return
        self._finish(job)
        self._look_at_the_end(job, autopsy)
        answers = self._server.requests[asked_before:]
        failures = sum(1 for record in answers if record.status >= 500)
        report.asked_again += len(answers) - failures - len(autopsy.last.captures)
        if not report.problems:
            shutil.rmtree(job)

    def _let_pages_fail(self) -> None:
        paths = [url.split("/", 3)[3] for url in self._undisturbed.captures]
        self._server.settings.faults = {
            f"/{path}": self._chance.choice((Fault(status=500, times=1), Fault.disconnect(200)))
            for path in self._chance.sample(sorted(paths), _FAILING_PAGES)
            if path not in ("", "robots.txt")
        }

    def _moments(self, kills: int) -> Iterator[Moment]:
        for number in range(kills):
            if number == 0:
                yield Moment.BIRTH
            elif number == kills - 1:
                yield Moment.END
            else:
                yield self._aimed()

    def _aimed(self) -> Moment:
        """Mostly at growth: half of all kills must leave a tail, however fast the disk is."""
        report = self.report
        if report.tails < _TAIL_SHARE * report.killed or self._chance.random() < 0.6:
            return Moment.GROWTH
        return Moment.ANY

    def _killed(self, job: Path, moment: Moment) -> bool:
        """Start the crawl and kill it at such a moment; False where it ended before."""
        self._start(job)
        coming = _coming(moment, job, self._chance)
        deadline = time.monotonic() + _HANG_SECONDS
        while not self._crawlers.has_ended and not coming.has_come():
            if time.monotonic() > deadline:
                raise PeriplusError(f"the crawl hangs: {self._crawlers.said}")
            time.sleep(_POLL_SECONDS)
        if self._crawlers.kill():
            return True
        self._expect_good_end(self._crawlers.wait())
        return False

    def _finish(self, job: Path) -> None:
        self._start(job)
        deadline = time.monotonic() + _HANG_SECONDS
        while not self._crawlers.has_ended:
            if time.monotonic() > deadline:
                raise PeriplusError(f"the crawl hangs: {self._crawlers.said}")
            time.sleep(0.01)
        self._expect_good_end(self._crawlers.wait())

    def _expect_good_end(self, code: int) -> None:
        if code != 0:
            raise PeriplusError(f"a crawl ended with {code}: {self._crawlers.said}")

    def _start(self, job: Path) -> None:
        self.report.starts += 1
        pace = ["--delay", "0", "--concurrency", "4", "--allow-private", "--strategy", "bfs"]
        self._crawlers.start(["crawl", self._server.url, "-o", str(job), *pace])

    def _look(self, autopsy: Autopsy, *, verify: bool) -> None:
        report = self.report
        before = len(autopsy.last.captures)
        report.problems += autopsy.look(verify=verify)
        found = autopsy.last
        report.advanced += len(found.captures) > before
        report.logs += found.log_bytes > 0
        if found.tail_bytes:
            report.tails += 1
            if self._chance.random() < 0.5:
                report.torn += autopsy.tear(self._chance.random())

    def _look_at_the_end(self, job: Path, autopsy: Autopsy) -> None:
        report = self.report
        report.problems += autopsy.look(verify=True)
        found = autopsy.last
        report.pages += len(found.captures)
        if found.tail_bytes:
            report.problems.append(f"{job}: {found.tail_bytes} bytes beyond the last commit")
        for page in sorted(found.pages ^ self._undisturbed.pages):
            side = "only after kills" if page in found.pages else "only undisturbed"
            report.problems.append(f"{side}: {page}")
        if self._inspect is not None:
            report.problems += self._inspect(job, found)


class _Coming(Protocol):
    def has_come(self) -> bool:
        """Whether the moment is there."""


def _coming(moment: Moment, job: Path, chance: random.Random) -> _Coming:
    match moment:
        case Moment.BIRTH:
            return _Birth(job, chance)
        case Moment.ANY:
            return _AnyTime(job, chance)
        case Moment.GROWTH:
            return _Growth(job, chance)
        case Moment.END:
            return _End(job, chance)


class _Birth:
    """Soon after the first file of the job is there."""

    def __init__(self, job: Path, chance: random.Random) -> None:
        self._database = job / DATABASE
        self._delay = _Delay(chance.uniform(0.0, 0.03))

    def has_come(self) -> bool:
        new = self._database.with_name(DATABASE + ".new")
        return self._delay.passed(new.exists() or self._database.exists())


class _AnyTime:
    def __init__(self, job: Path, chance: random.Random) -> None:
        self._at = time.monotonic() + chance.uniform(0.0, _ANY_TIME_SECONDS)

    def has_come(self) -> bool:
        return time.monotonic() >= self._at


class _Growth:
    """When the archive grows for the first, second or third time, or a little later."""

    def __init__(self, job: Path, chance: random.Random) -> None:
        self._archive = job / "archive"
        self._size = self._bytes()
        self._left = chance.choice((1, 2, 2, 3))
        self._delay = _Delay(chance.choice((0.0, 0.0, chance.uniform(0.0, 0.004))))

    def has_come(self) -> bool:
        if self._left:
            size = self._bytes()
            self._left -= size > self._size
            self._size = size
        return self._delay.passed(not self._left)

    def _bytes(self) -> int:
        try:
            return sum(path.stat().st_size for path in self._archive.iterdir())
        except FileNotFoundError:
            return 0


class _End:
    """While the files are written that a run leaves at its end."""

    def __init__(self, job: Path, chance: random.Random) -> None:
        self._part = job / "indexes" / "index.cdxj.part"
        self._delay = _Delay(chance.uniform(0.0, 0.05))

    def has_come(self) -> bool:
        return self._delay.passed(self._part.exists())


class _Delay:
    """Passes some time after something was first seen."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._seen_at: float | None = None

    def passed(self, seen: bool) -> bool:
        if self._seen_at is None and seen:
            self._seen_at = time.monotonic()
        return self._seen_at is not None and time.monotonic() >= self._seen_at + self._seconds
