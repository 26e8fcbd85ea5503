"""Work over all rows of a mirror, split into shares that several processes compute."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from periplus.fetch.worker_pool import worker_pool

Result = TypeVar("Result")

# Below this, starting a process costs more than the work.
_ROWS_WORTH_A_PROCESS = 400
_SHARES_PER_JOB = 4


def over_rows(
    work: Callable[[Path, Path, range], Result],
    directory: Path,
    cache: Path,
    rows: int,
    jobs: int,
) -> list[Result]:
    """`work(directory, cache, share)` for consecutive shares of all rows, results in row order."""
    jobs = max(1, min(jobs, rows // _ROWS_WORTH_A_PROCESS))
    if jobs == 1:
        return [work(directory, cache, range(rows))]
    count = jobs * _SHARES_PER_JOB
    bounds = [rows * share // count for share in range(count + 1)]
    shares = [range(start, stop) for start, stop in itertools.pairwise(bounds)]
    with worker_pool(jobs) as pool:
        futures = [pool.submit(work, directory, cache, share) for share in shares]
        return [future.result() for future in futures]
