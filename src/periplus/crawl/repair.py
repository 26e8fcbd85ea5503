"""Mending a job: torn or damaged WARC files keep their whole records, the database is rebuilt.

The archive is the truth. Its records, judged again in their order by the same code as in a crawl,
give back the URLs, links, decisions and frontier that were lost; nothing is fetched.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from periplus import url as urls
from periplus.archive.compose import RESOURCE_TYPE
from periplus.archive.durable import sync_directory
from periplus.archive.location import Location
from periplus.archive.reader import iterate, read_stored
from periplus.archive.record import RecordType, StoredRecord
from periplus.archive.recovery import SUFFIX
from periplus.archive.salvage import salvage
from periplus.archive.verify_warc import whole_records
from periplus.archive.writer import payload_digest
from periplus.crawl.counters import Counters
from periplus.crawl.events import StopReason
from periplus.crawl.finish import write_outputs
from periplus.crawl.intake import Intake
from periplus.crawl.job import DATABASE, create_store, open_job, start_urls_of
from periplus.crawl.reader import PageReader
from periplus.crawl.recall import HAS_RENDERED
from periplus.crawl.refresh_noise import NoiseBook
from periplus.crawl.refresh_revisit import Revisits
from periplus.crawl.run import warcinfo
from periplus.crawl.scope import Scope
from periplus.crawl.settings import SETTINGS_FIELD, Settings, make_settings
from periplus.crawl.strategies import strategy_for
from periplus.crawl.text_reader import with_text
from periplus.crawl.verify import verify_job
from periplus.crawl.versions import NOT_MODIFIED
from periplus.errors import ConfigError, PeriplusError
from periplus.exchange import Response, as_shown
from periplus.fetch.cookies import CookieJar
from periplus.limits import DEFAULT_LIMITS
from periplus.store import HostRow, JobLock, JobStore, PageRow, Taken, UrlState

_COMMIT_PAGES = 1_000


def repair_job(path: Path) -> Iterator[str]:
    """Mend a job, saying what was done.

    Raises:
        ConfigError: there is no job, or its archive says nothing of its settings.
        JobLocked: it is being crawled.
    """
    if not verify_job(path).findings:
        yield f"{path}: nothing to mend"
        return
    with JobLock(path):
        settings, hosts = _remembered(path)
        settings = settings or _settings_in(path / "archive")
        for result in salvage(path / "archive", warcinfo(settings)):
            if result.aside is not None:
                yield (
                    f"{result.name}: {result.kept:,} records kept, {result.dropped_bytes:,} bytes "
                    f"dropped; the damaged file is {result.aside}"
                )
        # Beside the old one: half a database would make the crawl throw half the archive away.
        rebuilt = path / f"{DATABASE}.rebuilt"
        rebuilt.unlink(missing_ok=True)
        store = create_store(rebuilt, settings, wall=_first_date(path / "archive"))
        try:
            for origin, host in hosts.items():
                store.set_host(origin, host)
            pages = Rebuild(store, settings, path / "archive").run()
        finally:
            store.close()
        _put_aside(path)
        rebuilt.replace(path / DATABASE)
        sync_directory(path)
    with open_job(path, {}, wall=0.0) as job:
        write_outputs(job, StopReason.INTERRUPTED)
    yield f"{path / DATABASE}: rebuilt from the archive: {pages:,} pages"


class Rebuild:
    """Judges archived records again, as if they had just been fetched."""

    def __init__(self, store: JobStore, settings: Settings, archive: Path) -> None:
        strategy = strategy_for(settings)
        start_urls = start_urls_of(settings)
        self._counters = Counters()
        self._store = store
        self._archive = archive
        reader = PageReader(strategy.needs, DEFAULT_LIMITS)
        self._reader = with_text(reader, strategy, DEFAULT_LIMITS)
        self._strategy = strategy
        self._intake = Intake(
            store,
            strategy,
            Scope.of(settings, start_urls),
            self._counters,
            DEFAULT_LIMITS,
            lambda url: None,  # robots.txt is asked for again before the crawl goes on
            payload_digest,
        )
        self._intake.seed(start_urls)
        self._start_urls = frozenset(start_urls)
        self._revisits = Revisits(
            store,
            self._intake,
            self._counters,
            archive,
            self._reader,
            NoiseBook(store),
            DEFAULT_LIMITS,
            payload_digest,
        )
        self._cookies = CookieJar(DEFAULT_LIMITS)
        self._last_date = 0.0

    def run(self) -> int:
        """Take in every record; the number of pages."""
        pages = 0
        for warc in sorted(self._archive.glob("*" + SUFFIX)):
            for record, rendered in _captures(warc):
                pages += self._take_in(warc.name, record, rendered)
                if pages % _COMMIT_PAGES == 0:
                    self._store.commit()
            self._store.set_warc(warc.name, warc.stat().st_size)
        self._store.set_meta("counters", self._counters.to_json())
        self._store.set_meta("sequence", self._intake.sequence)
        self._store.set_meta(
            "strategy", {"sequence": self._intake.sequence, "state": self._strategy.save()}
        )
        self._store.set_meta("cookies", self._cookies.to_json(self._last_date))
        self._store.set_meta("outcome", StopReason.INTERRUPTED)
        self._store.commit()
        return pages

    def _take_in(self, file: str, record: StoredRecord, rendered: bytes | None) -> bool:
        response = record.response(body=self._payload(record))
        url = urls.canonical(record.url)
        if response is None or url is None:
            return False
        response = replace(response, url=url)
        self._keep_cookies(response)
        self._counters.requests += 1
        kind = record.get(RESOURCE_TYPE)
        if kind is None:
            page, keep = self._judged(response, rendered), self._store.finish
        else:
            self._counters.resource_requests += 1
            page, keep = self._intake.keep_resource(response, kind).page, self._store.keep
        keep(replace(page, warc_file=file, warc_offset=record.offset, warc_length=record.length))
        return True

    def _judged(self, response: Response, rendered: bytes | None) -> PageRow:
        url_id = int(self._store.intern([response.url])[0][0])
        if urls.path_and_query(response.url) == "/robots.txt":
            self._counters.robots_requests += 1
            return self._intake.keep_robots(response).page
        row = self._store.row(url_id)
        if row.via is None and response.url not in self._start_urls:
            # A refresh asked for it without a link: a sitemap, or a URL that cannot exist.
            return self._intake.keep_robots(response).page
        taken = Taken(url_id, response.url, row.group or "", row.depth, 0)
        reading = self._reader.read(response)
        if row.state is UrlState.FETCHED:
            if response.status == NOT_MODIFIED:
                response = replace(response, body=b"")
            return self._revisits.take_in(taken, response, reading, template=0).keep.page
        if rendered is not None:
            self._counters.rendered += 1
            self._store.set_meta(HAS_RENDERED, True)
            shown = self._reader.read(as_shown(response, rendered))
            reading = replace(shown, charset=reading.charset, rendered=rendered)
        return self._intake.take_in(taken, response, reading).page

    def _keep_cookies(self, response: Response) -> None:
        self._last_date = max(self._last_date, response.date)
        for name, value in response.headers:
            if name.lower() == b"set-cookie":
                self._cookies.set(response.url, value.decode("latin-1"), response.date)

    def _payload(self, record: StoredRecord) -> bytes | None:
        """The payload that a revisit repeats; None where the record has its own."""
        if record.type != RecordType.REVISIT:
            return None
        original = self._store.page_by_digest(record.payload_digest or "")
        if original is None:
            return b""
        place = Location(original.warc_file, original.warc_offset, original.warc_length)
        return read_stored(self._archive, place).payload


def _captures(warc: Path) -> Iterator[tuple[StoredRecord, bytes | None]]:
    """The responses and revisits of a file, each with its page as a browser showed it, if any."""
    capture: StoredRecord | None = None
    rendered: bytes | None = None
    for record in iterate(warc):
        if record.type in (RecordType.RESPONSE, RecordType.REVISIT):
            if capture is not None:
                yield capture, rendered
            capture, rendered = record, None
        elif record.type == RecordType.CONVERSION and capture is not None:
            rendered = record.block if record.get("WARC-Refers-To") == capture.id else rendered
    if capture is not None:
        yield capture, rendered


def _remembered(path: Path) -> tuple[Settings | None, dict[str, HostRow]]:
    """Settings and the hosts' demands for patience from the old database, if it can be read."""
    try:
        store = JobStore.open(path / DATABASE)
    except PeriplusError:
        return None, {}
    try:
        stored = store.get_meta("settings")
        return (make_settings(stored) if stored else None), store.hosts()
    except PeriplusError:
        return None, {}
    finally:
        store.close()


def _first_date(archive: Path) -> float:
    """When the crawl began, by its first record."""
    for warc in sorted(archive.glob("*" + SUFFIX)):
        for record in iterate(warc):
            return record.date
    return 0.0


def _settings_in(archive: Path) -> Settings:
    """The settings that the first readable warcinfo record tells."""
    for warc in sorted(archive.glob("*" + SUFFIX)):
        for record in whole_records(warc):
            if record.type != RecordType.WARCINFO:
                break
            for line in record.block.decode("utf-8", "replace").splitlines():
                name, _, value = line.partition(":")
                if name.strip().lower() == SETTINGS_FIELD:
                    return make_settings(json.loads(value))
    raise ConfigError(f"{archive} holds no record of the crawl's settings; it cannot be rebuilt")


def _put_aside(path: Path) -> None:
    aside = path / "damaged"
    aside.mkdir(exist_ok=True)
    number = sum(1 for _ in aside.glob(DATABASE + ".*"))
    for suffix in ("", "-wal", "-shm"):
        file = path / (DATABASE + suffix)
        if file.exists():
            file.replace(aside / f"{DATABASE}.{number}{suffix}")
