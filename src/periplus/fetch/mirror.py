"""A mirrored site as a value: every URL with its answer, its label, and the site's start.

A site directory holds `site.warc` (plain, or `.gz`, `.xz`, `.zst`), `labels.jsonl.gz` and
`site.json`. Bad directories raise ConfigError with what is wrong and where.
"""

import mmap
from pathlib import Path
from types import TracebackType
from urllib.parse import unquote, urlsplit

from periplus import url as urls
from periplus.errors import ConfigError
from periplus.exchange import RawHeaders, Response
from periplus.fetch.mirror_files import (
    Label,
    SiteInfo,
    read_labels,
    read_site_info,
    read_unfetched,
)
from periplus.fetch.mirror_index import Entry, cache_root, open_index
from periplus.fetch.warc_scan import http_headers, without_chunks

# Unknown spellings and pages that changed during mirroring leave a few loose ends on real mirrors;
# more than this share, and the labels belong to another WARC.
_LOOSE_SHARE = 0.01
_STALE_HEADERS = frozenset({b"transfer-encoding", b"connection", b"keep-alive", b"content-length"})


def path_key(url: str) -> str:
    """Path and query of a URL with escapes undone: what a mirror tells its pages apart by.

    Spellings of one path that differ in needless escapes are one page to every server.
    """
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return unquote(path, errors="surrogateescape")


def request_head(url: str) -> bytes:
    """The least that a client sends for a URL."""
    host = urls.origin(url).split("://", 1)[1]
    head = f"GET {urls.path_and_query(url)} HTTP/1.1\r\nHost: {host}\r\n\r\n"
    return head.encode("utf-8", "surrogateescape")


class Mirror:
    """A site directory, opened. Row i is the i-th mirrored URL."""

    def __init__(self, directory: Path, cache: Path | None = None) -> None:
        self.directory = directory
        self.cache = cache_root(cache)
        if not directory.is_dir():
            raise ConfigError(f"{directory} is no directory with a mirrored site")
        self.info: SiteInfo = read_site_info(directory)
        self.warc_path = _find_warc(directory)
        self._home = urls.origin(self.info.start_url).split("://", 1)[1]
        labels = read_labels(directory)
        self.labels: dict[str, Label] = {self.key(label.url): label for label in labels}
        self.unfetched = frozenset(self.key(url) for url in read_unfetched(directory))
        indexed = open_index(self.warc_path, self.cache)
        self.shelf = indexed.shelf
        self.entries: list[Entry] = indexed.entries
        self._rows = {self.key(entry.url): row for row, entry in enumerate(self.entries)}
        self.loose_ends = self._check_labels()
        with indexed.warc.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __enter__(self) -> "Mirror":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def name(self) -> str:
        """What the site is called in figures."""
        return self.info.name

    @property
    def start_url(self) -> str:
        """Where a crawl of the site begins."""
        return self.info.start_url

    def key(self, url: str) -> str:
        """The identity of a URL in this mirror; other hosts than the start's are kept apart."""
        authority = urlsplit(url).netloc
        return path_key(url) if authority == self._home else f"//{authority}{path_key(url)}"

    def find(self, url: str) -> int | None:
        """The row that answers for a URL, or None where the mirror has no record of it."""
        try:
            return self._rows.get(self.key(url))
        except ValueError:
            return None

    def label(self, row: int) -> Label | None:
        """What the page of a row is worth."""
        return self.labels.get(self.key(self.entries[row].url))

    def headers(self, row: int) -> RawHeaders:
        """The headers of an answer, with the length of the payload that is really there."""
        entry = self.entries[row]
        kept = [
            (name, value)
            for name, value in http_headers(self._data[slice(*entry.headers)])
            if name.lower() not in _STALE_HEADERS
        ]
        start, end = entry.body
        length = len(self.body(row)) if entry.chunked else end - start
        return (*kept, (b"Content-Length", str(length).encode()))

    def body(self, row: int) -> bytes:
        """The payload of a row, content codings kept."""
        entry = self.entries[row]
        body = self._data[slice(*entry.body)]
        return without_chunks(body) if entry.chunked else body

    def response(self, row: int, url: str | None = None) -> Response:
        """The answer of a row, under the URL that was asked for (or its recorded one)."""
        entry = self.entries[row]
        url = url or urls.canonical(entry.url) or entry.url
        return Response(
            url=url,
            status=entry.status,
            reason=entry.reason,
            headers=self.headers(row),
            body=self.body(row),
            request_head=request_head(url),
            date=entry.date,
            seconds=0.0,
            http_version=entry.version,
        )

    def close(self) -> None:
        """Let go of the mapped file."""
        self._data.close()

    def _check_labels(self) -> tuple[str, ...]:
        """URLs that have a label or a record but not both. Raises ConfigError if they are many."""
        unlabelled = [key for key in self._rows if key not in self.labels]
        unrecorded = [key for key in self.labels if key not in self._rows]
        for keys, what in (
            (unrecorded, "labelled URLs have no record in the WARC"),
            (unlabelled, "records of the WARC have no label"),
        ):
            if len(keys) > _LOOSE_SHARE * len(self.labels):
                raise ConfigError(
                    f"{self.directory}: the labels do not match the WARC: {len(keys)} {what}, "
                    f"for example {keys[0]!r}; both files must come from the same crawl"
                )
        if self.key(self.start_url) not in self._rows:
            raise ConfigError(
                f"{self.directory}: the WARC has no record of the start URL {self.start_url}"
            )
        return (*unlabelled, *unrecorded)


def _find_warc(directory: Path) -> Path:
    found = sorted(
        path
        for path in directory.glob("site.warc*")
        if path.suffix in (".warc", ".gz", ".xz", ".zst")
    )
    if not found:
        raise ConfigError(
            f"{directory} is no mirrored site: site.warc (or .gz, .xz, .zst) is missing"
        )
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise ConfigError(f"{directory} holds more than one WARC ({names}); keep one")
    return found[0]
