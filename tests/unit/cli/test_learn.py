"""periplus learn --strategy irobot: vertices, sketch and pictures of a generated forum."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from periplus.cli import run
from periplus.synthetic.presets import small
from periplus.synthetic.server import serve_in_thread


def test_the_map_is_printed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serve_in_thread(small()) as server:
        arguments = ["learn", server.url, "-o", str(tmp_path / "job"), "--strategy", "irobot"]
        code = run([*arguments, "--sample", "80", "--allow-private", "--delay", "0"])
    assert code == 0
    out = capsys.readouterr().out
    assert "kind of URL" in out
    assert "[0] /" in out
    plan = json.loads((tmp_path / "job" / "plan.json").read_text())
    assert plan["strategy"] == "irobot"
    assert plan["learned"]["pages"] == 80
    assert {row["follow"] for row in plan["plan"]["table"]} == {0, 1, 2}
    ET.parse(tmp_path / "job" / "site-map.svg")
    assert (tmp_path / "job" / "site-map.dot").read_text().startswith("digraph")
