"""An embedded full-text index over the pages of a crawl, as a search engine that needs no network.

The index is a SQLite FTS5 table in the job's indexes/ folder, made when the job is searched first
and made anew when it has grown.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from periplus.archive.recovery import SUFFIX
from periplus.crawl.recall import archived_response
from periplus.crawl.text_reader import page_text
from periplus.errors import ConfigError, PeriplusError
from periplus.find.engine import RESULTS, EngineFailed, Found
from periplus.limits import DEFAULT_LIMITS
from periplus.plan.strategy import Verdict
from periplus.store import JobStore

INDEX = Path("indexes") / "text.sqlite"
_VERSION = 1


class ArchiveEngine:
    """Searches the pages of a job."""

    name = "archive"
    most_words = 20

    def __init__(self, job: Path) -> None:
        """Raises ConfigError where there is no crawl."""
        if not (job / "job.db").is_file() or not any((job / "archive").glob("*" + SUFFIX)):
            raise ConfigError(f"--search archive:{job}: there is no crawl in that directory")
        self._index = open_index(job)

    async def search(self, query: str) -> Found:
        words = " ".join(f'"{word}"' for word in query.replace('"', " ").split())
        if not words:
            return Found((), 0)
        try:
            hits = self._index.execute(
                "SELECT count(*) FROM pages WHERE pages MATCH ?", (words,)
            ).fetchone()[0]
            rows = self._index.execute(
                "SELECT url FROM pages WHERE pages MATCH ? ORDER BY rank, rowid LIMIT ?",
                (words, RESULTS),
            ).fetchall()
        except sqlite3.Error as error:
            raise EngineFailed(f"the archive's text index cannot be searched: {error}") from error
        return Found(tuple(row[0] for row in rows), int(hits))

    def close(self) -> None:
        """Close the index."""
        self._index.close()


def open_index(job: Path) -> sqlite3.Connection:
    """The index of a job, made where it is missing or older than the job."""
    path = job / INDEX
    path.parent.mkdir(exist_ok=True)
    store = JobStore.open(job / "job.db")
    try:
        known = int(store.get_meta("sequence", 0))
        connection = sqlite3.connect(path)
        if connection.execute("PRAGMA user_version").fetchone()[0] != _stamp(known):
            _make(connection, store, job / "archive", known)
    except sqlite3.DatabaseError:
        connection.close()
        path.unlink()
        connection = sqlite3.connect(path)
        _make(connection, store, job / "archive", known)
    finally:
        store.close()
    return connection


def _stamp(sequence: int) -> int:
    """What is written into an index: by which pages and by which code it was made."""
    return (sequence * 8 + _VERSION) & 0x7FFFFFFF


def _make(connection: sqlite3.Connection, store: JobStore, archive: Path, sequence: int) -> None:
    with connection:
        connection.execute("DROP TABLE IF EXISTS pages")
        connection.execute(
            "CREATE VIRTUAL TABLE pages USING fts5(url UNINDEXED, title, text, "
            "tokenize='unicode61 remove_diacritics 0')"
        )
        connection.executemany("INSERT INTO pages VALUES (?, ?, ?)", _texts(store, archive))
        connection.execute(f"PRAGMA user_version = {_stamp(sequence)}")


def _texts(store: JobStore, archive: Path) -> Iterator[tuple[str, str, str]]:
    for page in store.pages():
        if page.verdict is not Verdict.VALUABLE or page.status != 200 or page.revisit_of:
            continue
        try:
            response = archived_response(store, archive, page)
        except PeriplusError:
            continue  # verify says what is wrong with it
        if response.is_html:
            yield response.url, page.title, page_text(response, DEFAULT_LIMITS)
