"""kill -9 of the real crawler: nothing lost, torn or repeated, and the same pages at the end."""

import os
from collections import Counter
from pathlib import Path

import pytest

from crash.crawls import QUICK, periplus, star
from periplus.bench.crash import CrashReport, Moment, measure_crash
from periplus.bench.crash_state import Autopsy, Committed
from periplus.synthetic.server import serve_in_thread
from unit.archive.independent import FastIterator, WarcioIterator, WarcRecordType

KILLS = int(os.environ.get("PERIPLUS_KILLS", "300"))


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


@pytest.mark.slow
def test_kills_at_any_moment_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    report = measure_crash(KILLS, tmp_path, seed=20, inspect=two_readers)
    print(report.formatted())
    assert report.problems == []
    assert report.doubts == []
    assert report.killed == KILLS
    assert report.pages > 300 * report.jobs
    assert report.torn > 0
    assert set(report.kills) == set(Moment)


def test_a_run_in_which_nothing_happened_is_in_doubt() -> None:
    report = CrashReport()
    report.kills[Moment.ANY] = 10
    assert len(report.doubts) == 3
    report.tails = 5
    assert "fewer than half of the kills left a tail" not in report.doubts


def test_the_autopsy_sees_what_a_careless_crawler_would_do(tmp_path: Path) -> None:
    job = tmp_path / "job"
    with serve_in_thread(star(30)) as server:
        assert periplus("crawl", server.url, "-o", job, "-q", *QUICK).code == 0
    autopsy = Autopsy(job, tmp_path / "copy")
    assert autopsy.look(verify=True) == []
    assert len(autopsy.last.captures) == 32
    assert two_readers(job, autopsy.last) == []

    warc = next((job / "archive").iterdir())
    whole = warc.read_bytes()
    warc.write_bytes(whole[:5_000] + bytes([whole[5_000] ^ 1]) + whole[5_001:])
    assert any("committed bytes have changed" in p for p in autopsy.look(verify=False))
    warc.write_bytes(whole)
    autopsy.look(verify=False)

    autopsy.last.captures["http://gone.example/"] = next(iter(autopsy.last.captures.values()))
    assert any("http://gone.example/: was committed" in p for p in autopsy.look(verify=False))

    again = autopsy.last.captures[f"{server.url}7"]
    warc.write_bytes(whole + whole[again.offset : again.offset + again.length])
    assert autopsy.look(verify=False) == []
    assert autopsy.last.tail_bytes == again.length
    assert len(two_readers(job, autopsy.last)) == 2
    assert autopsy.tear(0.5)
    assert len(whole) < warc.stat().st_size < len(whole) + again.length
