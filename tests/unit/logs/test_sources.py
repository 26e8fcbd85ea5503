import gzip
import io
from pathlib import Path

import pytest
import zstandard

from periplus.errors import ConfigError
from periplus.logs.formats import Compression
from periplus.logs.sources import open_source


class Stdin:
    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def test_a_name_that_looks_like_a_pattern_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "a*[1]'.log"
    path.write_bytes(b"x\n")
    with open_source(str(path), 7, tmp_path) as source:
        assert source.path == str(tmp_path / "log7")
        assert Path(source.path).read_bytes() == b"x\n"
    assert not (tmp_path / "log7").exists()


@pytest.mark.parametrize("what", ["missing", "directory"])
def test_what_cannot_be_read_is_said(tmp_path: Path, what: str) -> None:
    name = tmp_path / what
    if what == "directory":
        name.mkdir()
    with pytest.raises(ConfigError, match=what), open_source(str(name), 0, tmp_path):
        pass


@pytest.mark.parametrize(
    "content",
    [
        b"one\ntwo\n",
        gzip.compress(b"one\n") + gzip.compress(b"two\n"),
        zstandard.compress(b"one\n") + zstandard.compress(b"two\n"),
    ],
    ids=["plain", "gzip", "zstd"],
)
def test_standard_input_comes_unpacked_through_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(content))
    with open_source("-", 0, tmp_path) as source:
        assert source.form.compression == Compression.NONE
        assert Path(source.path).read_bytes() == b"one\ntwo\n"
    assert list(tmp_path.iterdir()) == []


def test_tables_need_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(b"target,referrer,user\n"))
    with pytest.raises(ConfigError, match="name the file"), open_source("-", 0, tmp_path):
        pass
