"""The views of a mirror's pages, read once with all stages and kept in the cache between runs.

The file is named by a digest of the code that reads pages: a change there makes a new one.
"""

import mmap
import tempfile
from functools import lru_cache
from importlib import metadata
from pathlib import Path

import numpy as np
import numpy.typing as npt
import xxhash

import periplus.page
from periplus.errors import ConfigError
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.fetch.mirror import Mirror
from periplus.fetch.row_shares import over_rows
from periplus.limits import DEFAULT_LIMITS
from periplus.page import codec, read_page
from periplus.page.view import PageView, Stage

Offsets = npt.NDArray[np.uint64]

_MAGIC = b"periplus-views-1"


class ViewShelf:
    """Cached views by row of a mirror."""

    def __init__(self, path: Path, rows: int) -> None:
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        table = self._data[len(_MAGIC) : len(_MAGIC) + 8 * (rows + 1)]
        self._offsets: Offsets = np.frombuffer(table, dtype=np.uint64)
        if not self._data[: len(_MAGIC)] == _MAGIC or int(self._offsets[-1]) != len(self._data):
            raise ConfigError(f"the cache file {path} is damaged; remove it and run again")

    def view(self, row: int, stages: Stage) -> PageView | None:
        """The view of a row, or None where its answer is no page."""
        start, end = int(self._offsets[row]), int(self._offsets[row + 1])
        return codec.decode(self._data[start:end]) if end > start else None

    def close(self) -> None:
        """Let go of the mapped file."""
        self._data.close()


def open_views(mirror: Mirror, jobs: int = 2) -> ViewShelf:
    """The views of a mirror, built by `jobs` processes where the cache has none."""
    path = mirror.shelf / f"views-{_reader_digest()}.bin"
    if not path.exists():
        parts = over_rows(encode_views, mirror.directory, mirror.cache, len(mirror), jobs)
        _write(path, [view for part in parts for view in part])
    return ViewShelf(path, len(mirror))


def encode_views(directory: Path, cache: Path, rows: range) -> list[bytes]:
    """The encoded views of some rows; empty where an answer is no page."""
    with Mirror(directory, cache) as mirror:
        return [_encoded_view(mirror, row) for row in rows]


def _encoded_view(mirror: Mirror, row: int) -> bytes:
    response = mirror.response(row)
    if not response.is_html or not response.body:
        return b""
    body = decode_payload(response, DEFAULT_LIMITS).body
    return codec.encode(
        read_page(body, response.url, charset=charset_of(response, body), stages=Stage.ALL)
    )


def _write(path: Path, views: list[bytes]) -> None:
    offsets = np.zeros(len(views) + 1, dtype=np.uint64)
    np.cumsum([len(view) for view in views], out=offsets[1:])
    offsets += np.uint64(len(_MAGIC) + offsets.nbytes)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(_MAGIC + offsets.tobytes())
        file.writelines(views)
    Path(file.name).replace(path)


@lru_cache(maxsize=1)
def _reader_digest() -> str:
    """Changes whenever the same bytes may be read differently."""
    digest = xxhash.xxh3_64(metadata.version("turbohtml").encode())
    package = Path(periplus.page.__file__).parent
    sources = [*sorted(package.rglob("*.py")), package.parent / "url.py"]
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()
