from pathlib import Path

import pytest

from periplus.bench.log_speed import (
    log_lines,
    measure_logs,
    measure_one,
    measure_trees,
    page_path,
    random_traffic,
    write_log,
)
from periplus.errors import ConfigError

pytest.importorskip("duckdb")


def test_lines_are_the_same_every_time() -> None:
    first, second = "".join(log_lines(500)), "".join(log_lines(500))
    assert first == second
    assert first.count("\n") == 500
    assert "".join(log_lines(500, seed=1)) != first


def test_a_generated_log_is_counted_whole(tmp_path: Path) -> None:
    write_log(tmp_path / "a.log", 3000)
    speed = measure_one(tmp_path / "a.log", 3000)
    assert speed.lines == 3000
    assert speed.urls > 500
    assert "3,000 lines" in speed.formatted()
    with pytest.raises(ConfigError, match="3,000 of 4,000 lines"):
        measure_one(tmp_path / "a.log", 4000)


def test_each_size_has_a_process_of_its_own(tmp_path: Path) -> None:
    [line] = measure_logs([2000], tmp_path)
    assert "2,000 lines" in line
    assert list(tmp_path.iterdir()) == []


def test_trees_are_timed_by_size() -> None:
    lines = list(measure_trees([500, 1000]))
    assert "500 URLs" in lines[0]
    assert "1,000 URLs" in lines[1]
    assert random_traffic(300).total_visits > 300
    assert len({page_path(number) for number in range(2000)}) == 2000


def test_no_room_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot write"):
        write_log(tmp_path / "no" / "a.log", 10)
