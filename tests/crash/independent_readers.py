"""A finished job through the eyes of two readers that are not ours: warcio and fastwarc."""

from collections import Counter
from pathlib import Path

from periplus.bench.crash_state import Committed
from unit.archive.independent import FastIterator, WarcioIterator, WarcRecordType


def two_readers(job: Path, committed: Committed) -> list[str]:
    """Whether two readers that are not ours find each page once, and no bad digest."""
    problems = []
    expected = Counter(committed.captures.keys())
    by_warcio: Counter[str] = Counter()
    by_fastwarc: Counter[str] = Counter()
    for path in sorted((job / "archive").iterdir()):
        with path.open("rb") as file:
            records = WarcioIterator(file, check_digests=True)
            for record in records:
                if record.rec_type in ("response", "revisit"):
                    by_warcio[record.rec_headers.get_header("WARC-Target-URI")] += 1
                record.content_stream().read()
                if record.digest_checker.passed is False:
                    problems.append(f"warcio: {record.digest_checker.problems}")
            if records.err_count:
                problems.append(f"warcio: {records.err_count} errors in {path.name}")
        with path.open("rb") as file:
            kinds = WarcRecordType.response | WarcRecordType.revisit
            for record in FastIterator(file, record_types=kinds, parse_http=False):
                by_fastwarc[record.headers["WARC-Target-URI"]] += 1
                if not record.verify_block_digest():
                    problems.append(f"fastwarc: {record.record_id}: its block is another")
    for name, found in (("warcio", by_warcio), ("fastwarc", by_fastwarc)):
        if found != expected:
            problems.append(f"{name}: {found - expected} too many, {expected - found} too few")
    return problems
