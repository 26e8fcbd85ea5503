"""WACZ 1.1.1: the whole job in one ZIP file that replay tools open without unpacking it."""

import hashlib
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec

from periplus.archive.durable import replacing
from periplus.archive.members import zlib_member
from periplus.archive.record import warc_date
from periplus.archive.recovery import SUFFIX
from periplus.errors import ConfigError
from periplus.limits import MIB

WACZ_VERSION = "1.1.1"

_BLOCK_LINES = 3_000  # of the index in one compressed block, as other indexers make them
_COPY_BYTES = 1 * MIB


@dataclass(frozen=True, slots=True)
class WaczInfo:
    """What the package says about itself. The same job and `created` make the same file."""

    software: str
    created: float
    title: str = ""
    description: str = ""
    main_url: str = ""


@dataclass(frozen=True, slots=True)
class _Resource:
    path: str
    sha256: str
    bytes: int


def write_wacz(job_dir: Path, out: Path, info: WaczInfo) -> None:
    """Pack `archive/*.warc.gz`, `indexes/index.cdxj` and `pages/*.jsonl` of a job.

    Raises:
        ConfigError: the job has no archive or no index yet.
        DiskFull: no room; nothing is left behind.
    """
    warcs = sorted((job_dir / "archive").glob("*" + SUFFIX))
    index = job_dir / "indexes" / "index.cdxj"
    page_lists = sorted((job_dir / "pages").glob("*.jsonl"))
    if not warcs or not index.is_file() or not page_lists:
        raise ConfigError(
            f"{job_dir} has no complete archive (archive/*{SUFFIX}, indexes/index.cdxj and "
            "pages/pages.jsonl); finish the crawl with `periplus crawl` first"
        )
    with replacing(out) as file, zipfile.ZipFile(file, "w") as package:
        packer = _Packer(package, info.created)
        for warc in warcs:
            packer.copy(warc, f"archive/{warc.name}")
        packer.index(index)
        for page_list in page_lists:
            packer.copy(page_list, f"pages/{page_list.name}", compressed=True)
        description = _datapackage(packer.resources, info)
        packer.put("datapackage.json", description)
        packer.put("datapackage-digest.json", _datapackage_digest(description))


class _Packer:
    """Streams entries into the ZIP and keeps their digests."""

    def __init__(self, package: zipfile.ZipFile, created: float) -> None:
        self._package = package
        # ZIP can't say years before 1980.
        self._moment = datetime.fromtimestamp(max(created, 315619200.0), UTC).timetuple()[:6]
        self.resources: list[_Resource] = []

    def copy(self, source: Path, name: str, *, compressed: bool = False) -> None:
        with source.open("rb") as file, self._entry(name, compressed) as entry:
            shutil.copyfileobj(file, entry, _COPY_BYTES)
        self.resources.append(entry.resource())

    def put(self, name: str, content: bytes) -> None:
        with self._entry(name, compressed=True) as entry:
            entry.write(content)

    def index(self, cdxj: Path) -> None:
        """The index in compressed blocks, and the list of their first lines to search in."""
        blocks = [b'!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}\n']
        with cdxj.open("rb") as lines, self._entry("indexes/index.cdx.gz", False) as entry:
            for block in _blocks(lines):
                member = zlib_member(b"".join(block))
                first = b" ".join(block[0].split(b" ", 2)[:2])
                place = {
                    "offset": entry.bytes,
                    "length": len(member),
                    "digest": "sha256:" + hashlib.sha256(member).hexdigest(),
                }
                blocks.append(first + b" " + msgspec.json.encode(place) + b"\n")
                entry.write(member)
        self.resources.append(entry.resource())
        with self._entry("indexes/index.idx", True) as entry:
            entry.write(b"".join(blocks))
        self.resources.append(entry.resource())

    def _entry(self, name: str, compressed: bool) -> "_Entry":
        info = zipfile.ZipInfo(name, self._moment)
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
        return _Entry(name, self._package.open(info, "w", force_zip64=True))


class _Entry:
    """One file in the ZIP: counts and digests what passes through."""

    def __init__(self, name: str, file: IO[bytes]) -> None:
        self._name = name
        self._file = file
        self._sha256 = hashlib.sha256()
        self.bytes = 0

    def __enter__(self) -> "_Entry":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        self._sha256.update(data)
        self.bytes += len(data)
        return self._file.write(data)

    def resource(self) -> _Resource:
        return _Resource(self._name, self._sha256.hexdigest(), self.bytes)


def _blocks(lines: IO[bytes]) -> Iterator[list[bytes]]:
    while block := list(islice(lines, _BLOCK_LINES)):
        yield block


def _datapackage(resources: list[_Resource], info: WaczInfo) -> bytes:
    package: dict[str, Any] = {
        "profile": "data-package",
        "wacz_version": WACZ_VERSION,
        "software": info.software,
        "created": warc_date(info.created)[:19] + "Z",
        "title": info.title,
        "description": info.description,
        "mainPageUrl": info.main_url,
        "resources": [
            {
                "name": resource.path.rpartition("/")[2].lower(),
                "path": resource.path,
                "hash": "sha256:" + resource.sha256,
                "bytes": resource.bytes,
            }
            for resource in resources
        ],
    }
    return msgspec.json.format(
        msgspec.json.encode({key: value for key, value in package.items() if value}), indent=2
    )


def _datapackage_digest(datapackage: bytes) -> bytes:
    digest = "sha256:" + hashlib.sha256(datapackage).hexdigest()
    return msgspec.json.format(
        msgspec.json.encode({"path": "datapackage.json", "hash": digest}), indent=2
    )
