"""The pages table: one row for each fetched version of a URL."""

from collections.abc import Iterator
from dataclasses import fields
from operator import attrgetter

from periplus.plan.strategy import Verdict
from periplus.store.database import Database, Row, checksum, damaged, storable
from periplus.store.names import Groups
from periplus.store.rows import PageRow
from periplus.store.sizes import Sizes

_CHUNK = 1000
_NAMES = tuple(field.name for field in fields(PageRow))
_COLUMNS = ", ".join("group_id" if name == "group" else name for name in _NAMES)
_SELECT = f"SELECT {_COLUMNS}, crc FROM pages"  # noqa: S608
_INSERT = f"INSERT INTO pages ({_COLUMNS}, crc) VALUES ({', '.join('?' * (len(_NAMES) + 1))})"  # noqa: S608
_GROUP = _NAMES.index("group")
_VERDICT = _NAMES.index("verdict")
_TEXT_HASH = _NAMES.index("text_hash")
_FLOATS = tuple(_NAMES.index(name) for name in ("date", "seconds"))
_TEXTS = tuple(_NAMES.index(name) for name in ("media_type", "title", "truncated", "charset"))
_SIGN = 1 << 63
_values = attrgetter(*_NAMES)


class Pages:
    """Rows written since the last flush are in memory and are found like all others."""

    def __init__(self, database: Database, sizes: Sizes, groups: Groups) -> None:
        self._database = database
        self._sizes = sizes
        self._groups = groups
        self._unwritten: list[PageRow] = []
        self._by_digest: dict[str, PageRow] = {}
        self._by_text: dict[int, PageRow] = {}

    @property
    def unwritten(self) -> int:
        """How many rows wait in memory to be written."""
        return len(self._unwritten)

    def add(self, page: PageRow) -> None:
        """Keep one version of a page."""
        self._unwritten.append(page)
        self._sizes.grow("pages")
        self._by_digest.setdefault(page.digest, page)
        if page.text_hash is not None:
            self._by_text.setdefault(page.text_hash, page)

    def last_seq(self) -> int:
        """The largest `seq` in use, 0 where there is no page."""
        self.flush()
        row = self._database.one("SELECT max(seq) FROM pages")
        return int(row[0]) if row and row[0] is not None else 0

    def by_digest(self, digest: str) -> PageRow | None:
        """The first page with that payload."""
        row = self._database.one(f"{_SELECT} WHERE digest = ? ORDER BY seq LIMIT 1", (digest,))
        page = self._by_digest.get(digest) if row is None else self._page(row)
        self._expect(page is None or page.digest == digest)
        return page

    def by_text(self, text_hash: int) -> PageRow | None:
        """The first page with that text."""
        row = self._database.one(
            f"{_SELECT} WHERE text_hash = ? ORDER BY seq LIMIT 1", (_signed(text_hash),)
        )
        page = self._by_text.get(text_hash) if row is None else self._page(row)
        self._expect(page is None or page.text_hash == text_hash)
        return page

    def of_url(self, url_id: int) -> list[PageRow]:
        """Every version of one URL, oldest first."""
        self.flush()
        rows = self._database.all(f"{_SELECT} WHERE url_id = ? ORDER BY seq", (url_id,))
        pages = [self._page(row) for row in rows]
        self._expect(all(page.url_id == url_id for page in pages))
        return pages

    def last_content(self, url_id: int) -> PageRow | None:
        """The last version of one URL with status 200."""
        self.flush()
        row = self._database.one(
            f"{_SELECT} WHERE url_id = ? AND status = 200 ORDER BY seq DESC LIMIT 1", (url_id,)
        )
        page = None if row is None else self._page(row)
        self._expect(page is None or page.url_id == url_id)
        return page

    def __iter__(self) -> Iterator[PageRow]:
        """All pages in the order of `seq`. Raises: StateDamaged."""
        expected = self._sizes.of("pages")
        count = 0
        for page in self.since(-_SIGN):
            count += 1
            yield page
        if count < expected:
            raise damaged(self._database.path, f"{expected - count} pages are missing")

    def since(self, seq: int) -> Iterator[PageRow]:
        """The pages with a larger `seq`, in its order. Raises: StateDamaged."""
        self.flush()
        last = seq
        while rows := self._database.all(
            f"{_SELECT} WHERE seq > ? ORDER BY seq LIMIT {_CHUNK}", (last,)
        ):
            for row in rows:
                page = self._page(row)
                last = page.seq
                yield page

    def flush(self) -> None:
        """Write rows into the open transaction."""
        if self._unwritten:
            rows = [self._row(page) for page in self._unwritten]
            self._unwritten.clear()
            self._by_digest.clear()
            self._by_text.clear()
            self._database.many(_INSERT, rows)

    def _row(self, page: PageRow) -> list[object]:
        values = list(_values(page))
        values[_GROUP] = self._groups.named(page.group).number
        values[_VERDICT] = page.verdict.value
        if page.text_hash is not None:
            values[_TEXT_HASH] = _signed(page.text_hash)
        for column in _FLOATS:
            values[column] = float(values[column])
        for column in _TEXTS:
            if values[column] is not None:
                values[column] = storable(str(values[column]))
        return [*values, checksum(*values)]

    def _expect(self, asked_for: bool) -> None:
        """A damaged index may lead to a row that is whole but another."""
        if not asked_for:
            raise damaged(self._database.path, "an index of the pages has changed")

    def _page(self, row: Row) -> PageRow:
        values = list(row[:-1])
        if checksum(*values) != row[-1]:
            raise damaged(self._database.path, f"page {values[1]} has changed")
        values[_GROUP] = self._groups.numbered(values[_GROUP]).name
        values[_VERDICT] = Verdict(values[_VERDICT])
        if values[_TEXT_HASH] is not None:
            values[_TEXT_HASH] %= 2 * _SIGN
        return PageRow(*values)


def _signed(number: int) -> int:
    """An unsigned 64-bit number as SQLite keeps it."""
    return number - 2 * _SIGN if number >= _SIGN else number
