"""The experiments of ACEBot's paper."""

import json
from pathlib import Path

import pytest

from periplus.bench import reproduce_acebot
from periplus.bench.reproduce_acebot import (
    greedy_and_best,
    label_options,
    learning_time,
    level_options,
    main,
    optimum,
    pattern_options,
    sample_options,
)
from unit.bench.sites import forum


def test_the_settings_of_the_tables() -> None:
    assert len(level_options()) == 9
    assert [str(option["label"]) for option in label_options()] == ["tags", "id", "class", "both"]
    assert sample_options()[-1] == {"sample": 3_000}
    assert pattern_options()[0] == {"patterns": 1}


def test_a_row_for_each_setting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reproduce_acebot, "LEVELS", (2,))
    monkeypatch.setattr(reproduce_acebot, "RATIOS", (0.9,))
    site = forum(tmp_path / "site")
    main(["levels", str(site), "--seeds", "2", "--cache", str(tmp_path / "cache")])
    [row] = map(json.loads, capsys.readouterr().out.splitlines())
    assert (row["steps"], row["completion"]) == ("2", "0.9")
    assert row["requests"] > 0
    assert 0 < row["content_least"] <= row["content"] <= 1


def test_learning_is_timed() -> None:
    row = learning_time(60)
    assert row["pages"] == 60
    assert row["links"] > 60
    assert row["cpu_seconds"] < 20


def test_the_greedy_selection_is_close_to_the_best() -> None:
    row = optimum(30)
    assert row["graphs"] > 20
    assert 1 <= row["mean_ratio"] < 1.1


def test_the_best_is_never_worse() -> None:
    pairs = [greedy_and_best(seed) for seed in range(20)]
    assert all(greedy >= best > 0 for greedy, best in filter(None, pairs))
