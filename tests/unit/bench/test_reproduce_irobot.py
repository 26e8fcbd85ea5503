"""The reproduction's measures."""

import json
from pathlib import Path

import pytest

from periplus.bench.reproduce_irobot import (
    adjusted_rand,
    arcs_against,
    main,
    obtained_after,
    quality,
)
from periplus.fetch.mirror import Mirror
from periplus.plan.irobot.strategy import IRobot
from unit.bench.sites import START, forum


def test_agreement_of_divisions() -> None:
    assert adjusted_rand([1, 1, 2, 2], ["a", "a", "b", "b"]) == 1.0
    assert adjusted_rand([1, 2, 1, 2], ["a", "a", "b", "b"]) == pytest.approx(-0.5)
    assert adjusted_rand([1], ["a"]) == 1.0


def test_a_small_site_is_judged_with_its_sample(tmp_path: Path) -> None:
    with Mirror(forum(tmp_path / "small"), tmp_path / "cache") as mirror:
        found = quality(mirror, 0, {"sample": 5})
        assert found.r_cov == 1.0
        assert found.requests <= 8  # robots.txt and seven URLs
        assert found.online <= 2
        assert obtained_after(mirror, [START, START, START + "t1", START + "login"]) == [1, 1, 2, 2]


def test_arcs_are_compared_with_a_hand_made_plan() -> None:
    assert arcs_against(IRobot(0), frozenset())["precision"] == 0.0


def test_the_tables_are_lines_of_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_hand = tmp_path / "by-hand.json"
    by_hand.write_text('[["/", "/tN?p=N"]]')
    site = str(forum(tmp_path / "small"))
    arguments = [site, "--seeds", "1", "--first", "--whole", "--by-hand", str(by_hand)]
    assert main([*arguments, "--cache", str(tmp_path / "cache")]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(row)) for row in rows] == ["quality", "first", "whole", "arcs"]
    assert rows[2]["whole"]["pages"] >= 4
    assert -1.0 <= rows[2]["whole"]["templates"] <= 1.0
