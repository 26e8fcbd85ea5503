"""Exports with one row a page and its text: JSON Lines and Parquet."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from periplus.archive.captured import CapturedPage
from periplus.archive.durable import replacing
from periplus.archive.reader import read_record, read_rendered
from periplus.archive.record import warc_date
from periplus.errors import ConfigError
from periplus.exchange import Response, as_shown
from periplus.limits import MIB

TextOf = Callable[[Response], str]

# A row group big enough to compress well and small enough to be held in memory.
_GROUP_ROWS = 5_000
_GROUP_CHARS = 32 * MIB


class PageRow(msgspec.Struct, frozen=True):
    """One exported page. The names are the columns of both formats."""

    url: str
    redirect_to: str | None
    status: int
    date: str
    media_type: str
    title: str
    language: str
    text: str
    depth: int
    group: str
    verdict: str
    digest: str
    bytes: int
    truncated: str | None
    revisit: bool
    warc_file: str
    warc_offset: int
    warc_length: int


def page_rows(directory: Path, pages: Iterable[CapturedPage], text_of: TextOf) -> Iterator[PageRow]:
    """The rows of an export, each payload read from the archive in `directory`.

    Raises:
        ArchiveDamaged: a page's record is not where its row says.
    """
    for page in pages:
        response = _captured(directory, page)
        shown = read_rendered(directory, page.location)
        yield PageRow(
            url=page.url,
            redirect_to=page.redirect_to,
            status=page.status,
            date=warc_date(page.date),
            media_type=page.media_type,
            title=page.title,
            language=page.language,
            text=text_of(response if shown is None else as_shown(response, shown)),
            depth=page.depth,
            group=page.group,
            verdict=page.verdict,
            digest=page.digest,
            bytes=len(response.body),
            truncated=page.truncated,
            revisit=page.is_revisit,
            warc_file=page.location.file,
            warc_offset=page.location.offset,
            warc_length=page.location.length,
        )


def _captured(directory: Path, page: CapturedPage) -> Response:
    return read_record(directory, page.location, resolve=lambda _: page.payload)


def write_jsonl(out: Path, directory: Path, pages: Iterable[CapturedPage], text_of: TextOf) -> int:
    """One JSON object a line; the number of rows.

    Raises:
        DiskFull: no room; nothing is left behind.
        ArchiveDamaged: a page's record is not where its row says.
    """
    encode = msgspec.json.Encoder().encode
    count = 0
    with replacing(out) as file:
        for row in page_rows(directory, pages, text_of):
            file.write(encode(row) + b"\n")
            count += 1
    return count


def write_parquet(
    out: Path, directory: Path, pages: Iterable[CapturedPage], text_of: TextOf
) -> int:
    """A Parquet file with row groups that fit into memory; the number of rows.

    Raises:
        ConfigError: pyarrow is not installed.
        DiskFull: no room; nothing is left behind.
        ArchiveDamaged: a page's record is not where its row says.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ConfigError(
            "Parquet needs pyarrow: install it with `pip install 'periplus[parquet]'`"
        ) from None
    schema = _schema(pa)
    count = 0
    with (
        replacing(out) as file,
        pq.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        for group in _groups(page_rows(directory, pages, text_of)):
            columns = [[getattr(row, name) for row in group] for name in schema.names]
            writer.write_table(
                pa.Table.from_arrays(
                    [
                        pa.array(column, kind)
                        for column, kind in zip(columns, schema.types, strict=True)
                    ],
                    schema=schema,
                )
            )
            count += len(group)
    return count


def _schema(pa: Any) -> Any:
    kinds = {str: pa.string(), int: pa.int64(), bool: pa.bool_(), str | None: pa.string()}
    fields = [(field.name, kinds[field.type]) for field in msgspec.structs.fields(PageRow)]
    return pa.schema(fields)


def _groups(rows: Iterator[PageRow]) -> Iterator[list[PageRow]]:
    group: list[PageRow] = []
    chars = 0
    for row in rows:
        group.append(row)
        chars += len(row.text)
        if len(group) >= _GROUP_ROWS or chars >= _GROUP_CHARS:
            yield group
            group, chars = [], 0
    if group:
        yield group
