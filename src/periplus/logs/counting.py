"""Counting what visitors did: logs in, `Traffic` out. DuckDB does the work, on disk if it must.

A user is a salted hash of address and agent; the salt is drawn for each run and forgotten.
Addresses and agents are never written anywhere.
"""

import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus import url as urls
from periplus.errors import ConfigError, DiskFull
from periplus.logs import queries
from periplus.logs.days import day_of, within
from periplus.logs.formats import FIELD_NAMES, LogFormat
from periplus.logs.rules import (
    ASSET_TARGET,
    BOT_AGENT,
    ROBOTS_TARGET,
    SPAM_SINGLES,
    SPAM_USERS,
    USUAL_SINGLES,
    Rule,
)
from periplus.logs.sources import Source, open_source
from periplus.site.traffic import Traffic, make_traffic

_MOST_URLS = 3_000_000


@dataclass(frozen=True, slots=True)
class LogSettings:
    """How logs are to be counted."""

    site: str | None = None  # None: the one that most referrers within the site name
    first: date | None = None
    last: date | None = None
    threads: int = 2
    memory: str = "1GB"  # beyond it DuckDB spills to disk


@dataclass(frozen=True, slots=True)
class LogCounts:
    """What the logs say, and what of them was left out by which rule."""

    traffic: Traffic
    site: str
    lines: int
    rules: Mapping[Rule, int]
    users: int
    spam_hosts: tuple[str, ...]
    first: date | None
    last: date | None

    def to_json(self) -> dict[str, Any]:
        """The figures, without the traffic."""
        return {
            "lines": self.lines,
            "users": self.users,
            "first_day": str(self.first) if self.first else None,
            "last_day": str(self.last) if self.last else None,
            "rules": {rule.slug: number for rule, number in sorted(self.rules.items())},
            "spam_referrers": list(self.spam_hosts),
        }


def duckdb_module() -> ModuleType:
    """DuckDB, or a complaint that says how to get it."""
    try:
        import duckdb
    except ImportError:
        raise ConfigError(
            "reading logs needs DuckDB; install it with: pip install 'periplus[logs]'"
        ) from None
    module: ModuleType = duckdb
    return module


def count_logs(
    names: Sequence[str],
    settings: LogSettings | None = None,
    *,
    noted: Callable[[str], None] = lambda _: None,
) -> LogCounts:
    """Count the visits in logs.

    Args:
        names: files, or `-` for standard input.
        noted: told about each log when it has been read.

    Raises:
        ConfigError: a log cannot be read, or there is nothing in it to count.
        DiskFull: no room to sort in.
    """
    settings = settings or LogSettings()
    with open_logs(names, settings, noted=noted) as log:
        return log.counts(settings.first, settings.last)


@contextmanager
def open_logs(
    names: Sequence[str],
    settings: LogSettings | None = None,
    *,
    noted: Callable[[str], None] = lambda _: None,
) -> Iterator["ReadLog"]:
    """Read logs once, to count them by several periods. Raises as `count_logs` does."""
    duckdb = duckdb_module()
    settings = settings or LogSettings()
    with tempfile.TemporaryDirectory(prefix="periplus-logs-") as directory:
        try:
            connection = duckdb.connect(
                str(Path(directory) / "counts.db"),
                config={
                    "threads": settings.threads,
                    "memory_limit": settings.memory,
                    "temp_directory": str(Path(directory) / "spill"),
                    "preserve_insertion_order": False,
                },
            )
            connection.execute("SET enable_progress_bar = false")
        except duckdb.Error as error:
            raise ConfigError(f"cannot start DuckDB: {_first_line(error)}") from error
        try:
            log = ReadLog(connection, settings, Path(directory))
            log.read(names, noted)
            yield log
        except duckdb.OutOfMemoryException as error:
            raise ConfigError(
                f"the logs do not fit into {settings.memory}; give more with --memory "
                f"({_first_line(error)})"
            ) from error
        except duckdb.IOException as error:
            if "No space left" in str(error):
                raise DiskFull(f"no room in {tempfile.gettempdir()} to count in") from error
            raise
        finally:
            connection.close()


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0][:200]


