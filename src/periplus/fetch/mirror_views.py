"""The views of a mirror's pages, read once with all stages and kept in the cache between runs.

Each page is kept twice: with all stages, and with its links alone, which most baselines need and
which reads three times as fast. The file is named by a digest of the code that reads pages, so
that a change there makes a new one.
"""

import mmap
import tempfile
from dataclasses import replace
from functools import lru_cache
from importlib import metadata
from pathlib import Path

import numpy as np
import numpy.typing as npt
import xxhash

import periplus.page
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.fetch.mirror import Mirror
from periplus.fetch.row_shares import over_rows
from periplus.limits import DEFAULT_LIMITS
from periplus.page import codec, read_page
from periplus.page.view import PageView, Stage

Offsets = npt.NDArray[np.uint64]

_MAGIC = b"periplus-views-2"
_OTHER_VERSIONS = 2


class ViewShelf:
    """Cached views by row of a mirror."""

    def __init__(self, path: Path, rows: int) -> None:
        """Raises ValueError or OSError where the file is not what `open_views` has written."""
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        table = self._data[len(_MAGIC) : len(_MAGIC) + 8 * (2 * rows + 1)]
        self._offsets: Offsets = np.frombuffer(table, dtype=np.uint64)
        if self._data[: len(_MAGIC)] != _MAGIC or int(self._offsets[-1]) != len(self._data):
            self._data.close()
            raise ValueError(f"{path} holds no views of {rows} pages")

    def view(self, row: int, stages: Stage) -> PageView | None:
        """The view of a row, or None where its answer is no page."""
        at = 2 * row + (0 if stages & ~Stage.LINKS else 1)
        start, end = int(self._offsets[at]), int(self._offsets[at + 1])
        return codec.decode(self._data[start:end]) if end > start else None

    def close(self) -> None:
        """Let go of the mapped file."""
        self._data.close()


def open_views(mirror: Mirror, jobs: int = 2) -> ViewShelf:
    """The views of a mirror, built by `jobs` processes where the cache has none."""
    path = mirror.shelf / f"views-{_reader_digest()}.bin"
    try:
        return ViewShelf(path, len(mirror))
    except (OSError, ValueError):
        _remove_outdated(mirror.shelf)
    parts = over_rows(encode_views, mirror.directory, mirror.cache, len(mirror), jobs)
    _write(path, [view for part in parts for view in part])
    return ViewShelf(path, len(mirror))


def _remove_outdated(shelf: Path) -> None:
    """Files of older code, but not the newest: another version of the program may be at work."""
    kept = sorted(shelf.glob("views-*.bin"), key=lambda path: path.stat().st_mtime)
    for outdated in kept[:-_OTHER_VERSIONS]:
        outdated.unlink(missing_ok=True)


def encode_views(directory: Path, cache: Path, rows: range) -> list[bytes]:
    """The encoded views of some rows, two of each; empty where an answer is no page."""
    with Mirror(directory, cache) as mirror:
        return [encoded for row in rows for encoded in _encoded_views(mirror, row)]


def _encoded_views(mirror: Mirror, row: int) -> tuple[bytes, bytes]:
    response = mirror.response(row)
    if not response.is_html or not response.body:
        return b"", b""
    body = decode_payload(response, DEFAULT_LIMITS).body
    charset = charset_of(response, body)
    view = read_page(body, response.url, charset=charset, stages=Stage.ALL)
    return codec.encode(view), codec.encode(_links_alone(view))


def _links_alone(view: PageView) -> PageView:
    """The view as it is read with the stage LINKS."""
    alone = np.full(len(view.links), -1, dtype=np.int32)
    links = replace(view.links, regions=alone, records=alone, columns=alone)
    return replace(view, links=links, words=None, structure=None)


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
    digest = xxhash.xxh3_64(_MAGIC + metadata.version("turbohtml").encode())
    package = Path(periplus.page.__file__).parent
    others = ("url.py", "fetch/charset.py", "fetch/decode.py", "fetch/mirror_views.py")
    for source in [*sorted(package.rglob("*.py")), *(package.parent / name for name in others)]:
        digest.update(source.read_bytes())
    return digest.hexdigest()
