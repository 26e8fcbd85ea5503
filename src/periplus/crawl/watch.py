"""Watching a site for new URLs: the same few hubs again and again, each round a small job.

<directory>/round-000001/   a job of its own, with its archive
<directory>/seen.txt        every URL that a round has shown, one a line

The first round only notes what there is. What servers asked for (robots.txt, patience) is carried
from round to round. A round that was killed is taken up again.
"""

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from periplus.crawl.events import StopReason
from periplus.crawl.job import DATABASE, Job, open_job
from periplus.crawl.observer import Observer
from periplus.crawl.run import run_until_stopped
from periplus.crawl.settings import Purpose, Secrets
from periplus.errors import ConfigError
from periplus.store import JobStore

_ROUND = "round-"
_SEEN = "seen.txt"


@dataclass(frozen=True, slots=True)
class NewUrl:
    """A URL that no earlier round had shown, and the page that links to it."""

    url: str
    via: str


@dataclass(frozen=True, slots=True)
class Round:
    """What one round brought."""

    number: int
    requests: int
    known: int
    new: tuple[NewUrl, ...]
    is_first: bool
    outcome: StopReason


class Watch:
    """Rounds over the hubs of one site."""

    def __init__(self, directory: Path, given: Mapping[str, Any], hubs: int) -> None:
        self._directory = directory
        self._given = {
            **given,
            "strategy": "behaviour",
            "purpose": Purpose.DISCOVERY,
            "max_requests": hubs,
        }
        self._seen = self._read_seen()

    def run_round(self, observer: Observer, secrets: Secrets, wall: float) -> Round:
        """Ask the hubs once.

        Raises:
            ConfigError, StateError, ArchiveError: as a crawl does.
        """
        number, last = self._next_number()
        with open_job(self._directory / f"{_ROUND}{number:06d}", self._given, wall=wall) as job:
            if job.is_new and last is not None:
                self._carry_over(last, job)
            outcome = run_until_stopped(job, observer, secrets)
            shown = _shown_urls(job)
            requests = int(job.store.get_meta("counters", {}).get("requests", 0))
        is_first = not self._seen
        new = tuple(NewUrl(url, via) for url, via in shown.items() if url not in self._seen)
        self._note(new)
        return Round(number, requests, len(self._seen), () if is_first else new, is_first, outcome)

    def _next_number(self) -> tuple[int, Path | None]:
        """The round to run, and the one before it."""
        rounds = sorted(self._directory.glob(f"{_ROUND}[0-9]*/{DATABASE}"))
        if not rounds:
            return 1, None
        with closing(JobStore.open(rounds[-1])) as store:
            is_done = store.get_meta("outcome") is not None
        last = rounds[-1].parent
        number = int(last.name.removeprefix(_ROUND))
        if is_done:
            return number + 1, last
        return number, rounds[-2].parent if len(rounds) > 1 else None

    @staticmethod
    def _carry_over(last: Path, job: Job) -> None:
        with closing(JobStore.open(last / DATABASE)) as before:
            for origin, host in before.hosts().items():
                job.store.set_host(origin, host)
        job.store.commit()

    def _read_seen(self) -> set[str]:
        try:
            return set((self._directory / _SEEN).read_text(encoding="utf-8").splitlines())
        except FileNotFoundError:
            return set()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot read {self._directory / _SEEN}: {error}") from error

    def _note(self, new: tuple[NewUrl, ...]) -> None:
        self._seen.update(one.url for one in new)
        with (self._directory / _SEEN).open("a", encoding="utf-8") as file:
            file.writelines(f"{one.url}\n" for one in new)
            file.flush()
            os.fsync(file.fileno())


def _shown_urls(job: Job) -> dict[str, str]:
    """Every URL within scope that the pages of a job link to, with the first page that did."""
    shown: dict[str, str] = dict.fromkeys(job.start_urls, "")
    for page in job.store.pages():
        via = job.store.url(page.url_id)
        for target in job.store.links_of(page.url_id).targets.tolist():
            shown.setdefault(job.store.url(target), via)
    return shown