class ReadLog:
    """Logs that have been read, ready to be counted."""

    def __init__(self, connection: Any, settings: LogSettings, directory: Path) -> None:
        self._db = connection
        self._settings = settings
        self._directory = directory
        self._salt = secrets.token_hex(16)
        self._broken = 0
        self._days: dict[str, int] = {}
        self._spam: list[str] = []
        self.site = ""

    def read(self, names: Sequence[str], noted: Callable[[str], None]) -> None:
        """Read every log and apply the rules that need to see them whole."""
        self._db.execute(queries.HITS)
        for number, name in enumerate(names):
            with open_source(name, number, self._directory) as source:
                self._read(source)
            noted(source.name)
        self._days = dict(self._db.execute(queries.DAYS).fetchall())
        if not self._days:
            raise ConfigError(self._why_nothing())
        self.site = self._find_site()
        self._db.execute(queries.OWN_HOSTS, {"hosts": _spellings(self.site)})
        self._db.execute(queries.BOT_PEOPLE)
        self._spam = self._spam_hosts()
        self._db.execute(queries.SPAM_HOSTS, {"hosts": self._spam or [""]})

    @property
    def days(self) -> list[date]:
        """The days with visits, in order."""
        return sorted(set(filter(None, map(day_of, self._days))))

    def counts(self, first: date | None = None, last: date | None = None) -> LogCounts:
        """What visitors did in a period. Raises ConfigError where there were none."""
        chosen = within(self._days, first, last)
        if not chosen:
            known = self.days
            span = f"its days are {known[0]} to {known[-1]}" if known else "its lines have no dates"
            raise ConfigError(f"no visits in the days asked for: {span}")
        self._db.execute(queries.CHOSEN_DAYS, {"days": chosen})
        self._db.execute(queries.JUDGED)
        self._db.execute(queries.WAYS)
        return self._result(self.site, sorted(set(filter(None, map(day_of, chosen)))))

    def _read(self, source: Source) -> None:
        duckdb = duckdb_module()
        log_format = source.form.format
        parameters: dict[str, Any] = {"source": source.path}
        if log_format != LogFormat.PARQUET:
            parameters["compression"] = str(source.form.compression)
        try:
            there = self._columns(source, parameters) if log_format in _WITH_COLUMNS else ()
            self._db.execute(
                queries.insert_hits(log_format, there),
                {
                    **parameters,
                    "salt": self._salt,
                    "robots_target": ROBOTS_TARGET,
                    "bot_agent": BOT_AGENT,
                    "asset_target": ASSET_TARGET,
                },
            )
        except (duckdb.InvalidInputException, duckdb.IOException) as error:
            if "No space left" in str(error):
                raise
            message = _first_line(error).replace(source.path, source.name)
            raise ConfigError(f"{source.name} cannot be read as {log_format}: {message}") from error
        self._count_rejects(log_format)

    def _columns(self, source: Source, parameters: Mapping[str, Any]) -> frozenset[str]:
        found = self._db.execute(
            queries.columns_of(source.form.format), dict(parameters)
        ).fetchall()
        self._db.execute(queries.DROP_REJECTS)
        there = frozenset(str(name).lower() for (name,) in found)
        if not there & {*FIELD_NAMES["target"], *FIELD_NAMES["request"]}:
            raise ConfigError(
                f"{source.name} has no column of targets; call it target, with referrer and user "
                "beside it"
            )
        return there

    def _count_rejects(self, log_format: LogFormat) -> None:
        if log_format != LogFormat.PARQUET:
            self._broken += int(self._db.execute(queries.COUNT_REJECTS).fetchone()[0])
            self._db.execute(queries.DROP_REJECTS)

    def _why_nothing(self) -> str:
        rules = dict(self._db.execute("SELECT rule, count(*) FROM hits GROUP BY rule").fetchall())
        rules[int(Rule.BROKEN)] = rules.get(int(Rule.BROKEN), 0) + self._broken
        total = sum(rules.values())
        if not total:
            return "the log is empty"
        left_out = ", ".join(f"{n:,} {Rule(r).slug}" for r, n in sorted(rules.items()) if n)
        return f"no visits of people to pages in {total:,} lines: {left_out}"

    def _find_site(self) -> str:
        if self._settings.site is not None:
            text = self._settings.site
            site = urls.canonical(text if "://" in text else f"https://{text}")
            if site is None:
                raise ConfigError(f"--site '{text}' is not an http or https URL")
            return urls.origin(site)
        for query in (queries.HOSTS, queries.SITES):
            row = self._db.execute(query).fetchone()
            site = urls.canonical(str(row[0]) + "/") if row else None
            if site is not None:
                return urls.origin(site)
        raise ConfigError(
            "the log does not say which site it is of (no referrer names one of its pages); "
            "name it with --site https://example.org"
        )

    def _spam_hosts(self) -> list[str]:
        """Hosts from which next to nobody goes on, if from the others most do."""
        rows = self._db.execute(queries.REFERRING_HOSTS).fetchall()
        suspects = {h for h, users, singles in rows if singles >= SPAM_SINGLES * users >= 1}
        others = [(users, singles) for host, users, singles in rows if host not in suspects]
        users = sum(number for number, _ in others)
        if not users or sum(singles for _, singles in others) > USUAL_SINGLES * users:
            return []
        return sorted(h for h, users, _ in rows if h in suspects and users >= SPAM_USERS)

    def _result(self, site: str, days: list[date]) -> LogCounts:
        rules = {Rule(r): int(n) for r, n in self._db.execute(queries.COUNT_RULES).fetchall()}
        rules[Rule.BROKEN] = rules.get(Rule.BROKEN, 0) + self._broken
        lines = sum(rules.values())
        ways, users = self._db.execute(queries.COUNT_WAYS).fetchone()
        visits = rules.get(Rule.VISIT, 0)
        if not visits:
            left_out = ", ".join(f"{n:,} {r.slug}" for r, n in sorted(rules.items()) if n)
            raise ConfigError(f"no visits to {site} in {lines:,} lines: {left_out}")
        rules[Rule.REPEAT] = visits - int(ways)
        traffic, kept = self._traffic(site)
        rules[Rule.RARE] = int(ways) - kept
        rules[Rule.VISIT] = kept
        return LogCounts(
            traffic=traffic,
            site=site,
            lines=lines,
            rules={rule: number for rule, number in rules.items() if number},
            users=int(users),
            spam_hosts=tuple(self._spam),
            first=days[0] if days else None,
            last=days[-1] if days else None,
        )

    def _traffic(self, site: str) -> tuple[Traffic, int]:
        targets = self._db.execute(queries.TARGETS, {"most": _MOST_URLS}).fetchnumpy()
        names = _Names(site)
        names.add(self._db.execute(queries.TARGET_NAMES), wanted=targets["target_hash"])
        ways = self._db.execute(queries.TRANSITIONS).fetchnumpy()
        names.add(self._db.execute(queries.REFERRER_NAMES), wanted=ways["referrer_hash"])
        to = names.places(ways["target_hash"])
        came = np.where(ways["is_entry"], -1, names.places(ways["referrer_hash"]))
        times = ways["times"].astype(np.int64)
        shared = np.zeros(len(names.urls), dtype=np.bool_)
        at = names.places(targets["target_hash"])
        np.logical_or.at(shared, at[at >= 0], targets["is_shared"].astype(np.bool_)[at >= 0])
        known = to >= 0
        within_site = known & (came >= 0)
        entries = np.bincount(
            to[known & ~within_site], times[known & ~within_site], len(names.urls)
        ).astype(np.int64)
        sources, ends, numbers = _merged(
            came[within_site], to[within_site], times[within_site], len(names.urls)
        )
        return make_traffic(names.urls, entries, shared, (sources, ends, numbers)), int(
            times[known].sum()
        )


