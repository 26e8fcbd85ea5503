"""The links of each page with their decisions: one row a page, packed columns.

A packed row is a header (flags, number of links, width of each column), the columns in the
narrowest integers that hold them, compressed where that pays. A last column of 16 bits a link, what
the links say of pages, is there where the flags say so.
"""

import struct
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import zstandard

from periplus.plan.strategy import Reason
from periplus.store.database import Database, blob_checksum, damaged
from periplus.store.names import Groups, Labels, Reasons
from periplus.store.rows import LinkRows
from periplus.store.sizes import Sizes

_COLUMNS = 5
_HEADER = struct.Struct(f"<BI{_COLUMNS}B")  # flags, links, bytes of a number in each column
_COMPRESSED, _HAS_TURNS = 1, 2
_WIDTHS = ((0xFF, "<u1"), (0xFFFF, "<u2"), (0xFFFFFFFF, "<u4"))
_COMPRESS_FROM = 128
_LARGEST_ROW = 1 << 28
_SCAN_ROWS = 256

Column = npt.NDArray[np.uint32]
NarrowColumn = npt.NDArray[np.uint8] | npt.NDArray[np.uint16] | npt.NDArray[np.uint32]


class Links:
    """What each page links to and what became of each link."""

    def __init__(
        self, database: Database, sizes: Sizes, groups: Groups, labels: Labels, reasons: Reasons
    ) -> None:
        self._database = database
        self._sizes = sizes
        self._groups = groups
        self._labels = labels
        self._reasons = reasons
        self._compressor = zstandard.ZstdCompressor(level=1)
        self._decompressor = zstandard.ZstdDecompressor()
        self._unwritten: dict[int, bytes] = {}

    @property
    def unwritten(self) -> int:
        """How many rows wait in memory to be written."""
        return len(self._unwritten)

    def add(self, page: int, links: LinkRows) -> None:
        """Keep the links of a page in place of those it had."""
        if page not in self._unwritten and not self._has_row(page):
            self._sizes.grow("links")
        # Rows mostly count up from -1 or 0: differences of one compress to nothing.
        steps: npt.NDArray[np.int64] = links.rows.astype(np.int64)
        steps[1:] -= links.rows[:-1]
        steps[:1] += 1
        columns = [
            _narrow(links.targets.tolist()),
            _narrow(((steps << 1) ^ (steps >> 63)).tolist()),
            _narrow(self._labels.numbers(links.labels)),
            _narrow(self._reasons.numbers(links.reasons)),
            _narrow(self._groups.numbers(links.groups)),
        ]
        if links.turns is not None and any(links.turns):
            columns.append(np.array(links.turns, dtype="<u2"))
        self._unwritten[page] = self._packed(columns)

    def of(self, page: int) -> LinkRows:
        """The links of a page; none for a page without. Raises: StateDamaged."""
        data = self._unwritten.get(page)
        if data is None:
            row = self._database.one("SELECT page, data, crc FROM links WHERE page = ?", (page,))
            if row is None:
                empty = np.zeros(0, dtype=np.uint32)
                return LinkRows(empty, empty.astype(np.int32), [], [], [])
            data = self._checked(row[0], row[1], row[2])
        targets, steps, labels, reasons, groups, *turns = self._unpacked(page, data)
        return LinkRows(
            targets,
            _rows_of(steps),
            self._labels.names(labels.tolist()),
            [self._reason(number) for number in reasons.tolist()],
            [self._groups.numbered(number).name for number in groups.tolist()],
            turns[0].tolist() if turns else None,
        )

    def to(self, url_id: int, limit: int) -> list[tuple[int, int]]:
        """Pages and rows that link to a URL, by the ids of the pages: reads all rows."""
        found: list[tuple[int, int]] = []
        for page, (targets, steps, *_) in self._every_row():
            hits = np.flatnonzero(targets == url_id)
            if len(hits):
                found.extend((page, row) for row in _rows_of(steps)[hits].tolist())
            if len(found) >= limit:
                return found[:limit]
        return found

    def sources(self, url_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
        """For each of some URLs the first pages that link to it: reads all rows once."""
        found: dict[int, list[int]] = {url_id: [] for url_id in url_ids}
        wanted = np.array(sorted(found), dtype=np.uint32)
        for page, (targets, *_) in self._every_row():
            for target in np.intersect1d(targets, wanted).tolist():
                if len(found[target]) < limit:
                    found[target].append(page)
        return found

    def counts(self, urls: int) -> npt.NDArray[np.uint32]:
        """How many pages link to each URL, by its id."""
        counts = np.zeros(urls + 1, np.uint32)
        for _, (targets, *_) in self._every_row():
            counts[np.unique(targets)] += 1
        return counts

    def check_rows(self, urls: int) -> None:
        """Read every row. Raises: StateDamaged."""
        for page, (targets, *_) in self._every_row():
            if not 0 < page <= urls or int(targets.max(initial=0)) > urls:
                raise damaged(self._database.path, f"the links of page {page} lead nowhere")

    def _every_row(self) -> Iterator[tuple[int, list[Column]]]:
        self.flush()
        expected = self._sizes.of("links")
        count = 0
        last = -1
        while rows := self._database.all(
            "SELECT page, data, crc FROM links WHERE page > ? ORDER BY page LIMIT ?",
            (last, _SCAN_ROWS),
        ):
            for page, data, crc in rows:
                yield page, self._unpacked(page, self._checked(page, data, crc))
                last = page
                count += 1
        if count < expected:
            raise damaged(self._database.path, "links of pages are missing")

    def flush(self) -> None:
        """Write rows into the open transaction."""
        if self._unwritten:
            rows = sorted(self._unwritten.items())
            self._unwritten.clear()
            self._database.many(
                "INSERT OR REPLACE INTO links VALUES (?, ?, ?)",
                [(page, data, blob_checksum(page, data)) for page, data in rows],
            )

    def _has_row(self, page: int) -> bool:
        return self._database.one("SELECT 1 FROM links WHERE page = ?", (page,)) is not None

    def _packed(self, columns: list[NarrowColumn]) -> bytes:
        data = b"".join(column.tobytes() for column in columns)
        compressed = len(data) >= _COMPRESS_FROM
        if compressed:
            smaller = self._compressor.compress(data)
            compressed = len(smaller) < len(data)
            data = smaller if compressed else data
        flags = _COMPRESSED * compressed + _HAS_TURNS * (len(columns) > _COLUMNS)
        widths = [column.itemsize for column in columns[:_COLUMNS]]
        header = _HEADER.pack(flags, len(columns[0]), *widths)
        return header + data

    def _unpacked(self, page: int, data: bytes) -> list[Column]:
        try:
            flags, count, *widths = _HEADER.unpack_from(data)
            body = data[_HEADER.size :]
            if flags & _HAS_TURNS:
                widths.append(2)
            if flags & _COMPRESSED:
                body = self._decompressor.decompress(body, max_output_size=_LARGEST_ROW)
            columns = []
            start = 0
            for width in widths:
                column = np.frombuffer(body, dtype=f"<u{width}", count=count, offset=start)
                columns.append(column.astype(np.uint32))
                start += width * count
        except (struct.error, zstandard.ZstdError, ValueError, TypeError) as error:
            raise damaged(self._database.path, f"the links of page {page}: {error}") from error
        return columns

    def _checked(self, page: int, data: object, crc: int) -> bytes:
        if not isinstance(data, bytes) or crc != blob_checksum(page, data):
            raise damaged(self._database.path, f"the links of page {page} have changed")
        return data

    def _reason(self, number: int) -> Reason:
        reason = self._reasons.reason(number)
        if reason is None:
            raise damaged(self._database.path, "a link without a reason")
        return reason


def _narrow(numbers: list[int]) -> NarrowColumn:
    largest = max(numbers, default=0)
    return np.array(numbers, dtype=next(dtype for limit, dtype in _WIDTHS if largest <= limit))


def _rows_of(steps: Column) -> npt.NDArray[np.int32]:
    wide = steps.astype(np.int64)
    rows: npt.NDArray[np.int32] = (np.cumsum((wide >> 1) ^ -(wide & 1)) - 1).astype(np.int32)
    return rows
