"""Which detectors see which changes."""

import pytest

from periplus.bench.change_detection import (
    DETECTORS,
    DetectionRow,
    detection_table,
    measure_changes,
)
from periplus.bench.changed_pages import generated_pages
from periplus.synthetic.edits import Worth


@pytest.fixture(scope="module")
def rows() -> dict[str, DetectionRow]:
    return {row.edit: row for row in measure_changes(generated_pages(2), seed=2)}


def test_ours_misses_nothing_that_matters(rows: dict[str, DetectionRow]) -> None:
    missed = {
        name: row.kinds
        for name, row in rows.items()
        if row.worth is Worth.MATTERS and row.pages and row.share("ours, learned") < 1
    }
    assert missed == {}
    assert sum(row.pages for row in rows.values() if row.worth is Worth.MATTERS) > 40


def test_ours_ignores_noise_once_it_was_learned(rows: dict[str, DetectionRow]) -> None:
    alarms = {
        name: row.kinds
        for name, row in rows.items()
        if row.worth is Worth.NOISE and row.share("ours, learned") > 0
    }
    assert alarms == {}


def test_a_new_template_is_noticed_and_not_taken_for_content(
    rows: dict[str, DetectionRow],
) -> None:
    assert rows["new template"].share("ours") == 1.0
    assert set(rows["new template"].kinds) == {"template"}


def test_the_papers_detectors_miss_what_they_must(rows: dict[str, DetectionRow]) -> None:
    assert rows["word order"].share("paper") == 0.0
    assert rows["class attribute"].share("paper") == 0.0
    assert rows["link target"].share("paper") == 0.0
    assert rows["a letter"].share("text code") > 0.8
    assert rows["view counter"].share("paper") > 0.8
    assert all(row.share("bytes") == 1.0 for row in rows.values() if row.pages)


def test_the_table_has_a_column_for_each_detector(rows: dict[str, DetectionRow]) -> None:
    head, rule, *lines = detection_table(list(rows.values())).splitlines()
    assert all(name in head for name in DETECTORS)
    assert len(lines) == len(rows)
    assert {line.count("|") for line in lines} == {head.count("|"), rule.count("|")}


def test_shares_are_written(rows: dict[str, DetectionRow]) -> None:
    written = rows["word order"].to_json()
    assert written["worth"] == "matters"
    assert written["seen"]["paper"] == 0.0
    assert DetectionRow("none", Worth.NOISE).share("ours") == 0.0
