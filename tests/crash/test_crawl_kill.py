"""kill -9 of the real crawler: nothing lost, torn or repeated, and the same pages at the end."""

import os
from pathlib import Path

import pytest

from crash.independent_readers import two_readers
from periplus.bench.crash import Moment, measure_crash

KILLS = int(os.environ.get("PERIPLUS_KILLS", "100"))
PARTS = 4  # so that they can run side by side


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_kills_at_any_moment_lose_nothing_and_repeat_nothing(tmp_path: Path, part: int) -> None:
    kills = max(2, KILLS // PARTS)
    report = measure_crash(kills, tmp_path, seed=20 + part, inspect=two_readers)
    print(report.formatted())
    assert report.problems == []
    assert report.doubts == []
    assert report.killed >= kills
    assert report.pages > 300 * report.jobs
    assert report.torn > 0
    assert set(report.kills) >= {Moment.BIRTH, Moment.GROWTH}
