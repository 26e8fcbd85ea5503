import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from periplus.bench import plots
from periplus.bench.reference import Reference
from periplus.bench.report import chart_lines, write_report
from periplus.errors import ConfigError
from unit.bench.results import TO, result

REFERENCE = Reference(
    oracle=[0, 1],
    oracle_curve=np.array([0.5, 1.0]),
    blind_curve=np.array([0.1, 0.2, 0.6, 1.0]),
    lower_bound={**TO, "0.5": 1},
)


def test_the_page_stands_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "can_plot", lambda: False)
    results = [result("bfs"), result("random", 0), result("bfs", site="b<c")]
    notes = write_report(tmp_path / "out", results, {"forum": REFERENCE, "b<c": REFERENCE})
    html = (tmp_path / "out" / "index.html").read_text()
    HTMLParser().feed(html)
    assert not re.search(r"<script|<link|<img|src=|url\(", html)
    assert html.count("<svg") == 2
    assert "b&lt;c" in html
    assert "b<c" not in html
    assert any("periplus[plots]" in note for note in notes)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "b_c.svg",
        "forum.svg",
        "index.html",
    ]


def test_strategies_stand_between_blind_and_oracle() -> None:
    names = [line.name for line in chart_lines([result("random"), result("oracle")], REFERENCE)]
    assert names == ["oracle", "blind", "random"]
    names = [line.name for line in chart_lines([result("bfs"), result("dfs")], REFERENCE)]
    assert names == ["oracle", "bfs (blind)", "dfs"]


def test_many_strategies_do_not_run_out_of_colours() -> None:
    lines = chart_lines([result(f"s{number}") for number in range(30)], REFERENCE)
    assert len(lines) == 32


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigError, match="cannot write the report"):
        write_report(tmp_path / "file", [result()], {"forum": REFERENCE})
