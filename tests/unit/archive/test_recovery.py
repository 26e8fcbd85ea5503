from pathlib import Path

import pytest

from periplus.archive.recovery import recover
from periplus.errors import ArchiveDamaged


def make(directory: Path, **sizes: int) -> None:
    for name, size in sizes.items():
        (directory / f"{name}.warc.gz").write_bytes(b"x" * size)


def sizes_of(directory: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in directory.iterdir()}


def test_cuts_tails_and_removes_what_was_never_committed(tmp_path: Path) -> None:
    make(tmp_path, a=100, b=50, c=10, d=10)
    recover(tmp_path, {"a.warc.gz": 100, "b.warc.gz": 30, "d.warc.gz": 0})
    assert sizes_of(tmp_path) == {"a.warc.gz": 100, "b.warc.gz": 30}


def test_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "foreign.warc").write_text("mine")
    recover(tmp_path, {})
    assert set(sizes_of(tmp_path)) == {"notes.txt", "foreign.warc"}


def test_a_short_file_is_damage_and_nothing_is_touched(tmp_path: Path) -> None:
    make(tmp_path, a=100, b=20, c=10)
    with pytest.raises(ArchiveDamaged) as caught:
        recover(tmp_path, {"a.warc.gz": 50, "b.warc.gz": 30})
    assert caught.value.path == str(tmp_path / "b.warc.gz")
    assert caught.value.offset == 20
    assert sizes_of(tmp_path) == {"a.warc.gz": 100, "b.warc.gz": 20, "c.warc.gz": 10}


def test_a_missing_file_is_damage(tmp_path: Path) -> None:
    with pytest.raises(ArchiveDamaged, match="missing"):
        recover(tmp_path, {"a.warc.gz": 1})


def test_twice_is_as_once(tmp_path: Path) -> None:
    make(tmp_path, a=100)
    recover(tmp_path, {"a.warc.gz": 60})
    recover(tmp_path, {"a.warc.gz": 60})
    assert sizes_of(tmp_path) == {"a.warc.gz": 60}
