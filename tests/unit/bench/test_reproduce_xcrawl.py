"""xCrawl's experiments, on a small site."""

import json
from pathlib import Path

import pytest

from periplus.bench import reproduce_xcrawl
from periplus.bench.reproduce_xcrawl import main
from unit.bench.site_writer import MirroredPage
from unit.bench.sites import HTML, START, label, make_site
from unit.plan.xcrawl.site_pages import site


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    pages = site(40, others=40, front=True)
    found = [
        MirroredPage(START[:-1] + path, 200, HTML, markup.encode())
        for path, markup in sorted(pages.items())
    ]
    labels = [
        label(path, kind="product")
        if "/item/" in path
        else label(path, "invalid" if "/other/" in path else "valuable", kind="list")
        for path in sorted(pages)
    ]
    return make_site(tmp_path / "shop", found, labels)


def rows(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[dict[str, object]]:
    assert main([str(argument) for argument in arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_ours_is_compared_at_equal_requests(
    shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = rows(capsys, shop, "--seeds", 1, "--examples", 3, "--cache", tmp_path / "cache")
    by_name = {row["strategy"]: row for row in found}
    assert list(by_name) == ["xcrawl", "faithful", "apprentice", "bfs"]
    assert by_name["xcrawl"]["recall"] == 1.0
    assert by_name["bfs"]["recall"] == 1.0
    assert float(str(by_name["xcrawl"]["harvest"])) > float(str(by_name["bfs"]["harvest"]))
    assert by_name["xcrawl"]["recall_at_xcrawl"] == 1.0
    assert all(row["targets"] == 40 for row in found)


def test_one_strategy_alone_with_a_validator_that_is_right(
    shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--only", "xcrawl", "--labels", "--seeds", 2, "--cache", tmp_path / "cache")
    found = rows(capsys, shop, *given)
    assert [row["seed"] for row in found] == [0, 1]
    assert {row["validator"] for row in found} == {"labels"}


def test_restarts_and_iterations_are_varied(
    shop: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reproduce_xcrawl, "RESTARTS", (0.15,))
    monkeypatch.setattr(reproduce_xcrawl, "ITERATIONS", (2, 50))
    found = rows(capsys, shop, "--sweep", "--seeds", 1, "--cache", tmp_path / "cache")
    assert found[0]["restart"] == 0.15
    assert [row["iterations"] for row in found[1:]] == [2, 50]
    assert float(str(found[1]["requests"])) <= float(str(found[2]["requests"]))


def test_the_oracle_needs_a_list_for_ten_items(
    shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--only", "oracle", "--examples", 2, "--seeds", 1, "--cache", tmp_path / "cache")
    (row,) = rows(capsys, shop, *given)
    # robots.txt, the start page, 36 of 40 items, and the lists of all but the first ten.
    assert row["to_90"] == 1 + 1 + 36 + 4
