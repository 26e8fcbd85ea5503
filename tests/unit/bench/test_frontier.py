"""The benchmark of the frontier, in small."""

from pathlib import Path

from periplus.bench.frontier import measure_frontier
from periplus.store import JobStore


def test_the_frontier_is_measured(tmp_path: Path) -> None:
    report = measure_frontier(20_050, tmp_path)
    assert (report.urls, report.takes) == (20_050, 20_000)
    assert 0 < report.take_p50_ms <= report.take_p99_ms <= report.take_max_ms
    # Loose, for a busy machine: the figures are for the command, this is for a collapse.
    assert report.take_p50_ms < 5
    assert report.urls_per_second > 500
    assert report.file_bytes == (tmp_path / "job.db").stat().st_size
    assert "20,050" in report.formatted()
    assert "next URL p99" in report.formatted()
    store = JobStore.open(tmp_path / "job.db")
    assert store.counts().pages == report.takes
    store.check(full=True)
    store.close()
