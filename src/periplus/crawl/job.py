"""One crawl's directory: created, taken up again, locked while in use, closed in good order.

<job>/job.db                     URLs, frontier, links, decisions, pages
<job>/archive/*.warc.gz          every exchange
<job>/indexes/index.cdxj         written when a run ends, from job.db
<job>/pages/pages.jsonl          likewise
<job>/reports/summary.json       likewise
"""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from periplus import __version__
from periplus import url as urls
from periplus.archive.recovery import SUFFIX
from periplus.crawl.events import StopReason
from periplus.crawl.scope import GOES_DEEPER, Scope
from periplus.crawl.settings import Settings, make_settings, settings_to_json
from periplus.crawl.strategies import strategy_for
from periplus.errors import ConfigError, PeriplusError, StateDamaged
from periplus.store import JobLock, JobStore
from periplus.store.database import unwritable

DATABASE = "job.db"
# What may change between two runs of one job; the rest would make it another crawl.
CHANGEABLE = frozenset(
    {
        "max_requests",
        "max_time",
        "max_depth",
        "delay",
        "concurrency",
        "user_agent",
        "allow_private",
        "ignore_robots",
        "render",
    }
)


class Job:
    """An open job: its settings and its database, under lock."""

    def __init__(
        self, path: Path, settings: Settings, store: JobStore, held: ExitStack, *, is_new: bool
    ) -> None:
        self.path = path
        self.settings = settings
        self.store = store
        self.is_new = is_new
        self._held = held

    @property
    def archive_directory(self) -> Path:
        """Where the WARC files are."""
        return self.path / "archive"

    @property
    def start_urls(self) -> tuple[str, ...]:
        """The canonical start URLs."""
        return tuple(self.store.get_meta("start_urls"))

    @property
    def outcome(self) -> StopReason | None:
        """How the last run ended; None if it was killed or has not ended."""
        value = self.store.get_meta("outcome")
        return StopReason(value) if value else None

    def close(self) -> None:
        """Release database and lock. What was not committed is not kept."""
        self.store.close()
        self._held.close()

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def job_path_for(start_url: str) -> Path:
    """Where a crawl goes when the user names no directory."""
    name = urls.host(start_url).strip("[]").replace(":", "-")
    return Path(f"{name}-crawl")


def start_urls_of(settings: Settings) -> tuple[str, ...]:
    """The canonical start URLs; a missing scheme means https.

    Raises:
        ConfigError: none was given, or one is not an http(s) URL.
    """
    if not settings.urls:
        raise ConfigError(
            "no URL to start from; run for example: periplus crawl https://example.org/"
        )
    found = []
    for text in settings.urls:
        url = urls.canonical(text if "://" in text else f"https://{text}")
        if url is None or not urls.host(url):
            raise ConfigError(f"'{text}' is not an http or https URL")
        found.append(url)
    return tuple(dict.fromkeys(found))


def open_job(path: Path | None, given: Mapping[str, Any], *, wall: float) -> Job:
    """Create the job that the settings describe, or take up the one that is there.

    Args:
        path: the job's directory; None for the default one of the first start URL.
        given: the settings that the user named, and no others.

    Raises:
        ConfigError: the settings are wrong, or do not fit the job that is there.
        JobLocked, StateDamaged, SchemaTooNew: the job cannot be opened.
    """
    settings = make_settings(given)
    if path is None:
        path = job_path_for(start_urls_of(settings)[0])
    if path.exists() and not path.is_dir():
        raise ConfigError(f"{path} is a file; name a directory with -o")
    if not path.exists():
        _check(settings)  # before anything is made
    _make_directory(path)
    with ExitStack() as stack:
        stack.enter_context(JobLock(path))
        store = None
        if (path / DATABASE).exists():
            store = _open_store(path)
        elif _has_archive(path):
            # A new database would know none of these files, and what no commit names is removed.
            raise StateDamaged(
                f"{path / DATABASE}: the job database is missing; "
                "run `periplus verify JOB --repair` to rebuild it from the archive"
            )
        is_new = store is None or store.get_meta("settings") is None
        if store is None:
            store = create_store(path / DATABASE, settings, wall)
        elif is_new:  # its maker was stopped before it could say what it is
            if not settings.urls:
                store.close()
                raise ConfigError(
                    f"{path} holds a crawl that was stopped before it began; "
                    f"start it with periplus crawl URL -o {path}"
                )
            _describe(store, settings, wall)
        else:
            settings = _take_up(path, store, given)
        return Job(path, settings, store, stack.pop_all(), is_new=is_new)


def _check(settings: Settings) -> None:
    """Raises: ConfigError for what would end the crawl before its first request."""
    Scope.of(settings, start_urls_of(settings))
    strategy_for(settings)


def _open_store(path: Path) -> JobStore:
    try:
        return JobStore.open(path / DATABASE)
    except ConfigError as error:
        # Beside an archive, a file that is no database of ours was one before it was damaged.
        if _has_archive(path) and os.access(path / DATABASE, os.W_OK):
            raise StateDamaged(
                f"{error}; run `periplus verify JOB --repair` to rebuild it from the archive"
            ) from error
        raise


def _has_archive(path: Path) -> bool:
    return any((path / "archive").glob("*" + SUFFIX))


def create_store(database: Path, settings: Settings, wall: float) -> JobStore:
    """An empty job database for these settings."""
    _check(settings)  # before anything is made
    store = JobStore.create(database)
    _describe(store, settings, wall)
    return store


def _describe(store: JobStore, settings: Settings, wall: float) -> None:
    try:
        store.set_meta("settings", settings_to_json(settings))
        store.set_meta("start_urls", list(start_urls_of(settings)))
        store.set_meta("created", {"at": wall, "version": __version__})
        store.commit()
    except PeriplusError:
        store.close()
        raise


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error


def _take_up(path: Path, store: JobStore, given: Mapping[str, Any]) -> Settings:
    try:
        stored = store.get_meta("settings")
        before, settings = make_settings(stored), make_settings(stored, given)
        for key in sorted(key for key, value in given.items() if value is not None):
            is_same = getattr(settings, key) == getattr(before, key)
            if key == "urls":
                is_same = start_urls_of(settings) == tuple(store.get_meta("start_urls"))
            if not is_same and key not in CHANGEABLE:
                raise ConfigError(
                    f"{path} holds a crawl with another {key.replace('_', '-')} "
                    f"({_shown(getattr(before, key))}); name another directory with -o, "
                    "or leave that setting out to go on with this one"
                )
        if _goes_deeper(before, settings):
            store.set_meta("outcome", None)
            store.set_meta(GOES_DEEPER, True)
        store.set_meta("settings", settings_to_json(settings))
    except PeriplusError:
        store.close()
        raise
    return settings


def _goes_deeper(before: Settings, now: Settings) -> bool:
    """Whether a finished crawl has more to do: a larger --max-depth."""
    if before.max_depth is None:
        return False
    return now.max_depth is None or now.max_depth > before.max_depth


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
