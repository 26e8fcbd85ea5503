import errno
from pathlib import Path

import pytest

from periplus.archive.durable import disk_error, replacing
from periplus.errors import ArchiveError, DiskFull


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_no_room_is_disk_full(code: int) -> None:
    assert isinstance(disk_error(OSError(code, "full"), Path("x")), DiskFull)


def test_other_errors_are_archive_errors() -> None:
    error = disk_error(OSError(errno.EIO, "broken"), Path("x"))
    assert type(error) is ArchiveError
    assert "broken" in str(error)


def test_the_file_appears_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    with replacing(path) as file:
        file.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("raised", [OSError(errno.ENOSPC, "full"), ValueError("ours")])
def test_a_failure_leaves_what_was_there(tmp_path: Path, raised: Exception) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    expected = DiskFull if isinstance(raised, OSError) else ValueError

    def fail_halfway() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise raised

    with pytest.raises(expected):
        fail_halfway()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
