"""Checking a job: the archive by itself, the database by itself, and each against the other."""

import filecmp
from pathlib import Path
from typing import Any

import msgspec

from periplus.archive.index import write_cdxj
from periplus.archive.verify import verify as verify_archive
from periplus.crawl.finish import captured_pages
from periplus.crawl.job import DATABASE, Job, open_job
from periplus.errors import ConfigError, StateDamaged

_INDEX = Path("indexes") / "index.cdxj"


class VerifyReport(msgspec.Struct, kw_only=True):
    """What was looked at and what is wrong with it."""

    job: str
    pages: int = 0
    warc_files: int = 0
    warc_bytes: int = 0
    findings: list[str] = []

    @property
    def line(self) -> str:
        """The result in one line."""
        what = f"{self.pages:,} records in {self.warc_files} WARC files ({self.warc_bytes:,} bytes)"
        if not self.findings:
            return f"{self.job}: {what}: archive, index and database agree"
        return f"{self.job}: {what}: {len(self.findings)} findings; try periplus verify --repair"

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {**plain, "ok": not self.findings}


def verify_job(path: Path) -> VerifyReport:
    """Check everything; changes nothing but the names of half-written files.

    Raises:
        ConfigError: there is no job.
        JobLocked: it is being crawled.
    """
    if not (path / DATABASE).exists() and not (path / "archive").is_dir():
        raise ConfigError(f"{path} is no job: it has neither {DATABASE} nor archive/")
    report = VerifyReport(job=str(path))
    if not (path / DATABASE).exists():
        report.findings.append(f"{path / DATABASE}: missing")
        _archive_alone(path, report)
        return report
    try:
        with open_job(path, {}, wall=0.0) as job:
            job.store.check(full=True)
            _against_each_other(job, report)
    except StateDamaged as error:
        report.findings.append(f"{path / DATABASE}: {error}")
        _archive_alone(path, report)
    return report


def _against_each_other(job: Job, report: VerifyReport) -> None:
    lengths = job.store.warcs()
    report.warc_files, report.warc_bytes = len(lengths), sum(lengths.values())
    # What the database knows, as an index: it must hit every record of the archive, and no other.
    expected = job.path / "indexes" / ".expected.cdxj"
    try:
        report.pages = write_cdxj(expected, captured_pages(job.store))
        found = verify_archive(job.archive_directory, lengths=lengths, index=expected)
        report.findings += [str(f).replace(str(expected), str(job.path / DATABASE)) for f in found]
        index = job.path / _INDEX
        if job.outcome is not None and not (
            index.is_file() and filecmp.cmp(index, expected, shallow=False)
        ):
            report.findings.append(f"{index}: index-stale: not what the database says")
    finally:
        expected.unlink(missing_ok=True)


def _archive_alone(path: Path, report: VerifyReport) -> None:
    index = path / _INDEX
    found = verify_archive(path / "archive", index=index if index.is_file() else None)
    report.findings += [str(f) for f in found]
