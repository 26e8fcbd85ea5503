"""Curves of harvests."""

from pathlib import Path

import pytest

from periplus.bench import harvest_report
from periplus.bench.harvest import Harvest
from periplus.bench.harvest_report import write_harvest_report
from periplus.errors import ConfigError

RESULTS = [
    Harvest("blog", "user experience, user", "topic", 0, 4, 4, [0, 1, 2, 3]),
    Harvest("blog", "user experience, user", "topic", 1, 4, 4, [0, 1]),
    Harvest("blog", "user experience, user", "bfs", 0, 4, 4, [0, 0, 0, 1]),
]


def test_one_drawing_a_topic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harvest_report, "can_plot", lambda: False)
    notes = write_harvest_report(tmp_path / "out", RESULTS)
    [drawing] = (tmp_path / "out").iterdir()
    assert drawing.name == "blog-user-experience-user.svg"
    text = drawing.read_text()
    assert "topic" in text
    assert "bfs" in text
    assert any("matplotlib" in note for note in notes)


def test_png_with_the_extra(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert write_harvest_report(tmp_path, RESULTS) == []
    assert (tmp_path / "blog-user-experience-user.png").stat().st_size > 1_000


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot write"):
        write_harvest_report(tmp_path / "file" / "below", RESULTS)
