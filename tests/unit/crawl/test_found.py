"""What a search has found, as files."""

import time
from pathlib import Path

from periplus.crawl.counters import Counters
from periplus.crawl.found import FOUND, REPORT, read_found, write_found
from periplus.crawl.job import open_job
from periplus.plan.xcrawl.strategy import Xcrawl


def test_pages_and_report_are_written_and_read(tmp_path: Path) -> None:
    given = {"urls": ["http://a.test/1"], "like": ["http://a.test/1"], "strategy": "xcrawl"}
    with open_job(tmp_path / "job", given, wall=time.time()) as job:
        ids, _ = job.store.intern(["http://a.test/1", "http://a.test/2"])
        job.store.describe([int(ids[1])], via=int(ids[0]), rows=[3], depth=1)
        strategy = Xcrawl(0, {"examples": ["http://a.test/1"]})
        strategy.accepted = {int(ids[0]): True, int(ids[1]): False}
        write_found(job, strategy, Counters(requests=4))
        found = read_found(job.path)
        assert found is not None
        pages, report = found
        assert [(page.url, page.copy, page.via) for page in pages] == [
            ("http://a.test/1", False, None),
            ("http://a.test/2", True, "http://a.test/1"),
        ]
        assert (report.accepted, report.copies, report.harvest_rate) == (1, 1, 0.25)
        assert report.to_json()["hubs"] == []
        (job.path / REPORT).write_text("{")
        assert read_found(job.path) is None
        (job.path / FOUND).unlink()
        assert read_found(job.path) is None
