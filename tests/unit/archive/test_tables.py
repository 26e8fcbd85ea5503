import json
import sys
from pathlib import Path

import pytest

from periplus.archive import tables
from periplus.archive.tables import write_jsonl, write_parquet
from periplus.errors import ArchiveDamaged, ConfigError
from periplus.exchange import Response
from unit.archive import samples

COLUMNS = [
    "url",
    "redirect_to",
    "status",
    "date",
    "media_type",
    "title",
    "language",
    "text",
    "depth",
    "group",
    "verdict",
    "digest",
    "bytes",
    "truncated",
    "revisit",
    "warc_file",
    "warc_offset",
    "warc_length",
]


def text_of(response: Response) -> str:
    return f"{len(response.body)} bytes of {response.url}"


def test_jsonl_has_a_row_for_each_page(tmp_path: Path) -> None:
    sample = samples.write_shapes(tmp_path / "archive")
    out = tmp_path / "out.jsonl"
    assert write_jsonl(out, sample.directory, sample.pages, text_of) == len(sample.pages)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert list(rows[0]) == COLUMNS
    assert [row["url"] for row in rows] == [page.url for page in sample.pages]
    for row, response in zip(rows, sample.responses, strict=True):
        assert row["text"] == text_of(response)  # a revisit has the text of its original
        assert row["bytes"] == len(response.body)
    assert rows[-1]["revisit"] is True


def test_parquet_has_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(tables, "_GROUP_ROWS", 5)
    sample = samples.write_shapes(tmp_path / "archive")
    write_jsonl(tmp_path / "out.jsonl", sample.directory, sample.pages, text_of)
    out = tmp_path / "out.parquet"
    assert write_parquet(out, sample.directory, sample.pages, text_of) == len(sample.pages)
    table = parquet.read_table(out)
    assert table.column_names == COLUMNS
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert table.to_pylist() == [json.loads(line) for line in lines]
    assert parquet.ParquetFile(out).num_row_groups == -(-len(sample.pages) // 5)


def test_parquet_of_nothing_is_a_table_without_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert write_parquet(tmp_path / "o", tmp_path, [], text_of) == 0
    assert parquet.read_table(tmp_path / "o").num_rows == 0


def test_parquet_without_pyarrow_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ConfigError, match=r"periplus\[parquet\]"):
        write_parquet(tmp_path / "o", tmp_path, [], text_of)
    assert not (tmp_path / "o").exists()


def test_damage_leaves_no_half_export(tmp_path: Path) -> None:
    sample = samples.write_shapes(tmp_path / "archive")
    (path,) = sample.directory.iterdir()
    path.write_bytes(path.read_bytes()[: sample.pages[5].location.offset + 9])
    with pytest.raises(ArchiveDamaged):
        write_jsonl(tmp_path / "out.jsonl", sample.directory, sample.pages, text_of)
    assert [p.name for p in tmp_path.iterdir()] == ["archive"]
