"""What a killed crawl left: its last commit, what lies beyond it, and whether all of it is whole.

A copy is looked at, never the job itself: opening a database mends it, and that is for the crawler
to do when it is started again.
"""

import hashlib
import shutil
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from periplus.archive.recovery import SUFFIX, recover
from periplus.crawl.job import DATABASE
from periplus.crawl.verify import verify_job
from periplus.errors import PeriplusError
from periplus.store import JobStore


class Capture(NamedTuple):
    """One committed page and its record."""

    status: int
    digest: str
    seq: int
    date: float
    file: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class Committed:
    """What the last commit of a job holds."""

    captures: dict[str, Capture] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    repeated: tuple[str, ...] = ()  # URLs with two pages
    tail_bytes: int = 0  # of the archive, beyond the commit
    log_bytes: int = 0  # of SQLite's write-ahead log

    @property
    def pages(self) -> set[tuple[str, int, str]]:
        """URL, status and payload digest of every page."""
        return {(url, c.status, c.digest) for url, c in self.captures.items()}


class Autopsy:
    """Looks at one job after each kill, and compares with what it saw before."""

    def __init__(self, job: Path, copy: Path) -> None:
        self._job = job
        self._copy = copy
        self._sums: dict[str, tuple[int, str]] = {}  # committed bytes of each file
        self.last = Committed()

    def look(self, *, verify: bool) -> list[str]:
        """What is wrong with the job as it lies there now, by comparison and by itself."""
        try:
            found = self._committed()
        except PeriplusError as error:
            return [f"the database cannot be opened: {error}"]
        problems = [f"{url}: two pages" for url in found.repeated]
        problems += self._lost(found)
        problems += self._changed_bytes(found)
        problems += self._torn(found)
        if verify and not problems and found.captures:
            problems += self._verified(found)
        self.last = found
        return problems

    def tear(self, share: float) -> bool:
        """Cut the tail in the middle, as a disk that lost power would; whether there is one."""
        for path in self._archives():
            committed = self.last.lengths.get(path.name, 0)
            beyond = path.stat().st_size - committed
            if beyond > 1:
                with path.open("r+b") as file:
                    file.truncate(committed + 1 + int((beyond - 1) * share))
                return True
        return False

    def _archives(self) -> list[Path]:
        return sorted((self._job / "archive").glob("*" + SUFFIX))

    def _committed(self) -> Committed:
        sizes = {path.name: path.stat().st_size for path in self._archives()}
        if not (self._job / DATABASE).exists():
            return Committed(tail_bytes=sum(sizes.values()))
        shutil.rmtree(self._copy, ignore_errors=True)
        self._copy.mkdir(parents=True)
        log_bytes = 0
        for suffix in ("", "-wal"):
            file = self._job / (DATABASE + suffix)
            if file.exists():
                shutil.copyfile(file, self._copy / file.name)
                log_bytes = file.stat().st_size if suffix else 0
        store = JobStore.open(self._copy / DATABASE)
        try:
            captures: dict[str, Capture] = {}
            repeated = []
            for page in store.pages():
                url = store.url(page.url_id)
                if url in captures:
                    repeated.append(url)
                captures[url] = Capture(
                    page.status,
                    page.digest,
                    page.seq,
                    page.date,
                    page.warc_file,
                    page.warc_offset,
                    page.warc_length,
                )
            lengths = store.warcs()
        finally:
            store.close()
        tail = sum(size - lengths.get(name, 0) for name, size in sizes.items())
        return Committed(captures, lengths, tuple(repeated), tail, log_bytes)

    def _lost(self, found: Committed) -> list[str]:
        before = self.last.captures
        return [
            f"{url}: was committed and is {'gone' if url not in found.captures else 'another'} now"
            for url, capture in before.items()
            if found.captures.get(url) != capture
        ]

    def _changed_bytes(self, found: Committed) -> list[str]:
        problems = []
        for name, (length, digest) in self._sums.items():
            if _sum(self._job / "archive" / name, length) != digest:
                problems.append(f"{name}: its first {length} committed bytes have changed")
        self._sums = {
            name: (length, _sum(self._job / "archive" / name, length))
            for name, length in found.lengths.items()
        }
        return problems

    def _torn(self, found: Committed) -> list[str]:
        """Whether the records committed since the last look are whole gzip members."""
        problems = []
        for url, capture in found.captures.items():
            if url in self.last.captures:
                continue
            with (self._job / "archive" / capture.file).open("rb") as file:
                file.seek(capture.offset)
                member = file.read(capture.length)
            inflater = zlib.decompressobj(wbits=31)
            try:
                inflater.decompress(member)
            except zlib.error as error:
                problems.append(f"{url}: {error}")
                continue
            if not inflater.eof or inflater.unused_data or len(member) != capture.length:
                problems.append(f"{url}: its record is torn")
        return problems

    def _verified(self, found: Committed) -> list[str]:
        """Recover the copy as the crawler would, then let `periplus verify` look at all of it."""
        shutil.copytree(self._job / "archive", self._copy / "archive")
        if (self._job / "indexes").is_dir():
            shutil.copytree(self._job / "indexes", self._copy / "indexes")
        recover(self._copy / "archive", found.lengths)
        return verify_job(self._copy).findings


def _sum(path: Path, length: int) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while length and (data := file.read(min(length, 1 << 20))):
            digest.update(data)
            length -= len(data)
    return digest.hexdigest()