_WITH_COLUMNS = frozenset({LogFormat.CSV, LogFormat.PARQUET})


class _Names:
    """Canonical URLs by the hashes that DuckDB knows their spellings by."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._hosts = frozenset(_spellings(site))
        self.urls: list[str] = []
        self._place: dict[str, int] = {}
        self._by_hash: dict[int, int] = {}

    def add(self, found: Any, wanted: npt.NDArray[np.uint64]) -> None:
        """Take in rows of (hash, spelling)."""
        allowed = set(np.unique(wanted).tolist())
        while rows := found.fetchmany(100_000):
            for number, name in rows:
                if number in allowed:
                    url = self._canonical(name)
                    if url is not None:
                        place = self._place.setdefault(url, len(self.urls))
                        if place == len(self.urls):
                            self.urls.append(url)
                        self._by_hash[number] = place

    def _canonical(self, name: str) -> str | None:
        url = urls.canonical(name) if "://" in name[:10] else urls.join(self._site + "/", name)
        if url is None:
            return None
        # One site may be called with and without www, by http and https.
        return self._site + urls.path_and_query(url) if urls.host(url) in self._hosts else None

    def places(self, hashes: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
        """The place of each hash's URL; -1 where it has none."""
        if not self._by_hash:
            return np.full(len(hashes), -1, dtype=np.int32)
        size = len(self._by_hash)
        known = np.fromiter(self._by_hash.keys(), np.uint64, count=size)
        place = np.fromiter(self._by_hash.values(), np.int32, count=size)
        order = np.argsort(known)
        at = order[np.minimum(np.searchsorted(known[order], hashes), size - 1)]
        return np.where(known[at] == hashes, place[at], -1).astype(np.int32)


def _merged(
    sources: npt.NDArray[np.int32],
    targets: npt.NDArray[np.int32],
    times: npt.NDArray[np.int64],
    size: int,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Each pair once: two spellings of a URL are one place."""
    pairs, inverse = np.unique(sources.astype(np.int64) * size + targets, return_inverse=True)
    total = np.bincount(inverse, times, len(pairs)).astype(np.int64)
    return (pairs // size).astype(np.int32), (pairs % size).astype(np.int32), total


def _spellings(site: str) -> list[str]:
    """How the host of a site is written in logs: with and without www and port."""
    host = urls.host(site + "/")
    bare = host.removeprefix("www.")
    authority = site.split("://", 1)[1]
    port = authority[len(host) :]
    names = [bare, f"www.{bare}"]
    return [*names, *(f"{name}{end}" for name in names for end in {port, ":80", ":443"} if end)]
