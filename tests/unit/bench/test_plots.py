from pathlib import Path

import numpy as np
import pytest

from periplus.bench import plots
from periplus.bench.chart import Line


def test_a_png_is_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    lines = [Line("a", np.linspace(0, 1, 50), "#0072B2"), Line("b", np.empty(0), "#000000", True)]
    plots.write_png(tmp_path / "c.png", "title", lines, {"0.5": 20, "0.9": None})
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_a_missing_library_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    assert not plots.can_plot()
