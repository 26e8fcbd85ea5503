"""The tables about the adaptive strategy."""

import json
from pathlib import Path

import pytest

from periplus.bench.reproduce_adaptive import PARTS, generated, main, siblings, sitemaps
from periplus.plan.adaptive.making import make_adaptive
from unit.bench.sites import forum


@pytest.mark.parametrize(
    ("what", "key", "values"),
    [
        ("ablation", "without", list(PARTS)),
        (
            "rivals",
            "rival",
            ["adaptive", "sb-classifier", "sb-classifier, scaled", "bfs", "bfs, chores ignored"],
        ),
        ("plans", "plan", ["none", "its own"]),
        ("estimates", "seed", [0]),
    ],
)
def test_each_table_is_lines_of_json(
    what: str, key: str, values: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, cache = forum(tmp_path / "small"), tmp_path / "cache"
    assert main([what, str(site), "--cache", str(cache)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row[key] for row in rows] == values
    assert all(row["site"] == "small" and row["requests"] >= 2 for row in rows)


def test_what_is_no_site_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["estimates", str(tmp_path / "nowhere")])
    assert "is no directory with a mirrored site" in capsys.readouterr().err


def test_an_unknown_kind_of_site_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["generated", "harbour"])
    assert "'harbour'; try forum, shop, wiki, blog, varied" in capsys.readouterr().err


def test_every_part_can_be_left_out() -> None:
    for settings in PARTS.values():
        made = make_adaptive(0, {"parts": settings})
        assert all(getattr(made.model.settings, k) == v for k, v in settings.items())


def test_hidden_threads_are_found_by_the_sitemap() -> None:
    read, unread = sitemaps([0.4], size=400)
    assert (read["sitemaps"], unread["sitemaps"]) == (True, False)
    assert read["content"] > 0.97 > 0.9 > unread["content"]


def test_generated_sites_are_judged_by_their_labels() -> None:
    for row in generated(["wiki", "shop"], seeds=[0], size=400):
        assert row["content"] > 0.9
        assert 0 < row["invalid"] < row["requests"] < 400
        assert row["worth_having"] < 400


def test_varied_sites_are_measured_by_what_they_hold_without_their_traps() -> None:
    (row,) = generated(["varied"], seeds=[7], size=0)  # a forum with three traps
    assert row["site"] == "forum"
    assert row["content"] > 0.9
    assert 0 < row["invalid"] + row["duplicate"] < row["requests"] - row["worth_having"] / 2


def test_threads_behind_session_ids_are_had_though_few_examples_agree() -> None:
    (row,) = generated(["varied"], seeds=[10], size=0)
    assert row["content"] > 0.99


def test_siblings_are_crawled_with_and_without_plans() -> None:
    rows = list(siblings(["forum"], urls=200))
    assert [row["plan"] for row in rows] == ["none", "a sibling's"]
    assert all(0.5 < row["content"] <= 1.05 for row in rows)
