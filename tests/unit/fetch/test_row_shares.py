import os
from pathlib import Path

from periplus.fetch.row_shares import over_rows
from unit.fetch.row_work import rows_and_process


def test_few_rows_stay_in_this_process(tmp_path: Path) -> None:
    ((rows, process),) = over_rows(rows_and_process, tmp_path, tmp_path, 50, jobs=8)
    assert (rows, process) == (list(range(50)), os.getpid())


def test_many_rows_are_shared_and_come_back_in_order(tmp_path: Path) -> None:
    shares = over_rows(rows_and_process, tmp_path, tmp_path, 1001, jobs=2)
    assert [row for rows, _ in shares for row in rows] == list(range(1001))
    assert os.getpid() not in {process for _, process in shares}
    assert len(shares) > 2
